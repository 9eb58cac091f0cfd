/* SPDX-License-Identifier: MIT */
/* What was measured, held against what the system says. */
#include "info.h"

#include <stdio.h>
#include <string.h>

#include "suite.h"
#include "table.h"

/* The data cache of a level that the CPU which was measured has, or NULL. */
static const struct os_cache *cache_of(const struct info *info, unsigned level)
{
    for (size_t i = 0; i < info->cache_count; i++)
        if (info->caches[i].cache.level == level && info->caches[i].cache.type != 'I' &&
            cpus_has(&info->caches[i].cpus, info->machine.cpus[0]))
            return &info->caches[i].cache;
    return NULL;
}

static size_t compare_level(const struct info *info, const struct found *found, size_t i,
                            char text[INFO_NOTE])
{
    const struct os_cache *cache = cache_of(info, (unsigned)i + 1);
    char size[2][32];

    if (!cache || cache->bytes == 0 || !found_differs(found->levels[i].bytes, cache->bytes))
        return 0;
    snprintf(text, INFO_NOTE, "L%zu: %s measured, %s as the system says%s", i + 1,
             table_size(found->levels[i].bytes, size[0], sizeof size[0]),
             table_size(cache->bytes, size[1], sizeof size[1]),
             i + 1 == found->count && found->levels[i].bytes < cache->bytes
                 ? ": only a part of it can be used"
                 : "");
    return 1;
}

size_t info_differences(const struct info *info, const struct found *found,
                        char texts[INFO_DIFFERENCES][INFO_NOTE])
{
    const struct fact *line = &info->machine.line;
    size_t count = 0;

    /* Under an emulator caches are the host's, and times nobody's. */
    if (info->machine.emulator[0])
        return 0;
    for (size_t i = 0; i < found->count && (found->whole || i + 1 < found->count); i++)
        count += compare_level(info, found, i, texts[count]);
    if (found->whole && found->count > 0 && cache_of(info, (unsigned)found->count + 1))
        snprintf(texts[count++], INFO_NOTE,
                 "L%zu: not seen in the latencies, as the system says it is there",
                 found->count + 1);
    if (found->line > 0 && !line->assumed && (double)line->bytes != found->line)
        snprintf(texts[count++], INFO_NOTE, "line: %.0f bytes measured, %llu (%s)", found->line,
                 (unsigned long long)line->bytes, line->source);
    return count;
}

void info_doubts(const struct results *measured, const struct sink *sink)
{
    for (size_t i = 0; i < measured->note_count; i++)
        sink_say(sink, "%s", measured->notes[i]);
    for (size_t id = TABLES; id < table_count(measured); id++)
        if (strcmp(table_title(measured, id), LATENCY_SUMMARY_TABLE) == 0)
            table_warnings(measured, id, UNIT_MBPS, sink);
    table_run_warnings(measured, UNIT_MBPS, sink);
}
