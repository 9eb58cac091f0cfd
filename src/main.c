/* SPDX-License-Identifier: MIT */
/* The command: what is wanted, and the exit status. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "command_compare.h"
#include "command_info.h"
#include "command_show.h"
#include "cpu.h"
#include "isa.h"
#include "options.h"
#include "os.h"
#include "run.h"
#include "say.h"

static void list_row(const struct kernel *k, uint32_t features)
{
    char key[16];
    char needs[64] = "";

    snprintf(key, sizeof key, "%ux%u", k->width, k->registers);
    for (uint32_t bit = 1; bit; bit <<= 1)
        if (k->needs & bit)
            snprintf(needs + strlen(needs), sizeof needs - strlen(needs), "%s%s",
                     needs[0] ? "+" : "", cpu_feature_name(bit));
    printf("%-6s %-9s %-6s %-10s %-10s %s\n", kernel_op_name(k->op), k->method,
           k->registers ? key : "-", kernel_kind_name(k->temporal, k->zeros),
           needs[0] ? needs : "-", k->needs & ~features ? "no" : "yes");
}

static int command_list(void)
{
    const uint32_t features = cpu_features();

    printf("%-6s %-9s %-6s %-10s %-10s %s\n", "op", "method", "bytes", "kind", "needs", "here");
    for (size_t i = 0; i < kernel_count; i++)
        if (kernel_is_first(i))
            list_row(&kernel_table[i], features);
    printf("\nbytes: per register x registers per instruction\n");
    return say_stdout();
}

int main(int argc, char **argv)
{
    struct options options;
    char error[OPTIONS_ERROR];

    os_start();
    if (argc > 1 && strcmp(argv[1], "show") == 0)
        return command_show(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "compare") == 0)
        return command_compare(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "info") == 0)
        return command_info(argc - 1, argv + 1);
    if (options_parse(&options, argc, argv, error) < 0) {
        say("%s", error);
        return EXIT_USAGE;
    }
    switch (options.command) {
    case COMMAND_HELP:
        fputs(options_usage, stdout);
        return say_stdout();
    case COMMAND_VERSION:
        printf("memspeed %s (%s kernels)\n", MEMSPEED_VERSION, ISA_NAME);
        return say_stdout();
    case COMMAND_LIST:
        return command_list();
    case COMMAND_RUN:
        break;
    }
    return run_suites(&options);
}
