/* SPDX-License-Identifier: MIT */
#include "cost.h"

void cost_add(struct cost *cost, const struct call *call, const struct tally *tally)
{
    if (call->passes > 1) {
        cost->repeated = *tally;
        cost->repeated_bytes = call->bytes;
        cost->repeated_passes = call->passes;
        return;
    }
    if (cost->shortest.bytes == 0 || call->bytes < cost->shortest.bytes) {
        cost->shortest.tally = *tally;
        cost->shortest.bytes = call->bytes;
    }
    if (call->bytes > cost->longest.bytes) {
        cost->longest.tally = *tally;
        cost->longest.bytes = call->bytes;
    }
}

/*
 * A call's instructions are c + passes (p + bytes i): two calls of a pass and different lengths
 * give i, which is the loop alone; a call of several passes then gives p.
 */
bool cost_loop(const struct cost *cost, struct loop *loop)
{
    const struct tally *s = &cost->shortest.tally;
    const struct tally *l = &cost->longest.tally;
    const double bytes = (double)(cost->longest.bytes - cost->shortest.bytes);
    const double more =
        (double)(cost->repeated_bytes * cost->repeated_passes) - (double)cost->shortest.bytes;

    if (cost->longest.bytes <= cost->shortest.bytes || cost->repeated_passes < 2 ||
        l->cycles <= s->cycles)
        return false;
    loop->insns = (double)(l->insns - s->insns) / bytes;
    loop->cycles = (double)(l->cycles - s->cycles) / bytes;
    loop->control = (double)(l->control - s->control) / (double)(l->cycles - s->cycles);
    loop->pass_insns = ((double)cost->repeated.insns - (double)s->insns - more * loop->insns) /
                       (double)(cost->repeated_passes - 1);
    return true;
}
