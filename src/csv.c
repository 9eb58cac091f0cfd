/* SPDX-License-Identifier: MIT */
#include "csv.h"

#include <math.h>
#include <string.h>

void csv_text(FILE *stream, const char *text)
{
    if (!text[strcspn(text, "\",\r\n")]) {
        fputs(text, stream);
        return;
    }
    fputc('"', stream);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', stream);
        fputc(*text, stream);
    }
    fputc('"', stream);
}

void csv_figure(FILE *stream, double value)
{
    if (isfinite(value))
        fprintf(stream, "%.10g", value);
}
