/* SPDX-License-Identifier: MIT */
/* What the system says that looks wrong: lists, nodes, memory, clocks. */
#include "info.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "array.h"

int info_add_note(struct info *info, const struct cpus *cpus, const char *format, ...)
{
    struct info_note *grown = array_grow(info->notes, info->note_count, sizeof *grown);
    struct info_note *note;
    va_list args;

    if (!grown)
        return -1;
    info->notes = grown;
    note = &grown[info->note_count++];
    va_start(args, format);
    vsnprintf(note->text, sizeof note->text, format, args);
    va_end(args);
    for (size_t i = 0; cpus && i < cpus->count; i++)
        if (cpus_add(&note->cpus, cpus->ids[i]) < 0)
            return -1;
    return 0;
}

/* Notes `text` of those of `a` whose being in `b` is `in`, if there are any. */
static int note_those(struct info *info, const struct cpus *a, const struct cpus *b, bool in,
                      const char *text)
{
    struct cpus those = {0};
    int status = 0;

    for (size_t i = 0; status == 0 && i < a->count; i++)
        if (cpus_has(b, a->ids[i]) == in)
            status = cpus_add(&those, a->ids[i]);
    if (status == 0 && those.count)
        status = info_add_note(info, &those, "%s", text);
    cpus_free(&those);
    return status;
}

static int check_list(struct info *info, const struct info_list *list, const char *name)
{
    if (list->error != EINVAL)
        return 0;
    return info_add_note(info, NULL, "the list of CPUs %s can't be understood", name);
}

static int check_holes(struct info *info)
{
    const struct cpus *c = &info->present.cpus;
    struct cpus holes = {0};
    char text[64];
    unsigned next = 0;
    int status = 0;

    for (size_t i = 0; status == 0 && i < c->count; i++) {
        for (; status == 0 && next < c->ids[i]; next++)
            status = cpus_add(&holes, next);
        next = c->ids[i] + 1;
    }
    if (status == 0 && holes.count)
        status = info_add_note(info, NULL, "the list of CPUs present has holes: %s",
                               cpus_text(&holes, text, sizeof text));
    cpus_free(&holes);
    return status;
}

static int check_cpus(struct info *info)
{
    const struct cpus *allowed = &info->allowed.cpus;
    const struct cpus *present = &info->present.cpus;
    const struct cpus *online = &info->online.cpus;

    if (check_list(info, &info->present, "present") < 0 ||
        check_list(info, &info->online, "online") < 0 ||
        check_list(info, &info->offline, "offline") < 0 || check_holes(info) < 0)
        return -1;
    if (!info->offline.error &&
        note_those(info, online, &info->offline.cpus, true, "both online and offline") < 0)
        return -1;
    if (!info->present.error &&
        (note_those(info, online, present, false, "online, but not present") < 0 ||
         note_those(info, allowed, present, false, "may be used, but not present") < 0))
        return -1;
    if (info->online.error)
        return 0;
    return note_those(info, allowed, online, false, "may be used, but not online");
}

static int check_nodes(struct info *info)
{
    struct cpus placed = {0};
    struct cpus twice = {0};
    bool complete = info->node_count > 0;
    int status = 0;

    for (size_t n = 0; n < info->node_count; n++) {
        const struct info_list *list = &info->nodes[n].list;

        complete = complete && !list->error;
        for (size_t i = 0; status == 0 && i < list->cpus.count; i++)
            status = cpus_add(cpus_has(&placed, list->cpus.ids[i]) ? &twice : &placed,
                              list->cpus.ids[i]);
    }
    if (status == 0 && twice.count)
        status = info_add_note(info, &twice, "in more than one NUMA node");
    if (status == 0 && complete)
        status = note_those(info, &info->online.cpus, &placed, false, "in no NUMA node");
    cpus_free(&placed);
    cpus_free(&twice);
    return status;
}

static int check_memory(struct info *info)
{
    const struct os_memory *m = &info->memory;

    if (m->total != OS_MEMORY_UNKNOWN && m->available != OS_MEMORY_UNKNOWN &&
        m->available > m->total &&
        info_add_note(info, NULL, "more memory is available than there is") < 0)
        return -1;
    if (!info->thp_error && !info->thp.mode[0] &&
        info_add_note(info, NULL, "transparent huge pages: no mode is chosen in \"%s\"",
                      info->thp.said) < 0)
        return -1;
    for (size_t i = 0; i < info->pool_count; i++) {
        const struct os_pool *p = &info->pools[i];

        if (p->total != OS_MEMORY_UNKNOWN && p->free != OS_MEMORY_UNKNOWN &&
            p->free > p->total &&
            info_add_note(info, NULL, "more huge pages of %llu KiB are free than there are",
                          (unsigned long long)p->page_bytes >> 10) < 0)
            return -1;
    }
    return 0;
}

static int check_speeds(struct info *info)
{
    for (size_t i = 0; i < info->speed_count; i++) {
        const struct info_speed *s = &info->speeds[i];

        if (s->least_khz && s->most_khz && s->least_khz > s->most_khz &&
            info_add_note(info, &s->cpus,
                          "the least frequency, %lu kHz, is above the most, %lu", s->least_khz,
                          s->most_khz) < 0)
            return -1;
    }
    return 0;
}

int info_check(struct info *info)
{
    if (check_cpus(info) < 0 || info_check_caches(info) < 0 || check_speeds(info) < 0 ||
        check_memory(info) < 0 || check_nodes(info) < 0)
        return -1;
    return 0;
}
