/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_TRACE_MARK_H
#define MEMSPEED_TRACE_MARK_H

/*
 * How mark.c tells cache_plugin.c of a timed part: by harmless calls of prctl(), whose
 * arguments the emulator shows the plugin. The second is MARK, the third what is told, and with
 * it go two numbers.
 */
enum mark {
    MARK = 0x6d73,
    MARK_SOURCE = 0, /* address, bytes: of all memory that kernels may access */
    MARK_TARGET,
    MARK_STATE,  /* hot, prefetch distance in lines */
    MARK_OP,     /* op, touch */
    MARK_ACCESS, /* width, registers */
    MARK_BEGIN,
    MARK_END,
    MARK_NONE,
};

#endif
