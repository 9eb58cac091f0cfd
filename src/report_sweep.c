/* SPDX-License-Identifier: MIT */
/* What the text of a sweep has that other tables have not. */
#include "report_sweep.h"

#include <math.h>
#include <string.h>

#include "suite.h"
#include "table.h"

bool report_is_sweep(const struct results *results, size_t id)
{
    return strcmp(table_title(results, id), SWEEP_TABLE) == 0;
}

void report_sweep_rules(const struct results *results, const struct series *row,
                        uint64_t *before, FILE *stream)
{
    const double number = table_row_number(row);
    const uint64_t set = isnan(number) ? 0 : (uint64_t)number;
    char size[32];

    for (size_t i = 0; i < MACHINE_LEVELS; i++) {
        const uint64_t level = results->machine.levels[i];

        if (*before > 0 && *before <= level && level < set)
            fprintf(stream, "--- beyond L%zu, %s ---\n", i + 1,
                    table_size(level, size, sizeof size));
    }
    *before = set;
}

void report_sweep_notes(const struct results *results, FILE *stream)
{
    if (results->threads > 1)
        fprintf(stream, "sets: each of the %zu CPUs has one of its own\n", results->threads);
}
