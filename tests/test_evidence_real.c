/* SPDX-License-Identifier: MIT */
/* Ordinary memory of this machine is cached: the times say so, or, if emulated, nothing. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "evidence.h"
#include "os.h"

enum { BYTES = 8 << 20, TIMES = 20, MOST_MS = 200 };

static unsigned char *map(void)
{
    unsigned char *p = os_map(BYTES);

    if (CHECK(p != NULL))
        memset(p, 1, BYTES);
    return p;
}

/* Times of memory that may be written, or not. */
static void take(struct evidence *e, unsigned char *base, unsigned char *normal, bool writable)
{
    const struct evidence_want want = {base, base, BYTES, writable, normal, BYTES, 64};
    struct timer timer;
    clock_t start;

    CHECK_EQ_I64(timer_learn(&timer), 0);
    /* Others may have the processor meanwhile. */
    start = clock();
    evidence_take(e, &want, &timer);
    CHECK((clock() - start) / (CLOCKS_PER_SEC / 1000) < MOST_MS);
}

static bool same(const unsigned char *base, unsigned char byte)
{
    for (size_t i = 0; i < BYTES; i++)
        if (base[i] != byte)
            return false;
    return true;
}

int main(void)
{
    unsigned char *base = map();
    unsigned char *normal = map();
    char name[64];
    const bool emulated = os_emulator(name, sizeof name);

    if (!base || !normal)
        return check_done("evidence_real");
    for (int i = 0; i < TIMES; i++) {
        struct evidence e;
        char text[256];

        take(&e, base, normal, i % 2);
        CHECK(e.again > 0 && e.hit > 0 && e.miss > 0 && e.hot_read > 0 && e.cold_read > 0);
        CHECK(i % 2 ? e.store_next > 0 && e.store_apart > 0
                    : isnan(e.store_next) && isnan(e.store_apart));
        if (i == 0)
            CHECK(same(base, 1)); /* what may not be written is not */
        if (!emulated && !CHECK_STR(caching_name(evidence_judge(&e)), "cached"))
            fprintf(stderr, "    %s\n", evidence_text(&e, text, sizeof text));
    }
    CHECK(same(normal, 1));
    os_unmap(base, BYTES);
    os_unmap(normal, BYTES);
    return check_done("evidence_real");
}
