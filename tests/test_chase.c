/* SPDX-License-Identifier: MIT */
/*
 * Chains: every node once per lap, in the order asked for, in no other byte of memory. Kernels:
 * where each chain ends, what they leave alone, and that a step is one load of a pointer.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "chase.h"
#include "check.h"
#include "clobber.h"
#include "cpu.h"
#include "isa.h"

#define ITEMS(array) (sizeof(array) / sizeof *(array))

enum {
    SEED = 11,
    WORD = sizeof(void *),
    FILL = 0xa5,
    ROOM = 1 << 20,
    GUARD = 64, /* bytes before and behind a chain */
};

/* Memory for chains, and how often each word of it was visited. */
struct room {
    unsigned char *base;
    unsigned char *memory;
    unsigned char *visits;
};

static int room_open(struct room *room)
{
    room->memory = malloc(ROOM + 2 * GUARD);
    room->visits = malloc(ROOM / WORD);
    room->base = room->memory ? room->memory + GUARD : NULL;
    return room->memory && room->visits ? 0 : -1;
}

static void room_close(struct room *room)
{
    free(room->memory);
    free(room->visits);
}

/* Writes a chain into memory of which every byte is known. */
static int written(struct room *room, const struct chain *chain, uint64_t seed)
{
    struct random random;

    random_seed(&random, seed);
    memset(room->memory, FILL, ROOM + 2 * GUARD);
    return chain_write(chain, &random);
}

static size_t offset(const struct room *room, const void *node)
{
    return (size_t)((uintptr_t)node - (uintptr_t)room->base);
}

/* Walks one lap. Whether it came back when, and not before, it had been at every node. */
static bool is_circle(struct room *room, const struct chain *chain)
{
    const size_t nodes = chain_nodes(chain);
    void *const begin = chain_node(chain, 0);
    void *at = begin;

    memset(room->visits, 0, ROOM / WORD);
    for (size_t i = 0; i < nodes; i++) {
        const size_t place = offset(room, at);

        if (place % WORD != 0 || place >= chain->bytes || room->visits[place / WORD] != 0)
            return false;
        room->visits[place / WORD] = 1;
        at = *(void **)at;
    }
    for (size_t i = 0; i < nodes; i++)
        if (!room->visits[offset(room, chain_node(chain, i)) / WORD])
            return false;
    return at == begin;
}

/* Whether bytes that are of no node are as they were; is_circle() has marked the nodes. */
static bool is_clean(const struct room *room)
{
    for (size_t i = 0; i < GUARD; i++)
        if (room->memory[i] != FILL || room->memory[GUARD + ROOM + i] != FILL)
            return false;
    for (size_t i = 0; i < ROOM; i++)
        if (!room->visits[i / WORD] && room->base[i] != FILL)
            return false;
    return true;
}

/* Bytes, stride, shift, window; and how many nodes that is. */
struct shape {
    size_t bytes;
    size_t stride;
    size_t shift;
    size_t window;
    size_t nodes;
};

static const struct shape shapes[] = {
    {1024, 64, 0, 4096, 16},
    {1024, 64, 0, 128, 16},
    {1000, 64, 0, 256, 15}, /* the last 40 bytes have none */
    {64, 64, 0, 64, 1},
    {127, 64, 0, 64, 1},
    {128, 64, 0, 64, 2},
    {3 * WORD, WORD, 0, WORD, 3},
    {24 * 1024, 32, 0, 4096, 768},
    {100 * 100 * WORD, 100 * WORD, 0, 777 * WORD, 100},
    {ROOM, 4096, 64, 65536, 256},
    {ROOM, 4096, 128, 65536, 256},
    {ROOM, 4096, 4032, 8192, 256},
    {ROOM, 64, 0, 65536, 16384},
    {ROOM, 64, WORD, 65535, 16384},
    {ROOM - 1, 1024, 3 * WORD, 5000, 1023},
};

static struct chain chain_of(const struct room *room, const struct shape *s,
                             enum chase_order order)
{
    return (struct chain){.base = room->base,
                          .bytes = s->bytes,
                          .stride = s->stride,
                          .shift = s->shift,
                          .window = s->window,
                          .order = order};
}

static void test_circles(struct room *room)
{
    for (size_t i = 0; i < ITEMS(shapes); i++)
        for (enum chase_order order = CHASE_STRIDE; order <= CHASE_RANDOM; order++) {
            const struct chain chain = chain_of(room, &shapes[i], order);

            CHECK_EQ_U64(chain_nodes(&chain), shapes[i].nodes);
            CHECK(written(room, &chain, SEED + i) == 0);
            if (!CHECK(is_circle(room, &chain)) || !CHECK(is_clean(room)))
                fprintf(stderr, "  shape %zu, order %d\n", i, (int)order);
        }
}

/* Node i of pages lies in line i, round and round; strides without shift at their beginnings.
 */
static void test_places(struct room *room)
{
    const struct chain pages = {
        .base = room->base, .bytes = ROOM, .stride = 4096, .shift = 64, .order = CHASE_STRIDE};
    const struct chain lines = {
        .base = room->base, .bytes = ROOM, .stride = 64, .order = CHASE_STRIDE};

    for (size_t i = 0; i < 256; i++) {
        CHECK_EQ_U64(offset(room, chain_node(&pages, i)), i * 4096 + i % 64 * 64);
        CHECK_EQ_U64(offset(room, chain_node(&lines, i)), i * 64);
    }
}

static void test_stride(struct room *room)
{
    const struct chain chain = {
        .base = room->base, .bytes = 4096, .stride = 64, .order = CHASE_STRIDE};

    CHECK(written(room, &chain, SEED) == 0);
    for (size_t i = 0; i < 64; i++)
        CHECK(*(void **)chain_node(&chain, i) == chain_node(&chain, (i + 1) % 64));
}

/* How many steps of a lap lead into another piece of `piece` bytes. */
static size_t crossings(const struct room *room, const struct chain *chain, size_t piece)
{
    const size_t nodes = chain_nodes(chain);
    size_t count = 0;

    for (size_t i = 0; i < nodes; i++) {
        void *const node = chain_node(chain, i);

        count += offset(room, node) / piece != offset(room, *(void **)node) / piece;
    }
    return count;
}

/*
 * Each window is left once. Within one, steps are random: of 16 pages 15 in 16 steps lead to
 * another. Of all steps of CHASE_RANDOM, 15 in 16 leave a sixteenth of the memory.
 */
static void test_windows(struct room *room)
{
    struct chain chain = {.base = room->base,
                          .bytes = ROOM,
                          .stride = 64,
                          .window = 65536,
                          .order = CHASE_WINDOW};

    CHECK(written(room, &chain, SEED) == 0);
    CHECK_EQ_U64(crossings(room, &chain, 65536), 16);
    CHECK_NEAR((double)crossings(room, &chain, 4096) / 16384, 15.0 / 16, 0.01);
    /* Of three windows the last has 1024 nodes less. */
    chain.bytes = 3 * 65536 - 65536 / 4;
    CHECK(written(room, &chain, SEED) == 0);
    CHECK_EQ_U64(crossings(room, &chain, 65536), 3);
    /* Rounded down to strides: four nodes. */
    chain.window = 4 * 64 + 63;
    chain.bytes = 4096;
    CHECK(written(room, &chain, SEED) == 0);
    CHECK_EQ_U64(crossings(room, &chain, 256), 16);
    chain.bytes = ROOM;
    chain.order = CHASE_RANDOM;
    CHECK(written(room, &chain, SEED) == 0);
    CHECK_NEAR((double)crossings(room, &chain, 65536) / 16384, 15.0 / 16, 0.01);
}

/* Windows follow each other in no order: hardly ever the next in memory comes next. */
static void test_window_order(struct room *room)
{
    const struct chain chain = {
        .base = room->base, .bytes = ROOM, .stride = 64, .window = 1024, .order = CHASE_WINDOW};
    size_t next = 0;

    CHECK(written(room, &chain, SEED) == 0);
    for (size_t i = 0; i < chain_nodes(&chain); i++) {
        void *const node = chain_node(&chain, i);

        next += offset(room, *(void **)node) / 1024 == offset(room, node) / 1024 + 1;
    }
    /* Of 1024, one is expected; ten have a probability of 1e-7. */
    CHECK(next < 10);
}

enum { KINDS = 64 };

/* Six kinds come, about as often: of 6000 1000 each, with a standard deviation of 29. */
static void check_likely(const unsigned counts[KINDS])
{
    size_t kinds = 0;

    for (size_t i = 0; i < KINDS; i++)
        if (counts[i] != 0) {
            kinds++;
            CHECK_NEAR(counts[i], 1000, 5 * 29);
        }
    CHECK_EQ_U64(kinds, 6);
}

/*
 * All of the 6 circles of four nodes come, about as often: of 6000 1000 each, with a standard
 * deviation of 29.
 */
static void test_likely(struct room *room)
{
    const struct chain chain = {
        .base = room->base, .bytes = 4 * WORD, .stride = WORD, .order = CHASE_RANDOM};
    unsigned counts[KINDS] = {0};
    struct random random;

    random_seed(&random, SEED);
    for (int i = 0; i < 6000; i++) {
        size_t kind = 0;
        void *at = room->base;

        CHECK(chain_write(&chain, &random) == 0);
        for (int step = 0; step < 3; step++) {
            at = *(void **)at;
            kind = kind * 4 + offset(room, at) / WORD;
        }
        counts[kind]++;
    }
    check_likely(counts);
}

/*
 * In a window the first node comes first and the second last; the 6 orders of the other three
 * come about as often: of 6000 1000 each. Windows of one or two nodes are circles as well.
 */
static void test_window_likely(struct room *room)
{
    struct chain chain = {.base = room->base,
                          .bytes = 15 * WORD,
                          .stride = WORD,
                          .window = 5 * WORD,
                          .order = CHASE_WINDOW};
    unsigned counts[KINDS] = {0};
    struct random random;

    random_seed(&random, SEED);
    for (int i = 0; i < 6000; i++) {
        size_t kind = 0;
        void *at = chain_node(&chain, 5);

        CHECK(chain_write(&chain, &random) == 0);
        for (int step = 0; step < 3; step++) {
            at = *(void **)at;
            kind = kind * 4 + offset(room, at) / WORD - 6;
        }
        CHECK(*(void **)at == chain_node(&chain, 6));
        counts[kind]++;
    }
    check_likely(counts);
    for (chain.window = WORD; chain.window <= 2 * WORD; chain.window += WORD)
        CHECK(written(room, &chain, SEED) == 0 && is_circle(room, &chain));
}

/* The share of nodes that chains would have come by, of which each went from its `from` on. */
static double visited(struct room *room, const struct chain *chain, const struct chase *from,
                      size_t steps)
{
    const size_t nodes = chain_nodes(chain);
    size_t count = 0;

    memset(room->visits, 0, ROOM / WORD);
    for (size_t i = 0; i < CHASE_VISITORS; i++) {
        void *at = from->at[i];

        for (size_t step = 0; step < steps; step++, at = *(void **)at) {
            unsigned char *const visits = &room->visits[offset(room, at) / WORD];

            count += *visits == 0;
            *visits = 1;
        }
    }
    return (double)count / (double)nodes;
}

/*
 * Visitors that were set down when the chain had an eighth of its nodes are still so far apart
 * that each comes to where the next one began. In windows, the first ends where it began.
 */
static void test_visit(struct room *room)
{
    struct chain chain = {
        .base = room->base, .bytes = ROOM / 8, .stride = WORD, .window = ROOM / 64};
    struct random random;
    struct chase places;
    struct chase chase;

    random_seed(&random, SEED);
    chain.order = CHASE_RANDOM;
    CHECK(chain_write(&chain, &random) == 0 && chain_start(&chain, &places) == 0);
    for (size_t i = 0; i < CHASE_VISITORS; i++)
        chase.at[i] = places.at[chase_place(i, CHASE_VISITORS)];
    places = chase;
    chain.bytes = ROOM;
    CHECK(chain_extend(&chain, ROOM / 8 / WORD, &random) == 0);
    chain_visit(&chain, &chase);
    CHECK(visited(room, &chain, &places, ROOM / WORD / CHASE_VISITORS * 17 / 16) > 0.995);
    CHECK(visited(room, &chain, &places, ROOM / WORD / CHASE_VISITORS / 2) > 0.49);
    for (size_t i = 0; i < CHASE_VISITORS; i++) {
        void *at = places.at[i];

        for (size_t step = 0;
             step < (ROOM / WORD / CHASE_VISITORS * 17 / 16 / CHASE_STEPS + 1) * CHASE_STEPS;
             step++)
            at = *(void **)at;
        CHECK(at == chase.at[i]);
    }
    chain.order = CHASE_WINDOW;
    CHECK(chain_write(&chain, &random) == 0);
    chase.at[0] = chain_node(&chain, 77);
    chain_visit(&chain, &chase);
    CHECK(chase.at[0] == room->base);
}

/* A chain that grows in steps is at each a circle of its order, as one that is written whole.
 */
static void test_growth(struct room *room)
{
    struct random random;

    random_seed(&random, SEED);
    for (enum chase_order order = CHASE_STRIDE; order <= CHASE_RANDOM; order++) {
        struct chain chain = {
            .base = room->base, .stride = 64, .window = 65536, .order = order};
        size_t nodes = 0;

        memset(room->memory, FILL, ROOM + 2 * GUARD);
        for (chain.bytes = 64; chain.bytes <= ROOM;
             chain.bytes += chain.bytes / 4 / 64 * 64 + 64) {
            CHECK(chain_extend(&chain, nodes, &random) == 0);
            nodes = chain_nodes(&chain);
            if (!CHECK(is_circle(room, &chain)) || !CHECK(is_clean(room)))
                fprintf(stderr, "  %zu bytes, order %d\n", chain.bytes, (int)order);
        }
        chain.bytes = ROOM;
        CHECK(chain_extend(&chain, nodes, &random) == 0 && is_circle(room, &chain));
        CHECK(chain_extend(&chain, ROOM / 64, &random) == 0 && is_circle(room, &chain));
        if (order == CHASE_STRIDE)
            CHECK_EQ_U64(crossings(room, &chain, 65536), 16);
        else if (order == CHASE_WINDOW)
            CHECK_EQ_U64(crossings(room, &chain, 65536), 16);
        else
            CHECK_NEAR((double)crossings(room, &chain, 65536) / 16384, 15.0 / 16, 0.01);
    }
}

static void test_seeds(struct room *room)
{
    const struct chain chain = chain_of(room, &shapes[0], CHASE_RANDOM);
    void *first[16];
    size_t same = 0;

    CHECK(written(room, &chain, 1) == 0);
    for (size_t i = 0; i < 16; i++)
        first[i] = *(void **)chain_node(&chain, i);
    CHECK(written(room, &chain, 1) == 0);
    for (size_t i = 0; i < 16; i++)
        CHECK(first[i] == *(void **)chain_node(&chain, i));
    CHECK(written(room, &chain, 2) == 0);
    for (size_t i = 0; i < 16; i++)
        same += first[i] == *(void **)chain_node(&chain, i);
    CHECK(same < 8);
}

static void test_errors(struct room *room)
{
    const struct chain good = chain_of(room, &shapes[0], CHASE_WINDOW);
    struct chain bad[] = {good, good, good, good, good, good, good, good};
    struct chase chase;

    bad[0].bytes = 63;
    bad[1].stride = 0;
    bad[2].stride = 64 + WORD / 2;
    bad[3].shift = 1;
    bad[4].shift = 64;
    bad[5].window = 63;
    bad[6].base = room->base + 1;
    bad[7].bytes = 0;
    for (size_t i = 0; i < ITEMS(bad); i++) {
        errno = 0;
        CHECK(written(room, &bad[i], SEED) == -1 && errno == EINVAL);
        CHECK(room->base[0] == FILL);
    }
    CHECK_EQ_U64(chain_nodes(&bad[1]), 0);
    bad[0].bytes = 15 * 64;
    errno = 0;
    CHECK(chain_start(&bad[0], &chase) == -1 && errno == EINVAL);
    CHECK(written(room, &good, SEED) == 0 && chain_start(&good, &chase) == 0);
}

/* Places are as many steps apart as can be, by walking from each to the next. */
static void test_start(struct room *room)
{
    struct chain chain = {
        .base = room->base, .bytes = 1003 * 64, .stride = 64, .order = CHASE_RANDOM};
    struct chase places;
    size_t steps[CHASE_MOST] = {0};

    CHECK(written(room, &chain, SEED) == 0);
    CHECK(chain_start(&chain, &places) == 0);
    CHECK(places.at[0] == room->base);
    for (size_t i = 0; i < CHASE_MOST; i++) {
        void *at = places.at[i];

        do {
            at = *(void **)at;
            steps[i]++;
        } while (at != places.at[(i + 1) % CHASE_MOST] && steps[i] < 2000);
        CHECK(steps[i] == 1003 / 16 || steps[i] == 1003 / 16 + 1);
    }
}

/* N chains at 16 places: what the header says of the shortest way from one to the next. */
static void test_place(void)
{
    for (size_t n = 1; n <= CHASE_MOST; n++) {
        size_t shortest = CHASE_MOST;

        CHECK_EQ_U64(chase_place(0, n), 0);
        for (size_t i = 0; i < n; i++) {
            const size_t next = i + 1 < n ? chase_place(i + 1, n) : CHASE_MOST;
            const size_t way = next - chase_place(i, n);

            shortest = way < shortest ? way : shortest;
        }
        CHECK(shortest * n * 100 >= CHASE_MOST * 56);
    }
}

/* What run_chase() is to call, behind the argument that the shim hands on. */
struct call {
    chase_fn *run;
    struct chase chase;
};

/* In the shape of a kernel, so that the shim can see its registers; nothing follows the call.
 */
static void run_chase(const struct pass *pass)
{
    struct call *const call = pass->dst;

    call->run(&call->chase, pass->passes);
}

/*
 * Runs a kernel over a circle whose length divides no number of steps, and compares with a
 * walk. Chains beyond its own must stay where they are.
 */
static void check_kernel(const struct chain *chain, size_t chains, size_t steps, unsigned extra)
{
    struct call call = {.run = chase_find(chains)};
    const struct pass pass = {.dst = &call, .passes = steps};
    struct chase want;

    if (!CHECK(chain_start(chain, &want) == 0))
        return;
    call.chase = want;
    for (size_t i = 0; i < chains; i++)
        for (size_t step = 0; step < steps; step++)
            want.at[i] = *(void **)want.at[i];
    if (!CHECK_EQ_U64(clobber_call(run_chase, &pass, extra), 0) ||
        !CHECK_MEM(&call.chase, &want, sizeof want))
        fprintf(stderr, "  %zu chains, %zu steps\n", chains, steps);
}

static void test_kernels(struct room *room, unsigned extra)
{
    static const size_t steps[] = {CHASE_STEPS, 2 * CHASE_STEPS, 7 * CHASE_STEPS,
                                   50 * CHASE_STEPS};
    const struct chain chain = {
        .base = room->base, .bytes = 1009 * 64, .stride = 64, .order = CHASE_RANDOM};
    size_t found = 0;

    CHECK(written(room, &chain, SEED) == 0);
    for (size_t n = 1; n <= CHASE_MOST; n++) {
        if (!chase_find(n))
            continue;
        found++;
        for (size_t i = 0; i < ITEMS(steps); i++)
            check_kernel(&chain, n, steps[i], extra);
    }
    CHECK(is_circle(room, &chain) && is_clean(room));
    printf("%zu kernels\n", found);
    CHECK(found >= 10);
}

static void test_find(void)
{
    CHECK(!chase_find(0));
    CHECK(!chase_find(9));
    CHECK(!chase_find(CHASE_MOST + 1));
    for (size_t n = 1; n <= 8; n++)
        CHECK(chase_find(n) != NULL);
    for (size_t n = 2; n <= CHASE_MOST; n++)
        for (size_t m = 1; m < n; m++)
            CHECK(!chase_find(n) || chase_find(n) != chase_find(m));
}

int main(void)
{
    struct room room;

    if (room_open(&room) != 0) {
        perror("test_chase: memory");
        room_close(&room);
        return EXIT_FAILURE;
    }
    test_circles(&room);
    test_places(&room);
    test_stride(&room);
    test_windows(&room);
    test_window_order(&room);
    test_likely(&room);
    test_window_likely(&room);
    test_growth(&room);
    test_visit(&room);
    test_seeds(&room);
    test_errors(&room);
    test_start(&room);
    test_place();
    test_find();
    test_kernels(&room, (cpu_features() & NEED_EXTRA) != 0);
    room_close(&room);
    return check_done("test_chase");
}
