/* SPDX-License-Identifier: MIT */
#include "command_info.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "info.h"
#include "options_info.h"
#include "run.h"
#include "say.h"

static int tell(const struct options_info *options, const struct found *found)
{
    const char *root = getenv("MEMSPEED_SYSROOT");
    struct info info;
    int status = EXIT_FAILED;

    if (info_gather(&info, root ? root : "") < 0) {
        say("%s", strerror(errno));
    } else {
        if (options->format == REPORT_JSON)
            info_json(&info, found, stdout);
        else
            info_text(&info, found, stdout);
        status = say_stdout();
    }
    info_free(&info);
    return status;
}

static int tell_measured(void *arg, const struct results *results)
{
    struct found found;

    found_read(&found, results);
    return tell(arg, &found);
}

/* Measures with the options that a run without any has. */
static int measure(struct options_info *options)
{
    struct options run;
    char error[OPTIONS_ERROR];
    char *argv[] = {"memspeed", "-l", NULL};

    if (options_parse(&run, 2, argv, error) < 0) {
        say("%s", error);
        return EXIT_FAILED;
    }
    run.suites[SUITE_VM] = false;
    return run_with(&run, tell_measured, options);
}

int command_info(int argc, char **argv)
{
    struct options_info options;
    char error[OPTIONS_ERROR];

    if (options_info_parse(&options, argc, argv, error) < 0) {
        say("%s", error);
        return EXIT_USAGE;
    }
    if (options.help) {
        fputs(options_info_usage, stdout);
        return say_stdout();
    }
    return options.measure ? measure(&options) : tell(&options, NULL);
}
