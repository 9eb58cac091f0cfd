/* SPDX-License-Identifier: MIT */
/*
 * Any text at all, through the readers of tables: they must not read or write where they must
 * not, and what they make of it must be what record.h promises. To fuzz, from the source's
 * folder, with the inputs that are kept and with real tables to begin with:
 *
 *   mkdir -p build/fuzz/found
 *   clang -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -std=c11 \
 *       -D_DEFAULT_SOURCE -DMEMSPEED_VERSION='"fuzz"' -Isrc -Iasm/generic \
 *       -o build/fuzz/import tests/fuzz/fuzz_import.c src/import*.c src/lmbench*.c \
 *       src/{array,feed,kernel,lines,options_size,pages_name,place,record,results}.c \
 *       src/{saved,saved_gups,scan,stats,table,utf8}.c \
 *       asm/generic/{cpu,kernels,libc}.c -lm
 *   build/fuzz/import -max_total_time=600 -max_len=8192 -dict=tests/fuzz/import.dict \
 *       build/fuzz/found tests/fuzz/corpus tests/data
 *
 * and build/fuzz/import -merge=1 tests/fuzz/corpus build/fuzz/found keeps what reaches new
 * code.
 */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "import.h"
#include "results.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(int holds)
{
    if (!holds)
        abort();
}

/* Text without control characters that ends within its array. */
static void check_name(const char *name, size_t size)
{
    const char *end = memchr(name, '\0', size);

    demand(end != NULL);
    for (; name < end; name++)
        demand((unsigned char)*name >= ' ' && *name != 0x7f);
}

static void check_figure(const struct figure *figure, int sampled)
{
    int known = 0;

    check_name(figure->table, sizeof figure->table);
    check_name(figure->row, sizeof figure->row);
    check_name(figure->column, sizeof figure->column);
    demand(figure->measure >= 0 && figure->measure < MEASURES);
    demand(figure->count > 0 && (sampled || figure->count == 1));
    for (size_t i = 0; i < figure->count; i++) {
        demand((isnan(figure->values[i]) && sampled) ||
               (isfinite(figure->values[i]) && figure->values[i] > 0));
        known |= !isnan(figure->values[i]);
    }
    demand(known);
    demand(isnan(figure->spread) || (isfinite(figure->spread) && figure->spread >= 0));
}

static void check_record(const struct record *record)
{
    check_name(record->label, sizeof record->label);
    check_name(record->origin, sizeof record->origin);
    demand(strncmp(record->origin, "x:", 2) == 0);
    for (size_t i = 0; i < record->setting_count; i++) {
        check_name(record->settings[i].key, sizeof record->settings[i].key);
        check_name(record->settings[i].value, sizeof record->settings[i].value);
    }
    for (size_t i = 0; i < record->mhz_count; i++)
        demand(record->mhz[i] >= (record->sampled ? 0 : DBL_MIN) && isfinite(record->mhz[i]));
    for (size_t i = 0; i < record->count; i++) {
        const struct figure *f = &record->figures[i];

        check_figure(f, record->sampled);
        demand(record_find(record, f->table, f->row, f->column) == f);
    }
}

static void warn(void *arg, const char *text)
{
    (void)arg;
    check_name(text, IMPORT_ERROR);
    demand(strncmp(text, "x:", 2) == 0);
}

/* A saved run: 1 if it is none. */
static int read_saved(struct records *records, const uint8_t *data, size_t size, char *error)
{
    struct results results;
    char *copy = malloc(size + 1);
    int status;

    if (!copy)
        return -1;
    memcpy(copy, data, size);
    copy[size] = '\0';
    status = import_saved_text(&results, "x", copy, size, error);
    free(copy);
    if (status != 0)
        return status;
    demand(import_results(records, &results, "x:1") == 0);
    results_close(&results);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct import_text text = {"x", (const char *)data, size};
    struct records records = {.count = 0};
    char error[IMPORT_ERROR] = "";
    const int saved = read_saved(&records, data, size, error);
    const int status = saved == 1 ? import_text(&records, &text, warn, NULL, error) : saved;

    check_name(error, sizeof error);
    demand((status == 0) == (error[0] == '\0'));
    demand(status == 0 || error[0] == 'x');
    demand(status != 0 || records.count > 0);
    for (size_t i = 0; i < records.count && status == 0; i++) {
        demand(saved == 0 || records.records[i].count > 0);
        check_record(&records.records[i]);
    }
    records_free(&records);
    return 0;
}
