/* SPDX-License-Identifier: MIT */
#include "decode.h"

#include <stdlib.h>
#include <string.h>

/*
 * ARM. The widest data paths that these cores have move two core registers or a quad register a
 * cycle (Cortex-A8 to A17; ARM9 half of that): by them the loop's control weighs most.
 */
static unsigned arm_cycles(const char *text, unsigned bytes)
{
    const unsigned path = text[0] == 'v' ? 16 : 8;

    return bytes > path ? bytes / path : 1;
}

/* "[r3, #0x40]" and "[r3]"; also what follows the last comma in "pldl1keep, [x12, #0x40]". */
static bool arm_displacement(const char *text, long *value)
{
    const char *open = strchr(text, '[');
    const char *number = open ? strchr(open, '#') : NULL;

    if (!open || (!number && strchr(open, ',')))
        return false;
    *value = number ? strtol(number + 1, NULL, 0) : 0;
    return true;
}

static const struct isa_access arm_accesses[] = {
    {1, 1, true, "ldrb", "strb", NULL},      {2, 1, true, "ldrh", "strh", NULL},
    {4, 1, true, "ldr", "str", NULL},        {4, 2, true, "ldrd", "strd", NULL},
    {4, 4, true, "ldm", "stm", NULL},        {4, 8, true, "ldm", "stm", NULL},
    {8, 8, true, "vldm", "vstm", NULL},      {8, 16, true, "vldm", "vstm", NULL},
    {8, 4, true, "vld1.64", "vst1.64", "d"}, {0},
};

/*
 * AArch64: an access costs a cycle per data register, whatever its length. (Cores that move
 * more in a cycle also execute the loop's control beside.)
 */
static unsigned aarch64_cycles(const char *text, unsigned bytes)
{
    if (isa_is(text, "ld1") || isa_is(text, "st1"))
        return bytes > 16 ? bytes / 16 : 1;
    return isa_is(text, "ldp") || isa_is(text, "stp") || isa_is(text, "ldnp") ||
                   isa_is(text, "stnp")
               ? 2
               : 1;
}

static const struct isa_access aarch64_accesses[] = {
    {1, 1, true, "ldrb", "strb", NULL},  {2, 1, true, "ldrh", "strh", NULL},
    {4, 1, true, "ldr", "str", "w"},     {4, 1, true, "ldur", "stur", "w"},
    {8, 1, true, "ldr", "str", "x"},     {8, 2, true, "ldp", "stp", "x"},
    {8, 2, false, "ldnp", "stnp", "x"},  {16, 2, true, "ldp", "stp", "q"},
    {16, 2, false, "ldnp", "stnp", "q"}, {16, 4, true, "ld1", "st1", "{v"},
    {16, 1, true, "ld1d", "st1d", "{z"}, {16, 1, true, "ldr", "str", " z"},
    {1, 0, true, "none", "dc", "zva"},   {0},
};

static unsigned x86_64_cycles(const char *text, unsigned bytes)
{
    (void)text;
    (void)bytes;
    return 1;
}

/* "prefetcht0 0x40(%rsi,%rbp,1)" */
static bool x86_64_displacement(const char *text, long *value)
{
    const char *at = strchr(text, ' ');

    if (!at)
        return false;
    while (*at == ' ')
        at++;
    *value = strtol(at, NULL, 0);
    return true;
}

static const struct isa_access x86_64_accesses[] = {
    {1, 1, true, "movzbl", "mov", "%r"},
    {4, 1, true, "mov", "mov", "%r"},
    {8, 1, true, "mov", "mov", "%r"},
    {8, 1, false, "mov", "movnti", "%r"},
    {16, 1, true, "movaps", "movaps", "%xmm"},
    {16, 1, false, "movaps", "movntps", "%xmm"},
    {32, 1, true, "vmovaps", "vmovaps", "%ymm"},
    {32, 1, false, "vmovaps", "vmovntps", "%ymm"},
    {64, 1, true, "vmovaps", "vmovaps", "%zmm"},
    {64, 1, false, "vmovaps", "vmovntps", "%zmm"},
    {1, 0, true, "rep", "rep", NULL},
    {0},
};

static const struct isa isas[] = {
    {"arm",
     {[HINT_L1] = "pld ", [HINT_STORE] = "pldw "},
     NULL,
     NULL,
     NULL,
     arm_accesses,
     arm_cycles,
     arm_displacement},
    {"aarch64",
     {[HINT_L1] = "prfm pldl1keep,",
      [HINT_STREAM] = "prfm pldl1strm,",
      [HINT_L2] = "prfm pldl2keep,",
      [HINT_STORE] = "prfm pstl1keep,"},
     "ld1d",
     "st1d",
     " z",
     aarch64_accesses,
     aarch64_cycles,
     arm_displacement},
    {"x86_64",
     {[HINT_L1] = "prefetcht0 ", [HINT_STORE] = "prefetchw "},
     NULL,
     NULL,
     NULL,
     x86_64_accesses,
     x86_64_cycles,
     x86_64_displacement},
};

const struct isa *isa_find(const char *name)
{
    for (size_t i = 0; i < sizeof isas / sizeof isas[0]; i++)
        if (strcmp(isas[i].name, name) == 0)
            return &isas[i];
    return NULL;
}

bool isa_is(const char *text, const char *name)
{
    const size_t length = strlen(name);
    const char *end;

    if (strncmp(text, name, length) != 0)
        return false;
    end = text + length;
    if (strncmp(end, "ia", 2) == 0)
        end += 2;
    return *end == '\0' || *end == ' ' || *end == '\t';
}

bool isa_matches(const struct isa *isa, const struct call *call, const char *text, bool store)
{
    for (const struct isa_access *a = isa->accesses; a->width; a++)
        if (a->width == call->width && a->registers == call->registers &&
            a->temporal == (call->temporal != 0) && isa_is(text, store ? a->store : a->load) &&
            (!a->operand || strstr(text, a->operand)))
            return true;
    return false;
}

bool isa_hides(const struct isa *isa, const char *text, bool store)
{
    if (!isa->hidden_load)
        return false;
    return store ? isa_is(text, isa->hidden_store) || strncmp(text, "dc zva", 6) == 0
                 : isa_is(text, isa->hidden_load) || isa_scalable(isa, text);
}

bool isa_scalable(const struct isa *isa, const char *text)
{
    return isa->vector && strstr(text, isa->vector);
}

enum isa_hint isa_hint(const struct isa *isa, const char *text)
{
    for (enum isa_hint hint = HINT_L1; hint < HINTS; hint++)
        if (isa->hints[hint] && strncmp(text, isa->hints[hint], strlen(isa->hints[hint])) == 0)
            return hint;
    return HINT_NONE;
}
