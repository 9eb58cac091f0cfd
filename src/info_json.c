/* SPDX-License-Identifier: MIT */
/* What a machine is, as one line of JSON; README describes the members. */
#include "info.h"

#include <errno.h>
#include <math.h>

#include "cpu.h"
#include "isa.h"
#include "json.h"
#include "kernel.h"
#include "os.h"

static void put_cpus(struct json *json, const char *key, const struct cpus *cpus)
{
    json_open(json, key, '[');
    for (size_t i = 0; i < cpus->count; i++)
        json_number(json, NULL, cpus->ids[i]);
    json_close(json, ']');
}

/* Numbers that are not known are null. */
static void put_known(struct json *json, const char *key, uint64_t value, uint64_t unknown)
{
    if (value == unknown)
        json_null(json, key);
    else
        json_number(json, key, value);
}

static void put_list(struct json *json, const char *key, const struct info_list *list)
{
    if (list->error)
        json_null(json, key);
    else
        put_cpus(json, key, &list->cpus);
}

static void put_models(struct json *json, const struct info *info)
{
    json_open(json, "models", '[');
    for (size_t i = 0; i < info->model_count; i++) {
        const struct info_model *m = &info->models[i];
        char midr[16] = "";

        if (m->id)
            snprintf(midr, sizeof midr, "0x%08lx", (unsigned long)m->id);
        json_open(json, NULL, '{');
        put_cpus(json, "cpus", &m->cpus);
        json_known(json, "name", m->name);
        json_known(json, "midr", midr);
        json_known(json, "source", m->id || m->name[0] ? m->source : "");
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_speeds(struct json *json, const struct info *info)
{
    json_open(json, "speeds", '[');
    for (size_t i = 0; i < info->speed_count; i++) {
        const struct info_speed *s = &info->speeds[i];

        json_open(json, NULL, '{');
        put_cpus(json, "cpus", &s->cpus);
        json_known(json, "governor", s->governor);
        put_known(json, "least_khz", s->least_khz, 0);
        put_known(json, "most_khz", s->most_khz, 0);
        put_known(json, "now_least_khz", s->now_least_khz, 0);
        put_known(json, "now_most_khz", s->now_most_khz, 0);
        put_known(json, "capacity", s->capacity <= 1024 ? s->capacity : 0, 0);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_sharers(struct json *json, const struct info_cache *c)
{
    json_open(json, "shared_by", '[');
    for (size_t i = 0; i < c->cpus.count; i++)
        if (c->sharers[i].count && info_sharers_new(c, i))
            put_cpus(json, NULL, &c->sharers[i]);
    json_close(json, ']');
}

static void put_caches(struct json *json, const struct info *info)
{
    json_open(json, "caches", '[');
    for (size_t i = 0; i < info->cache_count; i++) {
        const struct info_cache *c = &info->caches[i];
        const char type = c->cache.type;

        json_open(json, NULL, '{');
        put_cpus(json, "cpus", &c->cpus);
        put_known(json, "level", c->cache.level, 0);
        json_known(json, "type",
                   type == 'D'   ? "data"
                   : type == 'I' ? "instruction"
                   : type == 'U' ? "unified"
                                 : "");
        put_known(json, "bytes", c->cache.bytes, 0);
        put_known(json, "line", c->cache.line, 0);
        put_known(json, "ways", c->cache.ways, 0);
        put_known(json, "sets", c->cache.sets, 0);
        put_sharers(json, c);
        json_close(json, '}');
    }
    json_close(json, ']');
    put_cpus(json, "without_caches", &info->mute);
}

static void put_cpu_facts(struct json *json, const struct info *info)
{
    put_list(json, "cpus_allowed", &info->allowed);
    put_list(json, "cpus_present", &info->present);
    put_list(json, "cpus_online", &info->online);
    put_list(json, "cpus_offline", &info->offline);
    put_models(json, info);
    put_speeds(json, info);
    json_open(json, "features", '{');
    for (uint32_t bit = 1; bit; bit <<= 1)
        if (cpu_feature_name(bit))
            json_bool(json, cpu_feature_name(bit), info->machine.features & bit);
    json_close(json, '}');
    put_caches(json, info);
}

static void put_pages(struct json *json, const struct info *info)
{
    json_number(json, "page_bytes", info->machine.page_bytes);
    json_known(json, "thp", info->thp.mode);
    put_known(json, "thp_bytes", info->thp.page_bytes, 0);
    if (info->pool_error) {
        json_null(json, "huge_pages");
        return;
    }
    json_open(json, "huge_pages", '[');
    for (size_t i = 0; i < info->pool_count; i++) {
        json_open(json, NULL, '{');
        json_number(json, "page_bytes", info->pools[i].page_bytes);
        put_known(json, "set_aside", info->pools[i].total, OS_MEMORY_UNKNOWN);
        put_known(json, "free", info->pools[i].free, OS_MEMORY_UNKNOWN);
        json_text(json, "source", info->pools[i].source);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_memory(struct json *json, const struct info *info)
{
    const struct os_memory *m = &info->memory;

    put_known(json, "memory_bytes", m->total, OS_MEMORY_UNKNOWN);
    put_known(json, "available_bytes", m->available, OS_MEMORY_UNKNOWN);
    put_known(json, "limit_bytes", m->limit, OS_MEMORY_UNKNOWN);
    put_known(json, "limit_left_bytes", m->left, OS_MEMORY_UNKNOWN);
    if (info->node_error) {
        json_null(json, "nodes");
        return;
    }
    json_open(json, "nodes", '[');
    for (size_t i = 0; i < info->node_count; i++) {
        json_open(json, NULL, '{');
        json_number(json, "node", info->nodes[i].id);
        put_list(json, "cpus", &info->nodes[i].list);
        put_known(json, "bytes", info->nodes[i].bytes, OS_MEMORY_UNKNOWN);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_notes(struct json *json, const struct info *info)
{
    json_open(json, "odd", '[');
    for (size_t i = 0; i < info->note_count; i++) {
        json_open(json, NULL, '{');
        put_cpus(json, "cpus", &info->notes[i].cpus);
        json_text(json, "text", info->notes[i].text);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_fact(struct json *json, const char *key, const struct fact *fact)
{
    json_open(json, key, '{');
    json_number(json, "bytes", fact->bytes);
    json_text(json, "source", fact->source);
    json_bool(json, "assumed", fact->assumed);
    json_close(json, '}');
}

/* How what stands above is known, where it is not said there; and why the rest is null. */
static void put_sources(struct json *json, const struct info *info)
{
    const bool describes = os_describes();
    const struct {
        const char *key;
        int error;
    } asked[] = {{"cpus_allowed", info->allowed.error},
                 {"cpus_present", info->present.error},
                 {"cpus_online", info->online.error},
                 {"cpus_offline", info->offline.error},
                 {"thp", info->thp_error},
                 {"huge_pages", info->pool_error},
                 {"nodes", info->node_error}};

    json_open(json, "sources", '{');
    json_text(json, "cpus_allowed", describes ? "sched_getaffinity" : "sysconf");
    json_known(json, "features", ISA_FEATURES_SOURCE);
    json_text(json, "page_bytes", "sysconf");
    json_known(json, "thp", info->thp_error ? "" : info->thp.source);
    json_text(json, "clock", "measured");
    json_known(json, "memory", describes ? "/proc/meminfo, control group" : "");
    json_known(json, "available", info->memory.source ? info->memory.source : "");
    json_known(json, "others", describes ? "sysfs" : "");
    json_close(json, '}');
    json_open(json, "not_known", '{');
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++)
        if (asked[i].error)
            json_text(json, asked[i].key, info_reason(asked[i].error));
    json_text(json, "others", info_reason(describes ? ENOENT : ENOSYS));
    json_close(json, '}');
}

static void put_use(struct json *json, const struct info *info)
{
    const struct machine *m = &info->machine;
    const struct layout *l = &info->layout;

    json_known(json, "obstacle", info->why ? info->why : "");
    if (info->why) {
        json_null(json, "classic");
        return;
    }
    json_open(json, "classic", '{');
    json_number(json, "cpu", m->cpus[0]);
    json_bool(json, "pinned", m->pinned);
    put_fact(json, "line", &m->line);
    put_fact(json, "l1d", &m->l1d);
    json_number(json, "l1d_ways", m->l1d_ways);
    json_bool(json, "l1d_ways_assumed", m->l1d_ways_assumed);
    put_fact(json, "llc", &m->llc);
    json_number(json, "hot_bound_bytes", layout_hot_bound(l, m));
    json_open(json, "block_bytes", '{');
    for (int op = 0; op < OPS; op++)
        json_number(json, kernel_op_name((enum op)op), l->hot[op].block_bytes);
    json_close(json, '}');
    json_number(json, "buffer_bytes", l->buffer_bytes);
    json_double(json, "needed_bytes", layout_bytes(l, 1));
    json_close(json, '}');
}

static void put_doubt(void *arg, const char *text)
{
    json_text(arg, NULL, text);
}

static void put_found(struct json *json, const struct info *info,
                      const struct results *measured)
{
    char texts[INFO_DIFFERENCES][INFO_NOTE];
    struct found found;
    size_t count;

    found_read(&found, measured);
    count = info_differences(info, &found, texts);
    json_open(json, "measured", '{');
    json_open(json, "caches", '[');
    for (size_t i = 0; i < found.count; i++) {
        json_open(json, NULL, '{');
        json_number(json, "level", i + 1);
        json_number(json, "bytes", found.levels[i].bytes);
        json_double(json, "ns", found.levels[i].ns);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_double(json, "memory_stride_ns", found.stride_ns);
    json_double(json, "memory_random_ns", found.random_ns);
    json_double(json, "line", found.line > 0 ? found.line : NAN);
    json_double(json, "tlb_pages", found.tlb_pages > 0 ? found.tlb_pages : NAN);
    json_double(json, "parallel_loads", found.parallel > 0 ? found.parallel : NAN);
    json_open(json, "differs", '[');
    for (size_t i = 0; i < count; i++)
        json_text(json, NULL, texts[i]);
    json_close(json, ']');
    json_open(json, "warnings", '[');
    info_doubts(measured, &(struct sink){put_doubt, json});
    json_close(json, ']');
    json_close(json, '}');
}

void info_json(const struct info *info, const struct results *measured, FILE *stream)
{
    struct json json = {.stream = stream};

    json_open(&json, NULL, '{');
    json_text(&json, "memspeed", MEMSPEED_VERSION);
    json_text(&json, "isa", ISA_NAME);
    json_text(&json, "host", info->machine.host);
    json_text(&json, "kernel", info->machine.kernel);
    json_known(&json, "emulated", info->machine.emulator);
    put_cpu_facts(&json, info);
    put_pages(&json, info);
    info_json_kinds(info, &json);
    put_memory(&json, info);
    json_text(&json, "clock", os_clock_name());
    put_known(&json, "clock_step_ns", info->timed ? info->timer.step_ns : 0, 0);
    put_known(&json, "clock_reading_ns", info->timed ? info->timer.cost_ns : UINT64_MAX,
              UINT64_MAX);
    put_sources(&json, info);
    put_notes(&json, info);
    if (measured)
        put_found(&json, info, measured);
    put_use(&json, info);
    json_close(&json, '}');
    fputc('\n', stream);
}
