/* SPDX-License-Identifier: MIT */
/* What the system says of caches that looks wrong. */
#include "info.h"

#include <string.h>

#include "table.h"

/* "not said: size, line" or what is said instead: nothing where all is well. */
static void list_missing(const struct os_cache *c, char *text, size_t size)
{
    const struct {
        bool missing;
        const char *name;
    } parts[] = {
        {c->level == 0, "level"},
        {c->type == 0, "type"},
        {c->bytes == 0 && !c->size_said[0], "size"},
        {c->line == 0 && !c->line_said[0], "line"},
        {c->ways == 0 && !c->ways_said[0], "ways"},
        {c->shared == 0, "who shares it"},
    };

    text[0] = '\0';
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i].missing) {
            const size_t used = strlen(text);

            snprintf(text + used, size - used, "%s%s", used ? ", " : "", parts[i].name);
        }
}

/* What is said, but by no cache meant. */
static int check_said(struct info *info, const struct info_cache *group, const char *name)
{
    const struct os_cache *c = &group->cache;

    if (c->bytes == 0 && c->size_said[0] &&
        info_add_note(info, &group->cpus, "%s: a size of %s is said", name, c->size_said) < 0)
        return -1;
    if (c->line == 0 && c->line_said[0] &&
        info_add_note(info, &group->cpus, "%s: lines of %s bytes are said", name,
                      c->line_said) < 0)
        return -1;
    if (c->ways == 0 && c->ways_said[0] &&
        info_add_note(info, &group->cpus, "%s: %s ways are said", name, c->ways_said) < 0)
        return -1;
    return 0;
}

/* Whether sets, ways and lines make the size. */
static int check_shape(struct info *info, const struct info_cache *group, const char *name)
{
    const struct os_cache *c = &group->cache;
    const uint64_t set = (uint64_t)c->ways * c->line;
    char said[32];
    char made[32];

    table_size(c->bytes, said, sizeof said);
    if (c->sets == 1)
        return info_add_note(info, &group->cpus, "%s: one set is said", name);
    if (c->bytes == 0 || set == 0)
        return 0;
    if (c->sets && c->sets * set != c->bytes)
        return info_add_note(info, &group->cpus,
                             "%s: %u sets of %u ways of %u bytes are %s, but %s are said", name,
                             c->sets, c->ways, c->line,
                             table_size(c->sets * set, made, sizeof made), said);
    if (c->bytes % set)
        return info_add_note(info, &group->cpus,
                             "%s: %s are no whole number of sets of %u ways of %u bytes", name,
                             said, c->ways, c->line);
    return 0;
}

static bool same_place(const struct info_cache *a, const struct info_cache *b)
{
    return a->cache.level == b->cache.level && a->cache.type == b->cache.type;
}

/* The group of the same level and type that a CPU is in, or NULL. */
static const struct info_cache *group_of(const struct info *info, const struct info_cache *like,
                                         unsigned cpu)
{
    for (size_t i = 0; i < info->cache_count; i++)
        if (same_place(&info->caches[i], like) && cpus_has(&info->caches[i].cpus, cpu))
            return &info->caches[i];
    return NULL;
}

static const struct cpus *sharers_of(const struct info_cache *group, unsigned cpu)
{
    size_t at = 0;

    while (group->cpus.ids[at] != cpu)
        at++;
    return &group->sharers[at];
}

/* What is wrong with how a cache is shared: none of it, but in sum. */
struct sharing {
    struct cpus without_itself;
    struct cpus away;      /* sharers that are not online */
    struct cpus differing; /* sharers that describe it otherwise, or share it otherwise */
};

static int check_sharer(struct info *info, const struct info_cache *group, size_t i,
                        struct sharing *wrong)
{
    const struct cpus *sharers = &group->sharers[i];

    if (sharers->count && !cpus_has(sharers, group->cpus.ids[i]) &&
        cpus_add(&wrong->without_itself, group->cpus.ids[i]) < 0)
        return -1;
    /* All that share it and say the same: the usual case, and many comparisons saved. */
    if (i > 0 && cpus_same(sharers, &group->sharers[i - 1]))
        return 0;
    for (size_t j = 0; j < sharers->count; j++) {
        const unsigned cpu = sharers->ids[j];
        const struct info_cache *other = group_of(info, group, cpu);

        if (cpu == group->cpus.ids[i])
            continue;
        if (!cpus_has(&info->running, cpu)) {
            if (!info->online.error && cpus_add(&wrong->away, cpu) < 0)
                return -1;
        } else if (!cpus_has(&info->mute, cpu) &&
                   (other != group || !cpus_same(sharers_of(group, cpu), sharers)) &&
                   cpus_add(&wrong->differing, cpu) < 0) {
            return -1;
        }
    }
    return 0;
}

static int note_sharing(struct info *info, const struct info_cache *group, const char *name,
                        const struct sharing *wrong)
{
    char text[64];

    if (wrong->without_itself.count &&
        info_add_note(info, &wrong->without_itself, "%s: said to be shared by others only",
                      name) < 0)
        return -1;
    if (wrong->away.count &&
        info_add_note(info, &group->cpus,
                      "%s: said to be shared with CPUs that are not online: %s", name,
                      cpus_text(&wrong->away, text, sizeof text)) < 0)
        return -1;
    if (wrong->differing.count &&
        info_add_note(info, &group->cpus,
                      "%s: said to be shared with CPUs that describe it otherwise: %s", name,
                      cpus_text(&wrong->differing, text, sizeof text)) < 0)
        return -1;
    return 0;
}

static int check_sharing(struct info *info, const struct info_cache *group, const char *name)
{
    struct sharing wrong = {0};
    int status = 0;

    for (size_t i = 0; status == 0 && i < group->cpus.count; i++)
        status = check_sharer(info, group, i, &wrong);
    if (status == 0)
        status = note_sharing(info, group, name, &wrong);
    cpus_free(&wrong.without_itself);
    cpus_free(&wrong.away);
    cpus_free(&wrong.differing);
    return status;
}

/* Two caches of a level and type in one CPU. */
static int check_twice(struct info *info, size_t at, const char *name)
{
    const struct info_cache *group = &info->caches[at];
    struct cpus twice = {0};
    int status = 0;

    for (size_t i = 0; status == 0 && i < at; i++)
        for (size_t j = 0; status == 0 && j < group->cpus.count; j++)
            if (same_place(group, &info->caches[i]) &&
                cpus_has(&info->caches[i].cpus, group->cpus.ids[j]))
                status = cpus_add(&twice, group->cpus.ids[j]);
    if (status == 0 && (twice.count || group->twice))
        status = info_add_note(info, twice.count ? &twice : &group->cpus,
                               "%s: described more than once", name);
    cpus_free(&twice);
    return status;
}

/* Caches farther away are larger, or of no use. */
static int check_order(struct info *info, const struct info_cache *group, const char *name)
{
    const struct os_cache *c = &group->cache;

    for (size_t i = 0; i < info->cache_count && c->type != 'I'; i++) {
        const struct os_cache *far = &info->caches[i].cache;
        char size[2][32];
        char other[32];

        if (far->level <= c->level || far->type == 'I' || far->bytes == 0 ||
            far->bytes >= c->bytes || !cpus_has(&info->caches[i].cpus, group->cpus.ids[0]))
            continue;
        return info_add_note(info, &group->cpus, "%s: %s are said, and of %s only %s", name,
                             table_size(c->bytes, size[0], sizeof size[0]),
                             info_cache_name(far, other, sizeof other),
                             table_size(far->bytes, size[1], sizeof size[1]));
    }
    return 0;
}

int info_check_caches(struct info *info)
{
    for (size_t i = 0; i < info->cache_count; i++) {
        const struct info_cache *group = &info->caches[i];
        char missing[96];
        char name[32];

        info_cache_name(&group->cache, name, sizeof name);
        list_missing(&group->cache, missing, sizeof missing);
        if (missing[0] &&
            info_add_note(info, &group->cpus, "%s: not said: %s", name, missing) < 0)
            return -1;
        if (check_said(info, group, name) < 0 || check_shape(info, group, name) < 0 ||
            check_order(info, group, name) < 0 || check_sharing(info, group, name) < 0 ||
            check_twice(info, i, name) < 0)
            return -1;
    }
    if (info->cache_count && info->mute.count)
        return info_add_note(info, &info->mute,
                             "no cache is described, unlike those of others");
    return 0;
}
