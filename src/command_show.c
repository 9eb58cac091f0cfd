/* SPDX-License-Identifier: MIT */
#include "command_show.h"

#include <ctype.h>
#include <stdlib.h>

#include "import.h"
#include "options_show.h"
#include "say.h"

/* Tables name their file, which may be called anything. */
static void print_file(const char *path, const char *date)
{
    printf("%-11s", "file");
    for (; *path; path++)
        putchar(iscntrl((unsigned char)*path) ? '?' : *path);
    printf(date[0] ? " (%s)\n" : "\n", date);
}

/* What stands between two runs and before one. */
static void print_before(const struct view *view, const struct results *results,
                         const char *path, bool first)
{
    if (view->format != REPORT_TEXT)
        return;
    if (!first)
        putchar('\n');
    print_file(path, results->date);
}

/* Shows one file; what is wrong with it is said. `first` is cleared once something is shown. */
static int show(const struct view *view, const char *path, bool *first)
{
    struct results results;
    char error[IMPORT_ERROR];
    const int status = import_saved(&results, path, error);

    if (status != 0) {
        if (status > 0)
            say("%s: not a saved run (compare reads pasted tables)", path);
        else
            say("%s", error);
        return EXIT_FAILED;
    }
    print_before(view, &results, path, *first);
    /* A stream that failed is told of at the end. */
    (void)report(&results, view, *first, stdout);
    *first = false;
    results_close(&results);
    return EXIT_SUCCESS;
}

int command_show(int argc, char **argv)
{
    struct options_show options;
    char error[OPTIONS_ERROR];
    bool first = true;
    int status = EXIT_SUCCESS;

    if (options_show_parse(&options, argc, argv, error) < 0) {
        say("%s", error);
        return EXIT_USAGE;
    }
    if (options.help) {
        fputs(options_show_usage, stdout);
        return say_stdout();
    }
    for (size_t i = 0; i < options.file_count; i++)
        if (show(&options.view, options.files[i], &first) != EXIT_SUCCESS)
            status = EXIT_FAILED;
    return say_stdout() == EXIT_SUCCESS ? status : EXIT_FAILED;
}
