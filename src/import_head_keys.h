/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_IMPORT_HEAD_KEYS_H
#define MEMSPEED_IMPORT_HEAD_KEYS_H

#include "results.h"

/* The keys that stand once in a saved run, and where plain values go: text into an array or
 * kept, numbers into a size_t. */
enum form { TEXT, KEPT, SIZE, OWN };

struct head_key {
    const char *name;
    bool required;
    enum form form;
    size_t offset; /* in the results */
    size_t size;
    /* Reads a value that has a form of its own; false if it has not that form. */
    bool (*take)(struct results *results, const char *value);
};

#define HEAD_ROUNDS "# rounds"
#define HEAD_CLOCKS "# clock-mhz" /* as many as the rounds, which stand before */
#define HEAD_SAMPLES "# samples"  /* the reader's own */

extern const struct head_key head_keys[];
extern const size_t head_key_count;

#endif
