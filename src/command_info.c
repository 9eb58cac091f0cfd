/* SPDX-License-Identifier: MIT */
#include "command_info.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "info.h"
#include "options_info.h"
#include "say.h"

int command_info(int argc, char **argv)
{
    const char *root = getenv("MEMSPEED_SYSROOT");
    struct options_info options;
    struct info info;
    char error[OPTIONS_ERROR];
    int status = EXIT_FAILED;

    if (options_info_parse(&options, argc, argv, error) < 0) {
        say("%s", error);
        return EXIT_USAGE;
    }
    if (options.help) {
        fputs(options_info_usage, stdout);
        return say_stdout();
    }
    if (info_gather(&info, root ? root : "") < 0) {
        say("%s", strerror(errno));
    } else {
        if (options.format == REPORT_JSON)
            info_json(&info, stdout);
        else
            info_text(&info, stdout);
        status = say_stdout();
    }
    info_free(&info);
    return status;
}
