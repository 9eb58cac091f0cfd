/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <string.h>

static const char *const names[REPORT_FORMATS] = {
    [REPORT_TEXT] = "text", [REPORT_CSV] = "csv", [REPORT_JSON] = "json"};

int report_named(const char *name, enum report_format *format)
{
    for (int i = 0; i < REPORT_FORMATS; i++) {
        if (strcmp(names[i], name) == 0) {
            *format = (enum report_format)i;
            return 0;
        }
    }
    return -1;
}

int report(const struct results *results, const struct view *view, bool first, FILE *stream)
{
    switch (view->format) {
    case REPORT_CSV:
        return report_csv(results, view->unit, first, stream);
    case REPORT_JSON:
        return report_json(results, view->unit, stream);
    default:
        return report_text(results, view, stream);
    }
}
