/* SPDX-License-Identifier: MIT */
/* Needs _DEFAULT_SOURCE, as guard.c. */
#include "verify.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "os.h"

enum { PAGES = 5, ARENA_MIN = 4 * KERNEL_BLOCK };

/* Against the first byte, against the last, or aligned to no more than the kernel asks for. */
enum place { PLACE_INSIDE, PLACE_START, PLACE_END, PLACE_COUNT };

/* One call of a kernel. */
struct trial {
    enum place place;
    size_t bytes;
    size_t passes;
    ptrdiff_t dist;
};

/* Prefetch distances in bytes and in lines of the kernel. */
static const struct {
    int bytes;
    int lines;
} distances[] = {
    {0, 0}, {32, 0}, {64, 0}, {0, 1}, {0, 4}, {0, 64}, {64 * 256, 0}, {-64, 0}, {-64 * 256, 0},
};
enum { DISTANCES = sizeof distances / sizeof distances[0] };

/* xorshift64 (Marsaglia 2003). */
static uint64_t draw(struct rig *rig)
{
    rig->state ^= rig->state << 13;
    rig->state ^= rig->state >> 7;
    rig->state ^= rig->state << 17;
    return rig->state;
}

int rig_open(struct rig *rig, uint64_t seed, unsigned extra)
{
    char name[32];

    *rig = (struct rig){.state = seed, .extra = extra};
    rig->emulated = os_emulator(name, sizeof name);
    if (guard_install() != 0 || arena_map(&rig->src, PAGES, ARENA_MIN) != 0)
        return -1;
    if (arena_map(&rig->dst, PAGES, ARENA_MIN) != 0) {
        arena_unmap(&rig->src);
        return -1;
    }
    rig->noise = malloc(2 * rig->src.size);
    if (!rig->noise) {
        rig_close(rig);
        return -1;
    }
    for (size_t i = 0; i < 2 * rig->src.size; i++)
        rig->noise[i] = (unsigned char)(1 + draw(rig) % 255);
    return 0;
}

void rig_close(struct rig *rig)
{
    arena_unmap(&rig->src);
    arena_unmap(&rig->dst);
    free(rig->noise);
}

static ptrdiff_t distance(const struct kernel *kernel, size_t i)
{
    return distances[i].bytes + (ptrdiff_t)distances[i].lines * kernel->line;
}

/* Where `bytes` bytes begin, if `inside` is where they do inside. */
static size_t position(const struct arena *arena, enum place place, size_t bytes, size_t inside)
{
    if (place == PLACE_START)
        return 0;
    if (place == PLACE_END)
        return arena->size - bytes;
    return inside;
}

static size_t source_bytes(const struct kernel *kernel, size_t bytes)
{
    return kernel->op == OP_WRITE ? (size_t)KERNEL_PATTERN : bytes;
}

/* New contents: the arenas' images are what the kernel is to leave, their data differ. */
static void fill(struct rig *rig, const struct kernel *kernel, const struct pass *pass)
{
    const size_t size = rig->src.size;
    const size_t at = (size_t)((unsigned char *)pass->dst - rig->dst.data);
    const unsigned char *const from = (const unsigned char *)pass->src;
    unsigned char *const want = rig->dst.image + at;
    size_t done = kernel->op == OP_WRITE ? kernel_period(kernel) : pass->bytes;

    memcpy(rig->src.image, rig->noise + draw(rig) % size, size);
    memcpy(rig->dst.image, rig->noise + draw(rig) % size, size);
    arena_preset(&rig->src, 0, 0);
    if (kernel->op == OP_READ) {
        arena_preset(&rig->dst, 0, 0);
        return;
    }
    if (done == 0) {
        done = pass->bytes;
        memset(want, 0, done);
    } else {
        memcpy(want, from, done);
    }
    for (size_t more; done < pass->bytes; done += more) {
        more = done < pass->bytes - done ? done : pass->bytes - done;
        memcpy(want + done, want, more);
    }
    arena_preset(&rig->dst, at, pass->bytes);
}

static const char *wrong_byte(struct rig *rig, const char *name, const struct arena *arena,
                              const void *begin, size_t bytes)
{
    const size_t bad = arena_difference(arena);
    const ptrdiff_t i = arena->data + bad - (const unsigned char *)begin;
    const bool inside = i >= 0 && (size_t)i < bytes;

    if (bad == arena->size)
        return NULL;
    snprintf(rig->reason, sizeof rig->reason, "%s[%td] is %02x, not %02x%s", name, i,
             arena->data[bad], arena->image[bad], inside ? "" : ", outside the buffer");
    return rig->reason;
}

static const char *wrong_end(struct rig *rig, const struct guarded *call)
{
    if (call->signal == SIGVTALRM)
        return "no end: has used its processor time up";
    if (call->signal != 0)
        snprintf(rig->reason, sizeof rig->reason, "fault: signal %d at src%+td, dst%+td",
                 call->signal, (ptrdiff_t)(call->address - (uintptr_t)call->pass->src),
                 (ptrdiff_t)(call->address - (uintptr_t)call->pass->dst));
    else if (call->clobbered != 0)
        snprintf(rig->reason, sizeof rig->reason, "registers not preserved: bits %#" PRIx64,
                 call->clobbered);
    else
        return NULL;
    return rig->reason;
}

/* Makes a call and compares everything with what is to be. */
static const char *call_and_compare(struct rig *rig, const struct kernel *kernel,
                                    struct guarded *call)
{
    const struct pass *const pass = call->pass;
    const char *reason;

    call->run = kernel->run;
    call->extra = rig->extra;
    rig->trials++;
    fill(rig, kernel, pass);
    if (guard_call(call) != 0)
        return "cannot protect memory";
    reason = wrong_byte(rig, "src", &rig->src, pass->src, source_bytes(kernel, pass->bytes));
    if (!reason)
        reason = wrong_byte(rig, "dst", &rig->dst, pass->dst, pass->bytes);
    return reason;
}

static const char *try_once(struct rig *rig, const struct kernel *kernel, struct trial trial)
{
    const size_t from = source_bytes(kernel, trial.bytes);
    const size_t to_inside = 3 * kernel_align(kernel);
    const size_t from_inside = 5 * (size_t)KERNEL_ALIGN;
    const struct pass pass = {
        .dst = rig->dst.data + position(&rig->dst, trial.place, trial.bytes, to_inside),
        .src = rig->src.data + position(&rig->src, trial.place, from, from_inside),
        .bytes = trial.bytes,
        .passes = trial.passes,
        .dist = trial.dist,
    };
    struct guarded call = {.pass = &pass};
    const char *const wrong = call_and_compare(rig, kernel, &call);
    const char *const ended = call.signal || !wrong ? wrong_end(rig, &call) : NULL;

    return ended ? ended : wrong;
}

/* All sizes at all places, with passes and distances in turn. */
static const char *verify_data(struct rig *rig, const struct kernel *kernel)
{
    const size_t block = kernel->block;
    const size_t most = KERNEL_BLOCK;
    const size_t sizes[] = {block,        2 * block, 3 * block,       most,
                            most + block, 2 * most,  2 * most + block};
    const size_t count = sizeof sizes / sizeof sizes[0];
    const char *reason = NULL;

    for (size_t i = 0; !reason && i < count * PLACE_COUNT; i++) {
        const size_t place = i / count;
        const struct trial trial = {(enum place)place, sizes[i % count], 1 + i % 3,
                                    distance(kernel, i % DISTANCES)};

        reason = try_once(rig, kernel, trial);
    }
    return reason;
}

/* No distance may change anything, nor fault in the pages around. */
static const char *verify_distances(struct rig *rig, const struct kernel *kernel)
{
    const char *reason = NULL;

    for (size_t i = 0; kernel->prefetch && !reason && i < DISTANCES; i++) {
        const struct trial start = {PLACE_START, kernel->block, 1, distance(kernel, i)};
        const struct trial end = {PLACE_END, kernel->block, 2, distance(kernel, i)};

        reason = try_once(rig, kernel, start);
        if (!reason)
            reason = try_once(rig, kernel, end);
    }
    return reason;
}

/* Each pass covers the buffer again: counted by the faults of two pages that it must cross. */
static const char *count_passes(struct rig *rig, const struct kernel *kernel,
                                const struct arena *arena, int protection)
{
    const struct pass pass = {rig->dst.data, rig->src.data, arena->size, 3, 0};
    struct guarded call = {.pass = &pass,
                           .arena = arena,
                           .protection = protection,
                           .moves_max = 2 * (unsigned)pass.passes + 2};
    const char *const wrong = call_and_compare(rig, kernel, &call);

    if (call.moves != 2 * pass.passes) {
        snprintf(rig->reason, sizeof rig->reason, "passes: %zu wanted, %u/2 seen in %s",
                 pass.passes, call.moves, arena == &rig->src ? "src" : "dst");
        return rig->reason;
    }
    return wrong && !call.signal ? wrong : wrong_end(rig, &call);
}

static const char *verify_passes(struct rig *rig, const struct kernel *kernel)
{
    const char *reason = NULL;

    /* qemu-user 7.2 goes on somewhere else after a fault in DC ZVA. */
    if (kernel->zeros && rig->emulated)
        return NULL;
    if (kernel->op != OP_WRITE)
        reason = count_passes(rig, kernel, &rig->src, PROT_NONE);
    if (!reason && kernel->op != OP_READ)
        reason = count_passes(rig, kernel, &rig->dst, PROT_READ);
    return reason;
}

/* A call with a page of the source shut must fault there. */
static const char *must_read(struct rig *rig, const struct kernel *kernel, size_t page,
                             const struct pass *pass)
{
    struct guarded call = {.run = kernel->run, .pass = pass, .extra = rig->extra};
    const uintptr_t begin = (uintptr_t)rig->src.data + page * rig->src.page;

    rig->trials++;
    fill(rig, kernel, pass);
    if (arena_protect(&rig->src, page, PROT_NONE) != 0 || guard_call(&call) != 0 ||
        arena_protect(&rig->src, page, PROT_READ | PROT_WRITE) != 0)
        return "cannot protect memory";
    if (call.signal == SIGSEGV && call.address - begin < rig->src.page)
        return NULL;
    snprintf(rig->reason, sizeof rig->reason, "not read: src%+td of %zu bytes",
             (ptrdiff_t)(begin - (uintptr_t)pass->src), pass->bytes);
    return rig->reason;
}

/* That a kernel reads the first and the last KERNEL_ALIGN bytes, and every page between. */
static const char *verify_reach(struct rig *rig, const struct kernel *kernel)
{
    const size_t page = rig->src.page;
    struct pass pass = {.dst = rig->dst.data, .bytes = KERNEL_BLOCK, .passes = 1};
    const char *reason;

    if (kernel->op == OP_WRITE)
        return NULL;
    pass.src = rig->src.data + page - KERNEL_ALIGN;
    reason = must_read(rig, kernel, 0, &pass);
    pass.src = rig->src.data + 2 * page + KERNEL_ALIGN - KERNEL_BLOCK;
    if (!reason)
        reason = must_read(rig, kernel, 2, &pass);
    pass.src = rig->src.data;
    pass.bytes = rig->src.size;
    for (size_t i = 0; !reason && i < PAGES; i++)
        reason = must_read(rig, kernel, i, &pass);
    return reason;
}

const char *rig_verify(struct rig *rig, const struct kernel *kernel)
{
    const char *reason = verify_data(rig, kernel);

    if (!reason)
        reason = verify_distances(rig, kernel);
    if (!reason)
        reason = verify_passes(rig, kernel);
    if (!reason)
        reason = verify_reach(rig, kernel);
    return reason;
}
