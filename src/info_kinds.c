/* SPDX-License-Identifier: MIT */
/* Kinds of memory that --memory can be given here, and why others can't be had. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "info.h"
#include "pages.h"

static struct info_kind *add(struct info *info, const char *name)
{
    struct info_kind *kind = &info->kinds[info->kind_count++];

    *kind = (struct info_kind){.usable = false};
    snprintf(kind->name, sizeof kind->name, "%.*s", KIND_NAME - 1, name);
    return kind;
}

/* A kind of ordinary memory: "2M" of --pages is "huge:2M" here. */
static void add_pages(struct info *info, const struct page_offer *offer)
{
    char name[PAGES_NAME];
    char text[KIND_NAME];
    struct info_kind *kind;

    (void)pages_name(offer->kind, name, sizeof name);
    snprintf(text, sizeof text, "%s%s", offer->kind.how == PAGES_HUGETLB ? "huge:" : "",
             offer->kind.how == PAGES_BASE ? "normal" : name);
    kind = add(info, text);
    kind->usable = offer->usable;
    snprintf(kind->note, sizeof kind->note, "%s%s",
             offer->kind.how == PAGES_THP && !offer->usable ? "set to " : "", offer->note);
}

/* Where the system has none of a kind of pages: why. */
static void add_none(struct info *info, const char *name, int error)
{
    snprintf(add(info, name)->note, DEVICE_TEXT, "%s",
             error ? info_reason(error) : "this system has none");
}

void info_add_kinds(struct info *info, const char *root)
{
    struct page_offer pages[PAGES_KINDS];
    struct device_offer devices[DEVICE_OFFERS];
    size_t count = pages_list(root, pages, PAGES_KINDS);
    bool seen[PAGES_HUGETLB + 1] = {false};

    for (size_t i = 0; i < count; i++) {
        add_pages(info, &pages[i]);
        seen[pages[i].kind.how] = true;
    }
    if (!seen[PAGES_THP])
        add_none(info, "thp", info->thp_error);
    if (!seen[PAGES_HUGETLB])
        add_none(info, "huge", info->pool_error);
    count = os_device_list(root, devices, DEVICE_OFFERS);
    for (size_t i = 0; i < count; i++) {
        struct info_kind *kind = add(info, devices[i].name);

        kind->usable = devices[i].usable;
        kind->documented = devices[i].documented;
        memcpy(kind->note, devices[i].note, sizeof kind->note);
    }
}

const char *info_kind_text(const struct info_kind *kind, char text[INFO_NOTE])
{
    if (!kind->usable)
        snprintf(text, INFO_NOTE, "can't be had: %s", kind->note);
    else if (kind->documented == CACHING_UNKNOWN)
        snprintf(text, INFO_NOTE, "%s", kind->note);
    else
        snprintf(text, INFO_NOTE, "%s, documented as %s", kind->note,
                 caching_name(kind->documented));
    return text;
}

void info_json_kinds(const struct info *info, struct json *json)
{
    json_open(json, "kinds", '[');
    for (size_t i = 0; i < info->kind_count; i++) {
        const struct info_kind *kind = &info->kinds[i];
        const bool known = kind->usable && kind->documented != CACHING_UNKNOWN;

        json_open(json, NULL, '{');
        json_text(json, "kind", kind->name);
        json_bool(json, "usable", kind->usable);
        json_known(json, "documented", known ? caching_name(kind->documented) : "");
        json_text(json, "note", kind->note);
        json_close(json, '}');
    }
    json_close(json, ']');
}
