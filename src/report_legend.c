/* SPDX-License-Identifier: MIT */
/* What stands at the end of a comparison: what has no pair, and what marks and lines mean. */
#include <math.h>
#include <string.h>

#include "report_parts.h"
#include "wrap.h"

enum { TEXT_SIZE = 4096 };

bool parts_paired(const struct groups *groups, const struct comparison *pairs,
                  const struct compare_view *view, const char *title)
{
    for (size_t p = 0; p + 1 < groups->count; p++)
        for (size_t i = 0; i < pairs[p].count; i++)
            if (!isnan(pairs[p].cells[i].change) &&
                parts_has(view, title, pairs[p].cells[i].figure))
                return true;
    return false;
}

/* Appends "Random updates (2 only after)" for two groups, else the title. */
static void append_unpaired(const struct groups *groups, const struct comparison *pairs,
                            const struct compare_view *view, const char *title, char *text,
                            size_t size)
{
    size_t used = strlen(text);
    size_t only[2] = {0};
    size_t cells = 0;

    for (size_t p = 0; p + 1 < groups->count; p++)
        for (size_t i = 0; i < pairs[p].count; i++)
            if (parts_has(view, title, pairs[p].cells[i].figure)) {
                only[0] += isnan(pairs[p].cells[i].value[1]) ? 1 : 0;
                only[1] += isnan(pairs[p].cells[i].value[0]) ? 1 : 0;
                cells++;
            }
    if (cells == 0)
        return;
    used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", title);
    if (groups->count > 2 || used >= size)
        return;
    if (only[0] && only[1])
        snprintf(text + used, size - used, " (%zu only before, %zu only after)", only[0],
                 only[1]);
    else
        snprintf(text + used, size - used, " (%zu only %s)", cells,
                 only[0] ? "before" : "after");
}

void parts_unpaired(const struct groups *groups, const struct comparison *pairs,
                    const struct compare_view *view, const char *const *titles, size_t count,
                    FILE *f)
{
    char text[TEXT_SIZE] = "";

    for (size_t i = 0; i < count; i++)
        if (!parts_paired(groups, pairs, view, titles[i]))
            append_unpaired(groups, pairs, view, titles[i], text, sizeof text);
    if (!text[0])
        return;
    fputc('\n', f);
    wrap_print(f, "no pairs   ", text);
}

/* What the lines are that --all adds. */
static void print_lines_legend(const struct groups *groups, const struct comparison *pairs,
                               FILE *f)
{
    bool clocks = false;

    for (size_t p = 0; p + 1 < groups->count; p++)
        clocks = clocks || (!isnan(pairs[p].mhz[0]) && !isnan(pairs[p].mhz[1]));
    if (clocks)
        fputs("/cycle: the change that the clocks of both sides don't explain\n", f);
    fputs("depart: the change without the cells' common factor, where that was tested;\n"
          "        it is what is judged; low, high: its 95 % interval\n"
          "p: how often chance alone would show such a departure; q: the same with all\n"
          "        cells together in view (Benjamini and Hochberg), which marks go by\n"
          "least: the smallest departure that would have been called four times in five\n",
          f);
}

void parts_legend(const struct groups *groups, const struct comparison *pairs,
                  const struct compare_view *view, FILE *f)
{
    const struct judgement *judgement = &view->judgement;
    const double threshold = 100 * expm1(judgement->threshold);
    bool tested = false;
    bool spread = false;

    for (size_t p = 0; p + 1 < groups->count; p++) {
        tested = tested || pairs[p].basis != BASIS_FIGURES;
        spread = spread || parts_spread(&pairs[p]);
    }
    if (tested)
        fprintf(f,
                "\n> better, < worse: apart from the cells' common factor, by more than "
                "%.3g %%,\nand at most %.3g %% of such marks by chance\n",
                threshold, 100 * judgement->alpha);
    else
        fprintf(f, "\n> better, < worse: by more than %.3g %%%s\n", threshold,
                spread ? " and twice the spread" : "");
    fputs("neither: no such change was shown, which is not to say that there is none\n", f);
    if (tested && view->all && groups->count == 2)
        print_lines_legend(groups, pairs, f);
}
