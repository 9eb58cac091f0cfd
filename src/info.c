/* SPDX-License-Identifier: MIT */
#include "info.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "cpu.h"
#include "options.h"

enum { CACHES = 16 };

static void take_list(struct info_list *list, int status)
{
    list->error = status < 0 ? errno : 0;
    if (list->error)
        list->cpus = (struct cpus){0};
}

static int add_all(struct cpus *to, const struct cpus *from)
{
    for (size_t i = 0; i < from->count; i++)
        if (cpus_add(to, from->ids[i]) < 0)
            return -1;
    return 0;
}

/*
 * The CPUs that may be used, and what else the system knows of. One that is allowed runs,
 * whatever a list says; without a list of those online, all that are present may.
 */
static int list_cpus(struct info *info, const char *root)
{
    struct cpus *c;

    c = &info->allowed.cpus;
    take_list(&info->allowed, os_cpus_allowed(&c->ids, &c->count));
    c = &info->present.cpus;
    take_list(&info->present, os_cpus(root, OS_CPUS_PRESENT, &c->ids, &c->count));
    c = &info->online.cpus;
    take_list(&info->online, os_cpus(root, OS_CPUS_ONLINE, &c->ids, &c->count));
    c = &info->offline.cpus;
    take_list(&info->offline, os_cpus(root, OS_CPUS_OFFLINE, &c->ids, &c->count));
    if (add_all(&info->running, &info->allowed.cpus) < 0)
        return -1;
    return add_all(&info->running,
                   info->online.error ? &info->present.cpus : &info->online.cpus);
}

/* What a CPU is: by its number, or by what the system or the processor calls it. */
static void name_model(struct info_model *m, const struct info *info, const char *root,
                       unsigned cpu)
{
    m->id = os_cpu_id(root, cpu, &m->source);
    if (m->id) {
        (void)machine_core(m->id, m->name, sizeof m->name);
        return;
    }
    m->source = "/proc/cpuinfo";
    if (os_cpu_text(root, cpu, m->name, sizeof m->name) == 0)
        return;
    m->source = "the processor itself";
    if (info->machine.emulator[0] || cpu_name(m->name, sizeof m->name) < 0)
        m->name[0] = '\0';
}

static int add_model(struct info *info, const char *root, unsigned cpu)
{
    struct info_model model = {.source = ""};
    struct info_model *grown;

    name_model(&model, info, root, cpu);
    for (size_t i = 0; i < info->model_count; i++) {
        struct info_model *m = &info->models[i];

        if (m->id == model.id && strcmp(m->source, model.source) == 0 &&
            strcmp(m->name, model.name) == 0)
            return cpus_add(&m->cpus, cpu);
    }
    grown = array_grow(info->models, info->model_count, sizeof *grown);
    if (!grown)
        return -1;
    info->models = grown;
    grown[info->model_count] = model;
    return cpus_add(&grown[info->model_count++].cpus, cpu);
}

static void widen(struct info_speed *s, unsigned long khz)
{
    if (!khz)
        return;
    if (!s->now_least_khz || khz < s->now_least_khz)
        s->now_least_khz = khz;
    if (khz > s->now_most_khz)
        s->now_most_khz = khz;
}

static int add_speed(struct info *info, const char *root, unsigned cpu)
{
    struct info_speed speed = {.capacity = os_cpu_capacity(root, cpu)};
    struct info_speed *grown;
    struct os_frequency f;

    os_frequency(root, cpu, &f);
    speed.least_khz = f.least_khz;
    speed.most_khz = f.most_khz;
    if (os_governor(root, cpu, speed.governor, sizeof speed.governor) < 0)
        speed.governor[0] = '\0';
    for (size_t i = 0; i < info->speed_count; i++) {
        struct info_speed *s = &info->speeds[i];

        if (s->capacity == speed.capacity && s->least_khz == speed.least_khz &&
            s->most_khz == speed.most_khz && strcmp(s->governor, speed.governor) == 0) {
            widen(s, f.now_khz);
            return cpus_add(&s->cpus, cpu);
        }
    }
    grown = array_grow(info->speeds, info->speed_count, sizeof *grown);
    if (!grown)
        return -1;
    info->speeds = grown;
    widen(&speed, f.now_khz);
    grown[info->speed_count] = speed;
    return cpus_add(&grown[info->speed_count++].cpus, cpu);
}

static bool alike(const struct os_cache *a, const struct os_cache *b)
{
    return a->level == b->level && a->type == b->type && a->bytes == b->bytes &&
           a->line == b->line && a->ways == b->ways && a->sets == b->sets &&
           a->shared == b->shared && strcmp(a->size_said, b->size_said) == 0 &&
           strcmp(a->line_said, b->line_said) == 0 && strcmp(a->ways_said, b->ways_said) == 0;
}

/* The group of a cache, a new one if it is the first of its kind; NULL with errno. */
static struct info_cache *cache_group(struct info *info, const struct os_cache *cache)
{
    struct info_cache *grown;

    for (size_t i = 0; i < info->cache_count; i++)
        if (alike(&info->caches[i].cache, cache))
            return &info->caches[i];
    grown = array_grow(info->caches, info->cache_count, sizeof *grown);
    if (!grown)
        return NULL;
    info->caches = grown;
    grown[info->cache_count].cache = *cache;
    return &grown[info->cache_count++];
}

/* CPUs come in order, so that the last of a group is this one or one before. */
static int add_cache(struct info *info, const char *root, unsigned cpu,
                     const struct os_cache *cache)
{
    struct info_cache *group = cache_group(info, cache);
    struct cpus *sharers;
    struct cpus *grown;

    if (!group)
        return -1;
    if (cpus_has(&group->cpus, cpu)) {
        group->twice = true;
        return 0;
    }
    grown = array_grow(group->sharers, group->cpus.count, sizeof *grown);
    if (!grown)
        return -1;
    group->sharers = grown;
    sharers = &grown[group->cpus.count];
    if (os_cache_sharers(root, cpu, cache->index, &sharers->ids, &sharers->count) < 0)
        *sharers = (struct cpus){0};
    if (cpus_add(&group->cpus, cpu) == 0)
        return 0;
    cpus_free(sharers);
    return -1;
}

static int add_caches(struct info *info, const char *root, unsigned cpu)
{
    struct os_cache caches[CACHES];
    const size_t count = os_caches(root, cpu, caches, CACHES);

    for (size_t i = 0; i < count; i++)
        if (add_cache(info, root, cpu, &caches[i]) < 0)
            return -1;
    return count ? 0 : cpus_add(&info->mute, cpu);
}

static int by_level(const void *a, const void *b)
{
    const struct info_cache *x = a;
    const struct info_cache *y = b;

    if (x->cache.level != y->cache.level)
        return x->cache.level < y->cache.level ? -1 : 1;
    if (x->cache.type != y->cache.type)
        return x->cache.type < y->cache.type ? -1 : 1;
    return x->cpus.ids[0] < y->cpus.ids[0] ? -1 : x->cpus.ids[0] > y->cpus.ids[0];
}

static int describe_cpus(struct info *info, const char *root)
{
    for (size_t i = 0; i < info->running.count; i++) {
        const unsigned cpu = info->running.ids[i];

        if (add_model(info, root, cpu) < 0 || add_speed(info, root, cpu) < 0 ||
            add_caches(info, root, cpu) < 0)
            return -1;
    }
    if (info->cache_count)
        qsort(info->caches, info->cache_count, sizeof *info->caches, by_level);
    return 0;
}

static int describe_nodes(struct info *info, const char *root)
{
    unsigned *ids;
    size_t count;

    info->node_error = os_nodes(root, &ids, &count) < 0 ? errno : 0;
    if (info->node_error)
        return 0;
    info->nodes = calloc(count ? count : 1, sizeof *info->nodes);
    for (size_t i = 0; info->nodes && i < count; i++) {
        struct info_node *node = &info->nodes[i];
        struct cpus *c = &node->list.cpus;

        node->id = ids[i];
        node->bytes = os_node_bytes(root, ids[i]);
        take_list(&node->list, os_node_cpus(root, ids[i], &c->ids, &c->count));
    }
    info->node_count = info->nodes ? count : 0;
    free(ids);
    return info->nodes ? 0 : -1;
}

static void describe_memory(struct info *info, const char *root)
{
    size_t count;

    os_memory(root, &info->memory);
    info->thp_error = os_thp(root, &info->thp, 1, &count) < 0 ? errno : 0;
    info->pool_error =
        os_pools(root, info->pools, INFO_POOLS, &info->pool_count) < 0 ? errno : 0;
    info_add_kinds(info, root);
}

/* What the suites use: as the command line without options would have it. */
static void lay_out(struct info *info)
{
    struct options options;

    options_default(&options);
    (void)layout_plan(&info->layout, &info->machine,
                      &(struct wish){.threads = options.threads,
                                     .pld = options.pld,
                                     .pld_count = options.pld_count});
}

int info_gather(struct info *info, const char *root)
{
    *info = (struct info){0};
    if (machine_describe(&info->machine, root, MACHINE_CPU_ANY, &info->why) == 0)
        info->why = NULL;
    info->timed = timer_learn(&info->timer) == 0;
    if (!info->why)
        lay_out(info);
    describe_memory(info, root);
    if (list_cpus(info, root) < 0 || describe_cpus(info, root) < 0 ||
        describe_nodes(info, root) < 0)
        return -1;
    return info_check(info);
}

void info_free(struct info *info)
{
    machine_free(&info->machine);
    cpus_free(&info->allowed.cpus);
    cpus_free(&info->present.cpus);
    cpus_free(&info->online.cpus);
    cpus_free(&info->offline.cpus);
    cpus_free(&info->running);
    cpus_free(&info->mute);
    for (size_t i = 0; i < info->model_count; i++)
        cpus_free(&info->models[i].cpus);
    for (size_t i = 0; i < info->speed_count; i++)
        cpus_free(&info->speeds[i].cpus);
    for (size_t i = 0; i < info->cache_count; i++) {
        for (size_t j = 0; j < info->caches[i].cpus.count; j++)
            cpus_free(&info->caches[i].sharers[j]);
        free(info->caches[i].sharers);
        cpus_free(&info->caches[i].cpus);
    }
    for (size_t i = 0; i < info->node_count; i++)
        cpus_free(&info->nodes[i].list.cpus);
    for (size_t i = 0; i < info->note_count; i++)
        cpus_free(&info->notes[i].cpus);
    free(info->models);
    free(info->speeds);
    free(info->caches);
    free(info->nodes);
    free(info->notes);
    *info = (struct info){0};
}

const char *info_cache_name(const struct os_cache *cache, char *text, size_t size)
{
    const char *kind = cache->type == 'D'   ? " data"
                       : cache->type == 'I' ? " instr"
                       : cache->type == 'U' ? ""
                                            : " (type?)";

    if (cache->level)
        snprintf(text, size, "L%u%s", cache->level, kind);
    else
        snprintf(text, size, "cache%s", kind);
    return text;
}

bool info_sharers_new(const struct info_cache *cache, size_t i)
{
    for (size_t j = i; j > 0; j--)
        if (cpus_same(&cache->sharers[i], &cache->sharers[j - 1]))
            return false;
    return true;
}

const char *info_reason(int error)
{
    switch (error) {
    case ENOENT:
    case ENOTDIR:
        return "the system does not say";
    case EINVAL:
    case ENODATA:
        return "what the system says can't be understood";
    case ENOSYS:
        return "no more than POSIX is known of this system";
    default:
        return strerror(error);
    }
}
