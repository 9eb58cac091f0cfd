/* SPDX-License-Identifier: MIT */
#include "gups.h"

#include <errno.h>

#include "os.h"

enum { SLICE = 1 << 20 }; /* after so many words it is looked for signals */

/* The product of two polynomials. */
static uint64_t multiply(uint64_t a, uint64_t b)
{
    uint64_t product = 0;

    for (; b; b >>= 1, a = gups_next(a))
        if (b & 1)
            product ^= a;
    return product;
}

uint64_t gups_starts(uint64_t n)
{
    uint64_t power = 2; /* x to the bit of n at hand */
    uint64_t ran = 1;

    for (; n; n >>= 1, power = multiply(power, power))
        if (n & 1)
            ran = multiply(ran, power);
    return ran;
}

int gups_log2(uint64_t bytes)
{
    const uint64_t most = (uint64_t)SIZE_MAX / 4 + 1;
    int log2 = -1;

    if (bytes > most)
        bytes = most;
    for (bytes /= sizeof(uint64_t); bytes; bytes /= 2)
        log2++;
    return log2;
}

uint64_t gups_updates(unsigned log2)
{
    return UINT64_C(4) << log2;
}

int gups_open(struct gups *gups, void *base, size_t bytes, unsigned log2)
{
    const int most = gups_log2(bytes);

    *gups = (struct gups){.table = base, .log2 = log2, .ran = 1};
    if ((uintptr_t)base % sizeof(uint64_t)) {
        errno = EINVAL;
        return -1;
    }
    if (most < 0 || log2 > (unsigned)most) {
        errno = ENOMEM;
        return -1;
    }
    for (size_t i = 0; i < (size_t)1 << log2; i++) {
        gups->table[i] = i;
        if (i % SLICE == 0 && os_signal()) {
            errno = EINTR;
            return -1;
        }
    }
    return 0;
}

uint64_t gups_errors(const struct gups *gups)
{
    uint64_t errors = 0;

    for (size_t i = 0; i < (size_t)1 << gups->log2; i++)
        errors += gups->table[i] != i;
    return errors;
}
