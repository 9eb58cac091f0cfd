/* SPDX-License-Identifier: MIT */
/*
 * Byte by byte through volatile pointers, so that the compiler leaves every access where it is.
 * The write kernels claim to be STR: a period of 32 bytes.
 */
#include "broken.h"

enum { PERIOD = 32, BLOCK = 256, WORD = 4 };

static void write_bytes(const struct pass *pass, size_t begin, size_t end)
{
    volatile unsigned char *const dst = pass->dst;
    const volatile unsigned char *const pattern = pass->src;

    for (size_t i = begin; i != end; i++)
        dst[i] = pattern[i % PERIOD];
}

static void read_bytes(const struct pass *pass, size_t begin, size_t end)
{
    const volatile unsigned char *const src = pass->src;

    for (size_t i = begin; i != end; i++)
        (void)src[i];
}

static void copy_bytes(const struct pass *pass, size_t begin, size_t end)
{
    volatile unsigned char *const dst = pass->dst;
    const volatile unsigned char *const src = pass->src;

    for (size_t i = begin; i != end; i++)
        dst[i] = src[i];
}

typedef void range_fn(const struct pass *pass, size_t begin, size_t end);

static void all_passes(const struct pass *pass, range_fn *range, size_t begin, size_t end)
{
    for (size_t n = pass->passes; n != 0; n--)
        range(pass, begin, end);
}

/* Defines a kernel that covers [begin, end) in every pass. */
#define RANGE(name, range, begin, end)                                                         \
    static void name(const struct pass *pass)                                                  \
    {                                                                                          \
        all_passes(pass, range, begin, end);                                                   \
    }

/* Defines a kernel that is sound, and then does something more. */
#define AND_THEN(name, range, ...)                                                             \
    static void name(const struct pass *pass)                                                  \
    {                                                                                          \
        all_passes(pass, range, 0, pass->bytes);                                               \
        __VA_ARGS__;                                                                           \
    }

void broken_sound_write(const struct pass *pass)
{
    all_passes(pass, write_bytes, 0, pass->bytes);
}

RANGE(sound_read, read_bytes, 0, pass->bytes)
RANGE(sound_copy, copy_bytes, 0, pass->bytes)

RANGE(write_late, write_bytes, WORD, pass->bytes)
RANGE(write_short, write_bytes, 0, pass->bytes - WORD)
RANGE(write_far, write_bytes, 0, pass->bytes + BLOCK)
RANGE(read_late, read_bytes, KERNEL_ALIGN, pass->bytes)
RANGE(read_short, read_bytes, 0, pass->bytes - KERNEL_ALIGN)
RANGE(read_far, read_bytes, 0, pass->bytes + WORD)
RANGE(copy_late, copy_bytes, WORD, pass->bytes)
RANGE(copy_short, copy_bytes, 0, pass->bytes - WORD)
RANGE(copy_far, copy_bytes, 0, pass->bytes + BLOCK)

static void flip(const void *base, size_t at)
{
    ((volatile unsigned char *)(uintptr_t)base)[at] ^= 0x40;
}

AND_THEN(write_twice, write_bytes, flip(pass->dst, pass->bytes - 1))
AND_THEN(write_middle, write_bytes, flip(pass->dst, pass->bytes / 2))
AND_THEN(write_pattern, write_bytes, flip(pass->src, KERNEL_PATTERN - 1))
AND_THEN(read_spoils, read_bytes, flip(pass->src, pass->bytes / 2))
AND_THEN(read_stores, read_bytes, flip(pass->dst, 0))
AND_THEN(copy_middle, copy_bytes, flip(pass->dst, pass->bytes / 2 + 1))
AND_THEN(copy_spoils, copy_bytes, flip(pass->src, pass->bytes - 1))

/* A prefetch that is a load. */
AND_THEN(read_loads_ahead, read_bytes,
         (void)((const volatile unsigned char *)pass->src)[(ptrdiff_t)pass->bytes + pass->dist])

/* One pass only, however many are wanted. */
static void write_once(const struct pass *pass)
{
    write_bytes(pass, 0, pass->bytes);
}

static void read_once(const struct pass *pass)
{
    read_bytes(pass, 0, pass->bytes);
}

static void copy_once(const struct pass *pass)
{
    copy_bytes(pass, 0, pass->bytes);
}

/* One pass too many. */
AND_THEN(read_again, read_bytes, read_bytes(pass, 0, pass->bytes))

/* The second pass goes on where the first ended. */
RANGE(write_goes_on, write_bytes, 0, pass->bytes * pass->passes)
RANGE(read_goes_on, read_bytes, 0, pass->bytes * pass->passes)

/* Only the first pass covers the second half. */
static void copy_half(const struct pass *pass)
{
    copy_bytes(pass, 0, pass->bytes);
    for (size_t n = pass->passes - 1; n != 0; n--)
        copy_bytes(pass, 0, pass->bytes / 2);
}

/* The second block comes from the first one's place. */
static void copy_stuck(const struct pass *pass)
{
    struct pass again = *pass;

    copy_once(pass);
    again.dst = (unsigned char *)pass->dst + pass->bytes - WORD;
    again.bytes = WORD;
    copy_once(&again);
}

/* Counts the passes down by two, and so misses 0. */
static void read_forever(const struct pass *pass)
{
    for (size_t n = pass->passes; n != 0; n -= 2)
        read_once(pass);
}

/* A block of another period than the table says. */
static void write_period(const struct pass *pass)
{
    struct pass part = {.dst = pass->dst, .src = pass->src, .bytes = PERIOD};

    write_once(pass);
    part.dst = (unsigned char *)pass->dst + PERIOD;
    part.src = (const unsigned char *)pass->src + PERIOD;
    write_once(&part);
}

#define KERNEL(fn, op_, prefetch_)                                                             \
    {                                                                                          \
        .method = #fn, .symbol = #fn, .run = fn, .op = op_,                                    \
        .prefetch = (prefetch_) ? PREFETCH_L1 : PREFETCH_NONE, .temporal = true, .width = 4,   \
        .registers = 1, .line = (prefetch_) ? 32 : 0, .block = BLOCK                           \
    }
#define BROKEN(fn, op, caught)                                                                 \
    {                                                                                          \
        KERNEL(fn, op, false), caught                                                          \
    }
#define SOUND(fn, op)                                                                          \
    {                                                                                          \
        KERNEL(fn, op, true), NULL                                                             \
    }

const struct broken broken_table[] = {
    SOUND(sound_read, OP_READ),
    SOUND(sound_copy, OP_COPY),
    {KERNEL(broken_sound_write, OP_WRITE, false), NULL},

    BROKEN(write_late, OP_WRITE, "dst[0]"),
    BROKEN(write_short, OP_WRITE, "dst[252]"),
    BROKEN(write_far, OP_WRITE, "outside"),
    BROKEN(write_twice, OP_WRITE, "dst[255]"),
    BROKEN(write_middle, OP_WRITE, "dst[128]"),
    BROKEN(write_period, OP_WRITE, "dst[32]"),
    BROKEN(write_pattern, OP_WRITE, "src[63]"),
    BROKEN(write_once, OP_WRITE, "passes"),
    BROKEN(write_goes_on, OP_WRITE, "outside"),

    BROKEN(read_late, OP_READ, "not read"),
    BROKEN(read_short, OP_READ, "not read"),
    BROKEN(read_far, OP_READ, "fault"),
    BROKEN(read_spoils, OP_READ, "src[128]"),
    BROKEN(read_stores, OP_READ, "dst[0]"),
    BROKEN(read_once, OP_READ, "passes"),
    BROKEN(read_again, OP_READ, "passes"),
    BROKEN(read_goes_on, OP_READ, "fault"),
    BROKEN(read_forever, OP_READ, "no end"),
    {KERNEL(read_loads_ahead, OP_READ, true), "fault"},

    BROKEN(copy_late, OP_COPY, "dst[0]"),
    BROKEN(copy_short, OP_COPY, "dst[252]"),
    BROKEN(copy_far, OP_COPY, "outside"),
    BROKEN(copy_middle, OP_COPY, "dst[129]"),
    BROKEN(copy_stuck, OP_COPY, "dst[25"), /* its first byte may be right by chance */
    BROKEN(copy_spoils, OP_COPY, "src[255]"),
    BROKEN(copy_once, OP_COPY, "passes"),
    BROKEN(copy_half, OP_COPY, "passes"),
};

struct kernel broken_kernel(const struct broken_register *broken)
{
    struct kernel kernel = KERNEL(broken_sound_write, OP_WRITE, false);

    kernel.method = kernel.symbol = broken->name;
    kernel.run = broken->run;
    return kernel;
}

const size_t broken_count = sizeof broken_table / sizeof broken_table[0];
