/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_INFO_H
#define MEMSPEED_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cpus.h"
#include "format.h"
#include "found.h"
#include "json.h"
#include "layout.h"
#include "machine.h"
#include "os.h"
#include "os_device.h"
#include "pages.h"
#include "table.h"
#include "timer.h"

enum {
    INFO_NOTE = 224,
    INFO_POOLS = 16,
    INFO_KINDS = PAGES_KINDS + 2 + DEVICE_OFFERS, /* "thp" and "huge" where there are none */
};

/* A list that the system gives; `error` is the errno if it can't be had, else 0. */
struct info_list {
    struct cpus cpus;
    int error;
};

/* What CPUs are; name "" and id 0 where that is not known. `source` is a constant. */
struct info_model {
    struct cpus cpus;
    uint32_t id; /* MIDR */
    char name[MACHINE_TEXT];
    const char *source;
};

/* Caches that are described alike, by the CPUs that describe them. */
struct info_cache {
    struct cpus cpus;
    struct os_cache cache; /* its index is the first CPU's */
    struct cpus *sharers;  /* of each CPU's, in the order of `cpus`; empty if not said */
    bool twice;            /* a CPU describes two of them */
};

/* How fast CPUs may be; now_* are the least and the most of their present clocks. */
struct info_speed {
    struct cpus cpus;
    unsigned long capacity;
    char governor[32];
    unsigned long least_khz;
    unsigned long most_khz;
    unsigned long now_least_khz;
    unsigned long now_most_khz;
};

struct info_node {
    unsigned id;
    struct info_list list;
    uint64_t bytes; /* OS_MEMORY_UNKNOWN */
};

/* A kind of memory, as --memory takes it: what is there, or why it can't be had. */
struct info_kind {
    char name[KIND_NAME];
    bool usable;
    enum caching documented; /* of devices */
    char note[DEVICE_TEXT];
};

/* Something that looks wrong; of the whole machine if `cpus` is empty. */
struct info_note {
    struct cpus cpus;
    char text[INFO_NOTE];
};

/* What a machine is. Arrays stand with their counts; CPUs that are alike stand together. */
struct info {
    struct machine machine; /* as a run takes it */
    const char *why;        /* why nothing can be measured, or NULL */
    struct layout layout;   /* as a run without options lays out; not if `why` */
    struct timer timer;
    bool timed; /* the clock advances */
    struct info_list allowed;
    struct info_list present;
    struct info_list online;
    struct info_list offline;
    struct cpus running; /* those that are described below: not the ones that are offline */
    struct cpus mute;    /* of these, those that describe no cache */
    struct info_model *models;
    size_t model_count;
    struct info_cache *caches;
    size_t cache_count;
    struct info_speed *speeds;
    size_t speed_count;
    struct os_thp thp; /* the size that replaces a page table */
    int thp_error;
    struct os_pool pools[INFO_POOLS];
    size_t pool_count;
    int pool_error;
    struct info_kind kinds[INFO_KINDS];
    size_t kind_count;
    struct os_memory memory;
    struct info_node *nodes;
    size_t node_count;
    int node_error;
    struct info_note *notes;
    size_t note_count;
};

/*
 * Describes the machine; `root` as in os.h. What can't be known is left out and never a
 * failure: -1 with errno only where memory runs out. To be freed in either case.
 */
int info_gather(struct info *info, const char *root);
void info_free(struct info *info);

/* Adds to `notes` what looks wrong. A part of info_gather(). */
int info_check(struct info *info);

/* A part of info_check(): notes of the caches; adds one note, for no CPUs if `cpus` is NULL. */
int info_check_caches(struct info *info);
int info_add_note(struct info *info, const struct cpus *cpus, const char *format, ...)
    FORMAT(3, 4);

/* Adds the kinds of memory. A part of info_gather(), behind thp and pools. */
void info_add_kinds(struct info *info, const char *root);

/* "vgem, documented as write-combined", "can't be had: there is no /dev/fb*". Returns text. */
const char *info_kind_text(const struct info_kind *kind, char text[INFO_NOTE]);

/* A part of info_json(). */
void info_json_kinds(const struct info *info, struct json *json);

/* "L1 data", "L2", "cache of unknown level". Returns text. */
const char *info_cache_name(const struct os_cache *cache, char *text, size_t size);

/* Whether the CPUs that share the cache of the i-th are a set that no CPU before has named. */
bool info_sharers_new(const struct info_cache *cache, size_t i);

/* Why a fact is not known, as an errno tells it. */
const char *info_reason(int error);

/*
 * Writes all that is known; what was not, is said with the reason. `measured` are the results
 * of the latency suite, or NULL: where the system says otherwise than they do, both are
 * written, and what makes them doubtful. Errors are the stream's.
 */
void info_text(const struct info *info, const struct results *measured, FILE *stream);
void info_json(const struct info *info, const struct results *measured, FILE *stream);

/* What makes measured latencies doubtful: notes and warnings of the run. */
void info_doubts(const struct results *measured, const struct sink *sink);

/* Where what was measured is not what the system says: its text, for the i-th of them. */
enum { INFO_DIFFERENCES = CURVE_LEVELS + 2 };
size_t info_differences(const struct info *info, const struct found *found,
                        char texts[INFO_DIFFERENCES][INFO_NOTE]);

#endif
