/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_TRACE_WALK_H
#define MEMSPEED_TRACE_WALK_H

#include "code.h"
#include "manifest.h"
#include "trace.h"

/*
 * Walks through the disassembly of an x86-64 kernel that nothing here can execute, and tells
 * the sink of what a call of it would execute and access. It knows the instructions that such
 * kernels consist of, and just what their addresses and loops depend on: general registers,
 * struct pass, whether a count is 0.
 *
 * Returns NULL, or the text of an instruction that it does not know.
 */
const char *walk(const struct code *code, const struct call *call,
                 const struct trace_sink *sink);

#endif
