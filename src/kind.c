/* SPDX-License-Identifier: MIT */
#include "kind.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "options.h"
#include "os.h"

enum { ITEM = 128 };

/* "thp:64K", "huge:2M": as --pages reads "thp:64K" and "2M". */
static int parse_pages(const char *size, struct kind *kind, char *why)
{
    char text[PAGES_NAME];
    const char *wrong = "too long";
    struct page_kind pages;

    if (!size)
        return 0;
    if (snprintf(text, sizeof text, "%s%s", kind->how == KIND_THP ? "thp:" : "", size) >=
            (int)sizeof text ||
        pages_parse(text, &pages, &wrong) < 0)
        return why_fail(EINVAL, why, "'%s': %s", size, wrong);
    if (pages.how == PAGES_BASE || (pages.how == PAGES_THP) != (kind->how == KIND_THP))
        return why_fail(EINVAL, why, "'%s': not the size of huge pages", size);
    kind->page_bytes = pages.bytes;
    return 0;
}

/* "card0" or a path from the root; what it is called later is its last part. */
static int parse_device(const char *path, const char *folder, struct kind *kind, char *why)
{
    const char *last;

    if (!path)
        return 0;
    if (path[0] != '/' && strchr(path, '/'))
        return why_fail(EINVAL, why, "'%.40s': neither a name nor a path from /", path);
    if (snprintf(kind->path, sizeof kind->path, "%s%s", path[0] == '/' ? "" : folder, path) >=
        (int)sizeof kind->path)
        return why_fail(EINVAL, why, "'%.40s...': too long", path);
    last = strrchr(kind->path, '/') + 1;
    if (!*last || strlen(last) > KIND_NAME - sizeof "drm:")
        return why_fail(EINVAL, why, "'%s': not a device", path);
    for (const char *p = last; *p; p++)
        if (!isalnum((unsigned char)*p) && !strchr("-_.", *p))
            return why_fail(EINVAL, why, "'%s': not a device", path);
    return 0;
}

static bool is_hexadecimal(const char *text)
{
    return text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
}

/* A number in decimal or, behind 0x, hexadecimal; moves *text behind it. */
static int parse_address(const char **text, uint64_t *address)
{
    const bool hex = is_hexadecimal(*text);
    const char *digits = *text + (hex ? 2 : 0);
    char *end;

    /* strtoull() would take blanks, signs, and another 0x. */
    if (hex ? !isxdigit((unsigned char)*digits) || is_hexadecimal(digits)
            : !isdigit((unsigned char)*digits))
        return -1;
    errno = 0;
    *address = strtoull(digits, &end, hex ? 16 : 10);
    *text = end;
    return errno ? -1 : 0;
}

/* "0x90000000+16M" */
static int parse_physical(const char *text, struct kind *kind, char *why)
{
    const char *p = text;
    const uint64_t page = os_page_bytes();
    size_t bytes = 0;

    if (!text || parse_address(&p, &kind->address) < 0 || *p != '+')
        return why_fail(EINVAL, why, "not phys:ADDR+SIZE, such as phys:0x90000000+16M");
    p++;
    if (is_hexadecimal(p)) {
        if (parse_address(&p, &kind->bytes) < 0 || *p || kind->bytes > SIZE_MAX)
            return why_fail(EINVAL, why, "'%s': no size", text);
    } else if (options_size(p, &bytes) < 0) {
        return why_fail(EINVAL, why, "'%s': no size", text);
    } else {
        kind->bytes = bytes;
    }
    if (kind->bytes == 0 || kind->address % page || kind->bytes % page)
        return why_fail(EINVAL, why, "'%s': not in whole pages of %llu bytes", text,
                        (unsigned long long)page);
    if (kind->address > UINT64_MAX - kind->bytes)
        return why_fail(EINVAL, why, "'%s': beyond all addresses", text);
    return 0;
}

static const struct {
    const char *name;
    enum kind_how how;
} names[] = {
    {"normal", KIND_NORMAL}, {"thp", KIND_THP}, {"huge", KIND_HUGE}, {"drm", KIND_DRM},
    {"wc", KIND_WC},         {"fb", KIND_FB},   {"phys", KIND_PHYS},
};

enum { NAMES = sizeof names / sizeof names[0] };

/* One kind; `text` is cut at its colon. */
static int parse_one(char *text, struct kind *kind, char *why)
{
    char *detail = strchr(text, ':');
    size_t i = 0;

    if (detail)
        *detail++ = '\0';
    while (i < NAMES && strcmp(text, names[i].name) != 0)
        i++;
    if (i == NAMES)
        return why_fail(EINVAL, why, "'%s': not normal, thp, huge, wc, drm, fb or phys", text);
    *kind = (struct kind){.how = names[i].how};
    switch (kind->how) {
    case KIND_THP:
    case KIND_HUGE:
        return parse_pages(detail, kind, why);
    case KIND_DRM:
        return parse_device(detail, "/dev/dri/", kind, why);
    case KIND_FB:
        return parse_device(detail, "/dev/", kind, why);
    case KIND_PHYS:
        return parse_physical(detail, kind, why);
    default:
        return detail ? why_fail(EINVAL, why, "'%s' takes nothing behind it", text) : 0;
    }
}

/*
 * Names it as it would be given: "drm:card0", "phys:0x90000000+16M,sync". Sizes that no memory
 * has make a name too long, which cut would be another's.
 */
static int name_kind(struct kind *kind, char *why)
{
    const char *name = names[kind->how].name;
    char size[PAGES_NAME];
    int length;

    if (kind->how == KIND_PHYS)
        length =
            snprintf(kind->name, sizeof kind->name, "%s:0x%llx+%s%s", name,
                     (unsigned long long)kind->address,
                     pages_size(kind->bytes, size, sizeof size), kind->sync ? ",sync" : "");
    else if (kind->path[0])
        length = snprintf(kind->name, sizeof kind->name, "%s:%s", name,
                          strrchr(kind->path, '/') + 1);
    else if (kind->page_bytes)
        length = snprintf(kind->name, sizeof kind->name, "%s:%s", name,
                          pages_size(kind->page_bytes, size, sizeof size));
    else
        length = snprintf(kind->name, sizeof kind->name, "%s", name);
    return length < (int)sizeof kind->name
               ? 0
               : why_fail(EINVAL, why, "'%s...': too large", kind->name);
}

/* The memory behind phys: is mapped with O_SYNC. */
static int take_sync(struct kind *kinds, size_t count, char *why)
{
    if (count == 0 || kinds[count - 1].how != KIND_PHYS || kinds[count - 1].sync)
        return why_fail(EINVAL, why, "'sync' belongs behind phys:ADDR+SIZE");
    kinds[count - 1].sync = true;
    return 0;
}

static int add(const char *item, struct kind *kinds, size_t max, size_t *count, char *why)
{
    char text[ITEM];

    if (strcmp(item, "sync") == 0)
        return take_sync(kinds, *count, why);
    if (*count == max)
        return why_fail(EINVAL, why, "more than %zu kinds", max);
    snprintf(text, sizeof text, "%s", item);
    if (parse_one(text, &kinds[*count], why) < 0)
        return -1;
    ++*count;
    return 0;
}

static int check(struct kind *kinds, size_t count, size_t max, char *why)
{
    bool normal = false;

    for (size_t i = 0; i < count; i++) {
        if (name_kind(&kinds[i], why) < 0)
            return -1;
        normal = normal || kinds[i].how == KIND_NORMAL;
        for (size_t j = 0; j < i; j++)
            if (strcmp(kinds[i].name, kinds[j].name) == 0)
                return why_fail(EINVAL, why, "%s is given twice", kinds[i].name);
    }
    /* Ordinary memory is among them in any case. */
    return count + !normal > max
               ? why_fail(EINVAL, why, "more than %zu kinds beside normal", max - 1)
               : 0;
}

int kind_parse(const char *text, struct kind *kinds, size_t max, size_t *count, char *why)
{
    const char *p = text;

    *count = 0;
    for (;;) {
        const size_t length = strcspn(p, ",");
        char item[ITEM];

        if (length >= sizeof item)
            return why_fail(EINVAL, why, "'%.40s...': too long", p);
        snprintf(item, sizeof item, "%.*s", (int)length, p);
        if (add(item, kinds, max, count, why) < 0)
            return -1;
        if (!p[length])
            return check(kinds, *count, max, why);
        p += length + 1;
    }
}

bool kind_is_ordinary(const struct kind *kind)
{
    return kind->how == KIND_NORMAL || kind->how == KIND_THP || kind->how == KIND_HUGE;
}

struct page_kind kind_pages(const struct kind *kind)
{
    if (kind->how == KIND_THP)
        return (struct page_kind){PAGES_THP, kind->page_bytes};
    if (kind->how == KIND_HUGE)
        return (struct page_kind){PAGES_HUGETLB, kind->page_bytes};
    return (struct page_kind){PAGES_BASE, os_page_bytes()};
}
