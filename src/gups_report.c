/* SPDX-License-Identifier: MIT */
#include "gups.h"

#include <inttypes.h>
#include <math.h>

double gups_rate(const struct gups_result *result)
{
    return result->real_s > 0 ? (double)result->updates / result->real_s * 1e-9 : NAN;
}

static void print_seconds(FILE *out, const char *what, double seconds)
{
    if (isnan(seconds))
        fprintf(out, "%s time used = n/a\n", what);
    else
        fprintf(out, "%s time used = %.6f seconds\n", what, seconds);
}

void gups_report(FILE *out, const struct gups_result *result)
{
    const double rate = gups_rate(result);

    fprintf(out, "Main table size = 2^%u = %" PRIu64 " words\n", result->log2,
            UINT64_C(1) << result->log2);
    fprintf(out, "Number of updates = %" PRIu64 "\n", result->updates);
    print_seconds(out, "CPU", result->cpu_s);
    print_seconds(out, "Real", result->real_s);
    if (isnan(rate))
        fputs("n/a", out);
    else
        fprintf(out, "%.9f", rate);
    fputs(" Billion(10^9) Updates per second [GUP/s]\n", out);
}
