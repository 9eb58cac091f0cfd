/* SPDX-License-Identifier: MIT */
/* Latencies as text. */
#include "report_latency.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "curve.h"
#include "found.h"
#include "report.h"
#include "suite.h"
#include "table.h"
#include "wrap.h"

enum { LINE_SIZE = 256 };

static bool is(const struct results *r, size_t id, const char *title)
{
    return strcmp(table_title(r, id), title) == 0;
}

bool report_is_curve(const struct results *results, size_t id)
{
    return is(results, id, LATENCY_TABLE) || is(results, id, LATENCY_LINE_TABLE) ||
           is(results, id, LATENCY_PAGES_TABLE) || is(results, id, LATENCY_CHAINS_TABLE);
}

bool report_is_summary(const struct results *results, size_t id)
{
    return is(results, id, LATENCY_SUMMARY_TABLE);
}

bool report_is_caches(const struct results *results, size_t id)
{
    return is(results, id, LATENCY_CACHES_TABLE);
}

static const struct series *find(const struct results *r, const char *table, const char *column)
{
    struct place place = {.measure = MEASURE_NS};

    return results_find(r, place_name(&place, table, "", column));
}

/* The columns, as wide as lmbench's, and the rule below them. */
static void put_column(const char *title, int width, char *head, char *rule)
{
    const size_t used = strlen(head);

    snprintf(head + used, LINE_SIZE - used, "%s%*s", used ? " " : "", width, title);
    snprintf(rule + used, LINE_SIZE - used, "%s%.*s", used ? " " : "", abs(width),
             "--------------------------------");
}

static void put_text(char *line, int width, const char *text)
{
    const size_t used = strlen(line);

    snprintf(line + used, LINE_SIZE - used, "%s%*.*s", used ? " " : "", width, abs(width),
             text);
}

static void put_latency(const struct results *r, const char *column, int width, char *line)
{
    const struct series *s = find(r, LATENCY_SUMMARY_TABLE, column);
    const double ns = s ? results_median(r, s, UNIT_MBPS).value : NAN;
    char text[32] = "";

    if (!isnan(ns))
        snprintf(text, sizeof text, ns < 9.9995 ? "%.3f" : "%.1f", ns);
    put_text(line, width, text);
}

/* Without the blanks at the end. */
static int length(const char *line)
{
    size_t n = strlen(line);

    while (n > 0 && line[n - 1] == ' ')
        n--;
    return (int)n;
}

void report_summary(const struct results *results, FILE *stream)
{
    char head[LINE_SIZE] = "";
    char rule[LINE_SIZE] = "";
    char line[LINE_SIZE] = "";
    char text[32];
    double deviation;
    const double mhz = results_clock(results, &deviation);
    struct found found;
    size_t levels = 0;

    put_column("Host", -9, head, rule);
    put_column("OS", 13, head, rule);
    put_column("Mhz", 4, head, rule);
    put_text(line, -9, results->machine.host);
    put_text(line, 13, results->machine.kernel);
    text[0] = '\0';
    if (!isnan(mhz))
        snprintf(text, sizeof text, "%.0f", mhz);
    put_text(line, 4, text);
    for (size_t i = 1; i <= CURVE_LEVELS; i++) {
        snprintf(text, sizeof text, "L%zu $", i);
        /* lmbench has two in any case. */
        if (!find(results, LATENCY_SUMMARY_TABLE, text) && i > 2)
            break;
        levels += find(results, LATENCY_SUMMARY_TABLE, text) != NULL;
        put_column(text, 6, head, rule);
        put_latency(results, text, 6, line);
    }
    put_column("Main mem", 8, head, rule);
    put_latency(results, "Main mem", 8, line);
    put_column("Rand mem", 8, head, rule);
    put_latency(results, "Rand mem", 8, line);
    put_column("Guesses", -12, head, rule);
    found_read(&found, results);
    put_text(line, -12, found.whole && curve_remark(levels) ? curve_remark(levels) : "");
    fprintf(stream, "\nMemory latencies in nanoseconds - smaller is better\n");
    for (size_t i = 0; rule[i]; i++)
        fputc('-', stream);
    fprintf(stream, "\n%.*s\n%s\n%.*s\n", length(head), head, rule, length(line), line);
}

/* Where the system, if it says it at all, has another size. */
static void tell_other(const struct fact *said, const char *name, uint64_t bytes, FILE *f)
{
    char size[2][32];
    char text[LINE_SIZE];

    if (said->assumed || !found_differs(bytes, said->bytes))
        return;
    snprintf(text, sizeof text, "%s is %s by latency, %s by what the system says (%s)%s", name,
             table_size(bytes, size[0], sizeof size[0]),
             table_size(said->bytes, size[1], sizeof size[1]), said->source,
             bytes < said->bytes ? ": only a part of it can be used" : "");
    wrap_print(f, "* ", text);
}

void report_caches(const struct results *results, FILE *stream)
{
    const struct machine *m = &results->machine;
    struct found found;
    char text[LINE_SIZE] = "";
    char size[32];

    found_read(&found, results);
    for (size_t i = 0; i < found.count; i++) {
        const size_t used = strlen(text);

        snprintf(text + used, sizeof text - used, "%sL%zu %s", used ? ", " : "", i + 1,
                 table_size(found.levels[i].bytes, size, sizeof size));
    }
    if (found.count == 0)
        return;
    wrap_print(stream, "caches by latency: ", text);
    tell_other(&m->l1d, "the L1 data cache", found.levels[0].bytes, stream);
    if (found.count > 1 && found.whole)
        tell_other(&m->llc, "the last level", found.levels[found.count - 1].bytes, stream);
}
