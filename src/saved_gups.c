/* SPDX-License-Identifier: MIT */
/* The line of a saved run that tells of the random updates in pages of one kind. */
#include "saved.h"

#include <inttypes.h>
#include <string.h>

#include "options.h"
#include "scan.h"

enum { LOG2_MOST = 60, UPDATES_BITS = 62 };

static void put_backing(FILE *f, const struct backing *backing)
{
    fprintf(f, "in %" PRIu64 " B:", backing->bytes);
    for (size_t i = 0; i < backing->count; i++)
        fprintf(f, " %zu:%" PRIu64, backing->parts[i].page_bytes, backing->parts[i].bytes);
    if (backing->unknown)
        fprintf(f, " unknown (%s)", backing->unknown);
    else
        fprintf(f, " (%s)", backing->source);
}

void saved_put_gups(FILE *f, const struct gups_pages *gups)
{
    char name[PAGES_NAME];

    fputs(pages_name(gups->kind, name, sizeof name), f);
    if (!gups->measured) {
        fputs(" n/a", f);
        return;
    }
    fprintf(f, " 2^%u %" PRIu64 " of %" PRIu64 " updates, %" PRIu64 " ns, CPU ", gups->log2,
            gups->updates, gups->wanted, gups->real_ns);
    if (gups->cpu_ns == GUPS_CPU_UNKNOWN)
        fputs("n/a, ", f);
    else
        fprintf(f, "%" PRIu64 " ns, ", gups->cpu_ns);
    if (gups->verified)
        fprintf(f, "%" PRIu64 " errors, ", gups->errors);
    else
        fputs("not verified, ", f);
    put_backing(f, &gups->backing);
}

/* What pages_name() gives, whatever pages this system has. */
static bool scan_kind(const char **text, struct page_kind *kind)
{
    char name[PAGES_NAME];
    char again[PAGES_NAME];
    const char *size = name;

    if (!scan_word(text, ' ', name, sizeof name))
        return false;
    *kind = (struct page_kind){PAGES_HUGETLB, 0};
    if (strcmp(name, "base") == 0)
        kind->how = PAGES_BASE;
    else if (scan_literal(&size, "thp"))
        kind->how = PAGES_THP;
    if (kind->how == PAGES_BASE || (kind->how == PAGES_THP && !*size))
        return true;
    if (kind->how == PAGES_THP && !scan_literal(&size, ":"))
        return false;
    return options_size(size, &kind->bytes) == 0 && kind->bytes > 0 &&
           strcmp(pages_name(*kind, again, sizeof again), name) == 0;
}

static bool scan_cpu(const char **text, uint64_t *ns)
{
    *ns = GUPS_CPU_UNKNOWN;
    return scan_literal(text, "n/a") ||
           (scan_number(text, UINT64_MAX - 1, ns) && scan_literal(text, " ns"));
}

static bool scan_errors(const char **text, struct gups_pages *gups)
{
    gups->verified = !scan_literal(text, "not verified");
    return !gups->verified || (scan_number(text, UINT64_C(1) << gups->log2, &gups->errors) &&
                               scan_literal(text, " errors"));
}

static bool scan_run(const char **text, struct gups_pages *gups)
{
    const uint64_t most = UINT64_C(1) << UPDATES_BITS;
    uint64_t log2;

    if (!scan_literal(text, "2^") || !scan_number(text, LOG2_MOST, &log2) ||
        !scan_literal(text, " ") || !scan_number(text, most, &gups->updates) ||
        !scan_literal(text, " of ") || !scan_number(text, UINT64_MAX, &gups->wanted) ||
        !scan_literal(text, " updates, ") || !scan_number(text, most, &gups->real_ns) ||
        !scan_literal(text, " ns, CPU ") || !scan_cpu(text, &gups->cpu_ns) ||
        !scan_literal(text, ", "))
        return false;
    gups->log2 = (unsigned)log2;
    return gups->updates > 0 && gups->real_ns > 0 && scan_errors(text, gups) &&
           scan_literal(text, ", in ");
}

/* " 2097152:266338304 4096:2097152": together no more than the whole. */
static bool scan_parts(const char **text, struct backing *backing)
{
    uint64_t left = backing->bytes;

    while (backing->count < BACKING_PARTS) {
        struct backing_part *part = &backing->parts[backing->count];
        const char *at = *text;

        if (!scan_literal(&at, " ") || !scan_size(&at, &part->page_bytes))
            break;
        if (!scan_literal(&at, ":") || !scan_number(&at, left, &part->bytes) ||
            part->page_bytes == 0 || part->bytes == 0)
            return false;
        left -= part->bytes;
        backing->count++;
        *text = at;
    }
    return true;
}

/* What stands in parentheses up to the end, kept. */
static bool keep_words(const char *text, struct results *results, const char **kept)
{
    const size_t length = strlen(text);
    char words[128];

    if (length < 3 || length >= sizeof words || text[0] != '(' || text[length - 1] != ')')
        return false;
    memcpy(words, text + 1, length - 2);
    words[length - 2] = '\0';
    *kept = results_keep(results, words);
    return *kept != NULL;
}

static bool scan_backing(const char *text, struct results *results, struct backing *backing)
{
    if (!scan_number(&text, UINT64_MAX, &backing->bytes) || backing->bytes == 0 ||
        !scan_literal(&text, " B:") || !scan_parts(&text, backing) || !scan_literal(&text, " "))
        return false;
    backing->source = "";
    if (scan_literal(&text, "unknown "))
        return backing->count == 0 && keep_words(text, results, &backing->unknown);
    return keep_words(text, results, &backing->source);
}

bool saved_scan_gups(const char *text, struct results *results, struct gups_pages *gups)
{
    *gups = (struct gups_pages){0};
    if (!scan_kind(&text, &gups->kind) || !scan_literal(&text, " "))
        return false;
    gups->measured = strcmp(text, "n/a") != 0;
    return !gups->measured ||
           (scan_run(&text, gups) && scan_backing(text, results, &gups->backing));
}
