/* SPDX-License-Identifier: MIT */
/*
 * The string instructions, one per pass. What they do inside is the core's choice, and changes
 * with the length: stores without allocation are common above some size. They need the
 * direction flag clear, as the calling convention has it.
 */
#include "asm.h"

        kernel  write_stosb
        movzbl  (SRC), %eax
        passes
        rep stosb
        endpasses
        endkernel write_stosb

        kernel  copy_movsb
        passes
        rep movsb
        endpasses
        endkernel copy_movsb
