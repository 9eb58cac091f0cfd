/* SPDX-License-Identifier: MIT */
/* The lines of a saved run that stand once in it, each by itself. */
#include "import_head_keys.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "record.h"
#include "saved.h"
#include "scan.h"

enum {
    THREADS_MAX = 65536,
    SIGNAL_MAX = 255,
};
#define MHZ_MAX 1e6
#define NS_MAX UINT64_C(1000000000000000000)

static bool take_blocks(size_t sizes[OPS], const char *value)
{
    return scan_size(&value, &sizes[OP_WRITE]) && scan_literal(&value, "/") &&
           scan_size(&value, &sizes[OP_READ]) && scan_literal(&value, "/") &&
           scan_size(&value, &sizes[OP_COPY]) && !*value;
}

static bool take_block(struct results *r, const char *value)
{
    size_t sizes[OPS];

    if (!take_blocks(sizes, value))
        return false;
    for (int op = 0; op < OPS; op++)
        r->layout.hot[op].block_bytes = sizes[op];
    return sizes[OP_WRITE] && sizes[OP_READ] && sizes[OP_COPY];
}

static bool take_span(struct results *r, const char *value)
{
    size_t sizes[OPS];

    if (!take_blocks(sizes, value))
        return false;
    for (int op = 0; op < OPS; op++)
        r->layout.hot[op].span_bytes = sizes[op];
    return true;
}

static bool take_page(struct results *r, const char *value)
{
    const size_t *bytes = &r->machine.page_bytes;

    return scan_size(&value, &r->machine.page_bytes) && !*value && *bytes > 0 &&
           (*bytes & (*bytes - 1)) == 0;
}

/* So many digits, in [least, most]. */
static bool scan_digits(const char **text, size_t digits, unsigned least, unsigned most,
                        unsigned *number)
{
    *number = 0;
    for (size_t i = 0; i < digits; i++, ++*text) {
        if (**text < '0' || **text > '9')
            return false;
        *number = *number * 10 + (unsigned)(**text - '0');
    }
    return *number >= least && *number <= most;
}

/* "2026-11-30T22:14:08Z", a day that there is; minutes may have a leap second. */
static bool take_date(struct results *r, const char *value)
{
    static const unsigned days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const char *text = value;
    unsigned year;
    unsigned month;
    unsigned day;
    unsigned rest;

    if (!scan_digits(&text, 4, 1970, 9999, &year) || !scan_literal(&text, "-") ||
        !scan_digits(&text, 2, 1, 12, &month) || !scan_literal(&text, "-") ||
        !scan_digits(&text, 2, 1, days[month - 1], &day) || !scan_literal(&text, "T") ||
        !scan_digits(&text, 2, 0, 23, &rest) || !scan_literal(&text, ":") ||
        !scan_digits(&text, 2, 0, 59, &rest) || !scan_literal(&text, ":") ||
        !scan_digits(&text, 2, 0, 60, &rest) || strcmp(text, "Z") != 0)
        return false;
    if (month == 2 && day == 29 && (year % 4 != 0 || (year % 100 == 0 && year % 400 != 0)))
        return false;
    r->date = results_keep(r, value);
    return r->date != NULL;
}

static bool take_line(struct results *r, const char *value)
{
    if (!scan_size(&value, &r->layout.line_bytes) || *value)
        return false;
    r->machine.line.bytes = r->layout.line_bytes;
    return r->layout.line_bytes > 0;
}

static bool take_threads(struct results *r, const char *value)
{
    return scan_size(&value, &r->threads) && !*value && r->threads > 0 &&
           r->threads <= THREADS_MAX;
}

static bool take_counting(struct results *r, const char *value)
{
    (void)r;
    return strcmp(value, RECORD_COUNTING) == 0;
}

static bool take_label_given(struct results *r, const char *value)
{
    r->labelled = strcmp(value, "yes") == 0;
    return r->labelled;
}

static bool take_emulated(struct results *r, const char *value)
{
    return scan_word(&value, ' ', r->machine.emulator, sizeof r->machine.emulator) &&
           strcmp(value, SAVED_EMULATED) == 0;
}

/* "1 0 (not pinned)": as many as there are threads, which head_finish() sees to. */
static bool take_cpus(struct results *r, const char *value)
{
    size_t count = 1;
    uint64_t cpu;

    for (const char *p = value; *p; p++)
        count += *p == ' ';
    r->cpus = calloc(count, sizeof *r->cpus);
    if (!r->cpus)
        return false;
    r->machine.cpus = r->cpus;
    do {
        if (!scan_number(&value, UINT_MAX, &cpu))
            return false;
        r->cpus[r->machine.cpu_count++] = (unsigned)cpu;
        r->machine.pinned = !scan_literal(&value, SAVED_NOT_PINNED);
    } while (r->machine.pinned && scan_literal(&value, " "));
    return !*value;
}

static bool take_midr(struct results *r, const char *value)
{
    char *end;

    if (!scan_literal(&value, "0x") || strspn(value, "0123456789abcdef") != 8)
        return false;
    r->machine.cpu_id = (uint32_t)strtoul(value, &end, 16);
    return !*end;
}

static bool scan_khz(const char **value, unsigned long *khz)
{
    uint64_t number;

    if (!scan_number(value, ULONG_MAX, &number))
        return false;
    *khz = (unsigned long)number;
    return true;
}

static bool take_frequency(struct results *r, const char *value)
{
    struct os_frequency *f = &r->machine.frequency;

    return scan_khz(&value, &f->now_khz) && scan_literal(&value, " kHz, from ") &&
           scan_khz(&value, &f->least_khz) && scan_literal(&value, " to ") &&
           scan_khz(&value, &f->most_khz) && strcmp(value, " kHz") == 0;
}

/* "(sysfs)", up to the last parenthesis. */
static bool scan_source(const char **value, struct fact *fact)
{
    const size_t length = strlen(*value);

    if (length < 2 || (*value)[length - 1] != ')' || length - 2 >= sizeof fact->source ||
        !scan_literal(value, "("))
        return false;
    snprintf(fact->source, sizeof fact->source, "%.*s", (int)length - 2, *value);
    fact->assumed = strncmp(fact->source, MACHINE_ASSUMED, strlen(MACHINE_ASSUMED)) == 0;
    *value += length - 1;
    return true;
}

static bool take_l1d(struct results *r, const char *value)
{
    uint64_t ways;

    if (!scan_number(&value, UINT64_MAX, &r->machine.l1d.bytes) ||
        !scan_literal(&value, " B, ") || !scan_number(&value, UINT_MAX, &ways))
        return false;
    r->machine.l1d_ways = (unsigned)ways;
    return scan_literal(&value, " ways ") && scan_source(&value, &r->machine.l1d);
}

static bool take_llc(struct results *r, const char *value)
{
    return scan_number(&value, UINT64_MAX, &r->machine.llc.bytes) &&
           scan_literal(&value, " B ") && scan_source(&value, &r->machine.llc);
}

/* One for each level, the first one first. */
static bool take_caches(struct results *r, const char *value)
{
    for (size_t i = 0; i < MACHINE_LEVELS; i++)
        if ((i > 0 && !scan_literal(&value, "/")) ||
            !scan_number(&value, UINT64_MAX, &r->machine.levels[i]))
            return false;
    return !*value;
}

static bool take_load(struct results *r, const char *value)
{
    return scan_decimal(&value, &r->machine.load) && !*value;
}

static bool take_sharers(struct results *r, const char *value)
{
    return scan_literal(&value, "L1 ") && scan_size(&value, &r->layout.l1_sharers) &&
           scan_literal(&value, ", last level ") && scan_size(&value, &r->layout.llc_sharers) &&
           !*value;
}

static bool take_prefetch_kind(struct results *r, const char *value)
{
    for (enum prefetch kind = PREFETCH_L1; kind < PREFETCH_STORE; kind++) {
        if (strcmp(saved_prefetch[kind], value) == 0) {
            r->prefetch = kind;
            return true;
        }
    }
    return false;
}

static bool take_clock(struct results *r, const char *value)
{
    return scan_word(&value, ',', r->clock, sizeof r->clock) &&
           scan_literal(&value, ", step ") && scan_number(&value, NS_MAX, &r->timer.step_ns) &&
           scan_literal(&value, " ns, reading ") &&
           scan_number(&value, NS_MAX, &r->timer.cost_ns) && strcmp(value, " ns") == 0;
}

static bool take_seed(struct results *r, const char *value)
{
    return scan_number(&value, UINT64_MAX, &r->seed) && !*value;
}

static bool take_sample_ns(struct results *r, const char *value)
{
    return scan_number(&value, NS_MAX, &r->sample_ns) && !*value;
}

static bool take_rounds(struct results *r, const char *value)
{
    return scan_size(&value, &r->rounds) && !*value && r->rounds <= OPTIONS_ROUNDS_MAX;
}

static bool take_usable(struct results *r, const char *value)
{
    return scan_number(&value, UINT64_MAX, &r->usable_bytes) && r->usable_bytes > 0 && !*value;
}

static bool take_cold_gain(struct results *r, const char *value)
{
    return scan_decimal(&value, &r->cold_gain) && !*value;
}

static bool take_overlap(struct results *r, const char *value)
{
    return scan_decimal(&value, &r->overlap) && r->overlap <= 1 &&
           scan_literal(&value, " at worst, under 0.95 in ") && scan_size(&value, &r->apart) &&
           strcmp(value, " samples") == 0;
}

static bool take_partial(struct results *r, const char *value)
{
    uint64_t number;

    if (!scan_literal(&value, "ended by signal ") || !scan_number(&value, SIGNAL_MAX, &number))
        return false;
    r->signal = (int)number;
    return !*value && number > 0;
}

/* One for each round, of which the number is known by then. */
static bool take_clocks(struct results *r, const char *value)
{
    r->mhz = calloc(r->rounds ? r->rounds : 1, sizeof *r->mhz);
    if (!r->mhz)
        return false;
    for (size_t i = 0; i < r->rounds; i++) {
        if (i > 0 && !scan_literal(&value, " "))
            return false;
        if (scan_literal(&value, "n/a"))
            continue;
        if (!scan_decimal(&value, &r->mhz[i]) || !(r->mhz[i] > 0) || r->mhz[i] > MHZ_MAX)
            return false;
    }
    return !*value;
}

const struct head_key head_keys[] = {
#define AT(member) offsetof(struct results, member), sizeof(((struct results *)0)->member), NULL
    {"label", true, TEXT, AT(label)},
    {"cpu", true, TEXT, AT(machine.cpu_name)},
    {"isa", true, KEPT, AT(isa)},
    {"line", true, OWN, 0, 0, take_line},
    {"buffer", true, SIZE, AT(layout.buffer_bytes)},
    {"block", true, OWN, 0, 0, take_block},
    {"threads", true, OWN, 0, 0, take_threads},
    {"prefetch", true, KEPT, AT(prefetch_name)},
    {"memory", true, KEPT, AT(memory)},
    {"page", true, OWN, 0, 0, take_page},
    {"counting", true, OWN, 0, 0, take_counting},
    {"# memspeed", true, KEPT, AT(version)},
    {"# date", false, OWN, 0, 0, take_date},
    {"# command", false, KEPT, AT(command)},
    {"# label-given", false, OWN, 0, 0, take_label_given},
    {"# host", true, TEXT, AT(machine.host)},
    {"# kernel", true, TEXT, AT(machine.kernel)},
    {"# cmdline", false, TEXT, AT(machine.command_line)},
    {"# libc", true, TEXT, AT(libc)},
    {"# emulated", false, OWN, 0, 0, take_emulated},
    {"# cpus", true, TEXT, AT(machine.allowed)},
    {"# cpu-used", true, OWN, 0, 0, take_cpus},
    {"# midr", false, OWN, 0, 0, take_midr},
    {"# cores", false, TEXT, AT(machine.cores)},
    {"# governor", false, TEXT, AT(machine.governor)},
    {"# frequency", false, OWN, 0, 0, take_frequency},
    {"# line-source", true, TEXT, AT(machine.line.source)},
    {"# l1d", true, OWN, 0, 0, take_l1d},
    {"# llc", true, OWN, 0, 0, take_llc},
    {"# caches", false, OWN, 0, 0, take_caches},
    {"# backing", false, KEPT, AT(backing)},
    {"# load", false, OWN, 0, 0, take_load},
    {"# span", true, OWN, 0, 0, take_span},
    {"# sharers", true, OWN, 0, 0, take_sharers},
    {"# prefetch-kind", false, OWN, 0, 0, take_prefetch_kind},
    {"# clock", true, OWN, 0, 0, take_clock},
    {"# seed", true, OWN, 0, 0, take_seed},
    {"# sample-ns", true, OWN, 0, 0, take_sample_ns},
    {HEAD_ROUNDS, true, OWN, 0, 0, take_rounds},
    {HEAD_SAMPLES, true, OWN, 0, 0, NULL},
    {"# lost", true, SIZE, AT(lost)},
    {"# moved", true, SIZE, AT(moved)},
    {"# llc-usable", false, OWN, 0, 0, take_usable},
    {"# cold-gain", false, OWN, 0, 0, take_cold_gain},
    {"# overlap", false, OWN, 0, 0, take_overlap},
    {"# partial", false, OWN, 0, 0, take_partial},
    {HEAD_CLOCKS, true, OWN, 0, 0, take_clocks},
#undef AT
};

const size_t head_key_count = sizeof head_keys / sizeof head_keys[0];
