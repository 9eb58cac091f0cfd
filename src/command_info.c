/* SPDX-License-Identifier: MIT */
#include "command_info.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "info.h"
#include "options_info.h"
#include "run.h"
#include "say.h"

/* What was gathered before anything was measured: a run narrows the CPUs that may be used. */
struct gathered {
    struct info info;
    enum report_format format;
};

static int tell(void *arg, const struct results *measured)
{
    const struct gathered *gathered = arg;

    if (gathered->format == REPORT_JSON)
        info_json(&gathered->info, measured, stdout);
    else
        info_text(&gathered->info, measured, stdout);
    return say_stdout();
}

/* Measures with the options that a run without any has. */
static int measure(struct gathered *gathered)
{
    struct options run;
    char error[OPTIONS_ERROR];
    char *argv[] = {"memspeed", "-l", NULL};

    if (options_parse(&run, 2, argv, error) < 0) {
        say("%s", error);
        return EXIT_FAILED;
    }
    run.suites[SUITE_VM] = false;
    return run_with(&run, tell, gathered);
}

static int inform(const struct options_info *options)
{
    const char *root = getenv("MEMSPEED_SYSROOT");
    struct gathered gathered = {.format = options->format};
    int status = EXIT_FAILED;

    if (info_gather(&gathered.info, root ? root : "") < 0)
        say("%s", strerror(errno));
    else
        status = options->measure ? measure(&gathered) : tell(&gathered, NULL);
    info_free(&gathered.info);
    return status;
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
    return inform(&options);
}
