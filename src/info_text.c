/* SPDX-License-Identifier: MIT */
/* What a machine is, as text: a line per fact, with how it is known behind it. */
#include "info.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "cpu.h"
#include "isa.h"
#include "os.h"
#include "report.h"
#include "table.h"
#include "wrap.h"

enum {
    LINE_SIZE = 1024,
    LIST_SIZE = 48,   /* of CPUs, so that hundreds stay readable */
    SHARERS_SHOWN = 4 /* sets of CPUs that share a cache */
};

/* A line behind its name. What the system says may be anything: no control characters. */
FORMAT(3, 4) static void tell(FILE *f, const char *name, const char *format, ...)
{
    char text[LINE_SIZE];
    char label[32];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (char *p = text; *p; p++)
        if (iscntrl((unsigned char)*p))
            *p = '?';
    snprintf(label, sizeof label, "%-10s ", name);
    wrap_print(f, label, text);
}

/* Appends to a line. */
FORMAT(2, 3) static void put(char text[LINE_SIZE], const char *format, ...)
{
    const size_t used = strlen(text);
    va_list args;

    va_start(args, format);
    vsnprintf(text + used, LINE_SIZE - used, format, args);
    va_end(args);
}

static void put_cpus(char text[LINE_SIZE], const struct cpus *cpus)
{
    char list[LIST_SIZE];

    put(text, "%s %s", cpus->count == 1 ? "CPU" : "CPUs", cpus_text(cpus, list, sizeof list));
}

static const char *unsaid(void)
{
    return info_reason(os_describes() ? ENOENT : ENOSYS);
}

static void tell_list(FILE *f, const char *name, const struct info_list *list,
                      const char *source)
{
    char text[LIST_SIZE];

    if (list->error)
        tell(f, name, "not known: %s", info_reason(list->error));
    else if (list->cpus.count == 0)
        tell(f, name, "none (%s)", source);
    else
        tell(f, name, "%s (%s)", cpus_text(&list->cpus, text, sizeof text), source);
}

static void tell_cpus(const struct info *info, FILE *f)
{
    tell_list(f, "allowed", &info->allowed,
              os_describes() ? "sched_getaffinity" : "how many are online, by sysconf");
    tell_list(f, "present", &info->present, "sysfs");
    tell_list(f, "online", &info->online, "sysfs");
    tell_list(f, "offline", &info->offline, "sysfs");
}

static void tell_model(const struct info_model *m, FILE *f)
{
    char text[LINE_SIZE] = "";

    put_cpus(text, &m->cpus);
    if (m->id && m->name[0])
        put(text, ": %s (MIDR 0x%08lx, %s)", m->name, (unsigned long)m->id, m->source);
    else if (m->id)
        put(text, ": MIDR 0x%08lx (%s), a core whose name is not known here",
            (unsigned long)m->id, m->source);
    else if (m->name[0])
        put(text, ": %s (%s)", m->name, m->source);
    else
        put(text, ": not known: %s", unsaid());
    tell(f, "model", "%s", text);
}

static void put_mhz(char text[LINE_SIZE], unsigned long least, unsigned long most)
{
    if (least != most && least && most)
        put(text, "%.7g to %.7g MHz", (double)least / 1000, (double)most / 1000);
    else
        put(text, "%.7g MHz", (double)(most ? most : least) / 1000);
}

/* Governor and frequency, of those that are said. */
static void put_cpufreq(char text[LINE_SIZE], const struct info_speed *s)
{
    const bool limits = s->least_khz || s->most_khz;

    if (!s->governor[0] && !limits && !s->now_most_khz) {
        put(text, "governor and frequency not known: %s", unsaid());
        return;
    }
    put(text, "governor %s, frequency ", s->governor[0] ? s->governor : "not known");
    if (limits)
        put_mhz(text, s->least_khz, s->most_khz);
    else
        put(text, "limits not known");
    if (s->now_most_khz) {
        put(text, ", now ");
        put_mhz(text, s->now_least_khz, s->now_most_khz);
    }
    put(text, " (sysfs)");
}

static void tell_speed(const struct info_speed *s, FILE *f)
{
    char text[LINE_SIZE] = "";

    put_cpus(text, &s->cpus);
    put(text, ": ");
    put_cpufreq(text, s);
    /* Others are frequencies that stand in the place of capacities. */
    if (s->capacity && s->capacity <= 1024)
        put(text, "; capacity %lu (sysfs)", s->capacity);
    tell(f, "speed", "%s", text);
}

/* "shared by CPUs 0,4 and 1,5", "one each". */
static void put_sharing(char text[LINE_SIZE], const struct info_cache *c)
{
    char list[LIST_SIZE];
    size_t sets = 0;

    if (c->cache.shared == 0) {
        put(text, "; by whom shared, not known");
        return;
    }
    if (c->cache.shared == 1) {
        put(text, "; %s", c->cpus.count > 1 ? "one each" : "not shared");
        return;
    }
    for (size_t i = 0; i < c->cpus.count; i++) {
        if (!info_sharers_new(c, i))
            continue;
        if (sets++ < SHARERS_SHOWN)
            put(text, "%s%s", sets > 1 ? " and " : "; shared by CPUs ",
                cpus_text(&c->sharers[i], list, sizeof list));
    }
    if (sets > SHARERS_SHOWN)
        put(text, " and %zu more such sets", sets - SHARERS_SHOWN);
}

static void tell_cache(const struct info_cache *c, FILE *f)
{
    char text[LINE_SIZE] = "";
    char name[32];
    char size[32];

    put_cpus(text, &c->cpus);
    put(text, ": %s",
        c->cache.bytes ? table_size(c->cache.bytes, size, sizeof size) : "size not known");
    if (c->cache.line)
        put(text, ", lines of %u bytes", c->cache.line);
    else
        put(text, ", line not known");
    if (c->cache.ways)
        put(text, ", %u way%s", c->cache.ways, c->cache.ways == 1 ? "" : "s");
    else
        put(text, ", ways not known");
    put_sharing(text, c);
    put(text, " (sysfs)");
    tell(f, info_cache_name(&c->cache, name, sizeof name), "%s", text);
}

static void tell_caches(const struct info *info, FILE *f)
{
    char text[LINE_SIZE] = "";

    for (size_t i = 0; i < info->cache_count; i++)
        tell_cache(&info->caches[i], f);
    if (info->mute.count == 0)
        return;
    put_cpus(text, &info->mute);
    tell(f, "caches", "%s: not known: %s", text,
         os_describes() ? "there is no cache directory in sysfs" : unsaid());
}

/* "has AVX2, AVX512": those of the bits that have a name; nothing if none has. */
static void put_features(char text[LINE_SIZE], const char *word, uint32_t bits)
{
    const char *before = word;

    for (uint32_t bit = 1; bit; bit <<= 1)
        if ((bits & bit) && cpu_feature_name(bit)) {
            put(text, "%s%s %s", before == word && text[0] ? "; " : "", before,
                cpu_feature_name(bit));
            before = ",";
        }
}

static void tell_features(const struct info *info, FILE *f)
{
    char text[LINE_SIZE] = "";

    put_features(text, "has", info->machine.features);
    put_features(text, "lacks", ~info->machine.features);
    if (text[0])
        tell(f, "features", "%s (%s)", text, ISA_FEATURES_SOURCE);
    else
        tell(f, "features", "the kernels of this build need none");
}

static void put_number(char text[LINE_SIZE], uint64_t number, const char *what)
{
    if (number == OS_MEMORY_UNKNOWN)
        put(text, "%s not known", what);
    else
        put(text, "%llu %s", (unsigned long long)number, what);
}

static void tell_pages(const struct info *info, FILE *f)
{
    char size[32];

    tell(f, "pages", "%s (sysconf)", table_size(info->machine.page_bytes, size, sizeof size));
    if (info->thp_error)
        tell(f, "THP", "not known: %s", info_reason(info->thp_error));
    else
        tell(f, "THP", "%s, pages of %s (%s)",
             info->thp.mode[0] ? info->thp.mode : "mode not known",
             info->thp.page_bytes ? table_size(info->thp.page_bytes, size, sizeof size)
                                  : "a size not known",
             info->thp.source);
    if (info->pool_error)
        tell(f, "huge pages", "not known: %s", info_reason(info->pool_error));
    else if (info->pool_count == 0)
        tell(f, "huge pages", "none (sysfs)");
    for (size_t i = 0; i < info->pool_count; i++) {
        char text[LINE_SIZE] = "";

        put_number(text, info->pools[i].total, "set aside");
        put(text, ", ");
        put_number(text, info->pools[i].free, "free");
        tell(f, "huge pages", "%s: %s (%s)",
             table_size(info->pools[i].page_bytes, size, sizeof size), text,
             info->pools[i].source);
    }
}

static void tell_bytes(FILE *f, const char *name, uint64_t bytes, const char *source)
{
    char size[32];

    if (bytes == OS_MEMORY_UNKNOWN)
        tell(f, name, "not known: %s", unsaid());
    else
        tell(f, name, "%s (%s)", table_size(bytes, size, sizeof size), source);
}

static void tell_node(const struct info_node *node, FILE *f)
{
    char text[LINE_SIZE] = "";
    char size[32];

    if (node->list.error)
        put(text, "CPUs not known");
    else if (node->list.cpus.count == 0)
        put(text, "no CPU");
    else
        put_cpus(text, &node->list.cpus);
    if (node->bytes == OS_MEMORY_UNKNOWN)
        put(text, ", memory not known");
    else
        put(text, ", %s", table_size(node->bytes, size, sizeof size));
    tell(f, "NUMA node", "%u: %s (sysfs)", node->id, text);
}

static void tell_memory(const struct info *info, FILE *f)
{
    const struct os_memory *m = &info->memory;

    tell_bytes(f, "memory", m->total, "/proc/meminfo");
    tell_bytes(f, "available", m->available, m->source);
    if (m->limit != OS_MEMORY_UNKNOWN) {
        tell_bytes(f, "limit", m->limit, "control group");
        tell_bytes(f, "left of it", m->left, "control group");
    } else if (m->grouped) {
        tell(f, "limit", "none found (control group)");
    } else {
        tell(f, "limit", "not known: %s", unsaid());
    }
    if (info->node_error)
        tell(f, "NUMA nodes", "not known: %s", info_reason(info->node_error));
    for (size_t i = 0; i < info->node_count; i++)
        tell_node(&info->nodes[i], f);
}

static void tell_notes(const struct info *info, FILE *f)
{
    for (size_t i = 0; i < info->note_count; i++) {
        char text[LINE_SIZE] = "";

        if (info->notes[i].cpus.count) {
            put_cpus(text, &info->notes[i].cpus);
            put(text, ": ");
        }
        tell(f, "odd", "%s%s", text, info->notes[i].text);
    }
    if (info->note_count == 0)
        tell(f, "odd", "nothing found");
}

/* What -c uses. */
static void tell_use(const struct info *info, FILE *f)
{
    const struct machine *m = &info->machine;
    char size[2][32];

    fprintf(f, "\nmemspeed -c without options:\n");
    if (info->why) {
        tell(f, "nothing", "can be measured: %s", info->why);
        return;
    }
    tell(f, "cpu", "%s", m->cpu_name);
    tell(f, "running on", "CPU %u%s", m->cpus[0],
         m->pinned ? "" : ", not pinned: this system can't");
    report_caches_said(m, f);
    report_sizes(m, &info->layout, 1, f);
    tell(f, "hot bound", "%s: half of L1, or %u ways (%s) x pages of %s",
         table_size(layout_hot_bound(&info->layout, m), size[0], sizeof size[0]), m->l1d_ways,
         m->l1d_ways_assumed ? "assumed" : m->l1d.source,
         table_size(m->page_bytes, size[1], sizeof size[1]));
    if (layout_bytes(&info->layout, 1) > (double)m->memory_available)
        tell(f, "refused", "%.0f KiB are needed, %llu KiB are available",
             layout_bytes(&info->layout, 1) / 1024,
             (unsigned long long)m->memory_available / 1024);
}

static void tell_kinds(const struct info *info, FILE *f)
{
    char text[INFO_NOTE];

    fprintf(f, "\nmemory that -c --memory takes:\n");
    for (size_t i = 0; i < info->kind_count; i++)
        tell(f, info->kinds[i].name, "%s", info_kind_text(&info->kinds[i], text));
}

static void tell_doubt(void *arg, const char *text)
{
    tell(arg, "warning", "%s", text);
}

/* Caches and memory as they were measured, and where the system says otherwise. */
static void tell_found(const struct info *info, const struct results *measured, FILE *f)
{
    char texts[INFO_DIFFERENCES][INFO_NOTE];
    struct found found;
    size_t count;
    char size[32];

    found_read(&found, measured);
    count = info_differences(info, &found, texts);
    for (size_t i = 0; i < found.count; i++)
        tell(f, "measured", "L%zu: %s, %.3g ns", i + 1,
             table_size(found.levels[i].bytes, size, sizeof size), found.levels[i].ns);
    if (!isnan(found.random_ns))
        tell(f, "measured", "memory: %.3g ns in the order of addresses, %.3g ns in none",
             found.stride_ns, found.random_ns);
    if (found.line > 0)
        tell(f, "measured", "lines of %.0f bytes", found.line);
    if (found.tlb_pages > 0)
        tell(f, "measured", "%.0f pages in the first TLB", found.tlb_pages);
    if (found.parallel > 0)
        tell(f, "measured", "%.1f loads from memory under way at once", found.parallel);
    for (size_t i = 0; i < count; i++)
        tell(f, "differs", "%s", texts[i]);
    info_doubts(measured, &(struct sink){tell_doubt, f});
}

void info_text(const struct info *info, const struct results *measured, FILE *stream)
{
    const struct machine *m = &info->machine;

    tell(stream, "memspeed", "%s, %s kernels", MEMSPEED_VERSION, ISA_NAME);
    tell(stream, "host", "%s", m->host);
    tell(stream, "kernel", "%s", m->kernel);
    if (m->emulator[0])
        tell(stream, "note",
             "EMULATED by %s: what sysfs and /proc say is the host's, and times mean nothing",
             m->emulator);
    tell_cpus(info, stream);
    for (size_t i = 0; i < info->model_count; i++)
        tell_model(&info->models[i], stream);
    for (size_t i = 0; i < info->speed_count; i++)
        tell_speed(&info->speeds[i], stream);
    tell_features(info, stream);
    tell_caches(info, stream);
    tell_pages(info, stream);
    tell_memory(info, stream);
    if (info->timed)
        tell(stream, "clock", "%s, steps of %llu ns, %llu ns for a reading (measured)",
             os_clock_name(), (unsigned long long)info->timer.step_ns,
             (unsigned long long)info->timer.cost_ns);
    else
        tell(stream, "clock", "%s, which does not advance (measured)", os_clock_name());
    if (measured)
        tell_found(info, measured, stream);
    tell_notes(info, stream);
    tell_use(info, stream);
    tell_kinds(info, stream);
}
