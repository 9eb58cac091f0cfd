/* SPDX-License-Identifier: MIT */
#include "pages_table.h"

#include <math.h>
#include <string.h>

#include "wrap.h"

enum { ASKED = 9, BACKED = 38, BACKED_MOST = 160, FIGURE = 64, DECIMALS_MOST = 7 };

/* Four significant digits at least, without an exponent, as far as the column has room. */
static const char *figure_text(double figure, char *text, size_t size)
{
    int decimals;

    snprintf(text, size, "n/a");
    if (!(figure > 0 && isfinite(figure)))
        return text;
    decimals = 3 - (int)floor(log10(figure));
    if (decimals < 0)
        decimals = 0;
    if (decimals > DECIMALS_MOST)
        decimals = DECIMALS_MOST;
    snprintf(text, size, "%.*f", decimals, figure);
    return text;
}

/* The figure of the first row in base pages; 0 if there is none. */
static double base_figure(const struct pages_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].kind.how == PAGES_BASE)
            return rows[i].figure > 0 ? rows[i].figure : 0;
    return 0;
}

static void print_row(FILE *f, const struct pages_row *row, double base)
{
    const uint64_t need = row->absent ? 0 : backing_entries(&row->backing);
    char asked[PAGES_NAME];
    char backed[BACKED_MOST] = "n/a";
    char figure[FIGURE];
    char ratio[FIGURE] = "n/a";
    char entries[FIGURE] = "n/a";

    if (!row->absent)
        backing_text(&row->backing, backed, sizeof backed);
    if (base > 0 && row->figure > 0)
        snprintf(ratio, sizeof ratio, "%.2f", row->figure / base);
    if (need)
        snprintf(entries, sizeof entries, "%llu", (unsigned long long)need);
    if (strlen(backed) > BACKED)
        snprintf(backed + BACKED - 3, sizeof backed - BACKED + 3, "...");
    fprintf(f, "%-*s %-*s %9s %8s %11s\n", ASKED, pages_name(row->kind, asked, sizeof asked),
            BACKED, backed, figure_text(row->figure, figure, sizeof figure), ratio, entries);
}

/* "name: reason", on as many lines as it takes. */
static void print_reason(FILE *f, struct page_kind kind, const char *reason)
{
    char name[PAGES_NAME];
    char label[PAGES_NAME + 2];

    snprintf(label, sizeof label, "%s: ", pages_name(kind, name, sizeof name));
    wrap_print(f, label, reason);
}

/* Why a row has no figure or no backing, or all of a backing that is too long for its column.
 */
static void print_notes(FILE *f, const struct pages_row *row)
{
    const char *reason = row->absent ? row->absent : row->backing.unknown;
    char backed[BACKED_MOST];

    if (reason)
        print_reason(f, row->kind, reason);
    else if (strlen(backing_text(&row->backing, backed, sizeof backed)) > BACKED)
        print_reason(f, row->kind, backed);
}

void pages_table(FILE *f, const char *unit, const struct pages_row *rows, size_t count)
{
    const double base = base_figure(rows, count);

    fprintf(f, "%-*s %-*s %9s %8s %11s\n", ASKED, "pages", BACKED, "backed by", unit, "ratio",
            "TLB entries");
    for (size_t i = 0; i < count; i++)
        print_row(f, &rows[i], base);
    for (size_t i = 0; i < count; i++)
        print_notes(f, &rows[i]);
}
