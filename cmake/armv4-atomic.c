/* SPDX-License-Identifier: MIT */
/*
 * What GCC calls for C11 atomics on ARM before v6, through the helpers that Linux maps into
 * every process (Documentation/arm/kernel_user_helpers.rst). libgcc's are ARMv5TE in Debian.
 */

typedef int compare_exchange(int expected, int wanted, volatile int *at); /* 0: done */
typedef void barrier(void);

#define KUSER_COMPARE_EXCHANGE ((compare_exchange *)0xffff0fc0)
#define KUSER_BARRIER ((barrier *)0xffff0fa0)

/* GCC knows these names, and their types otherwise: hence the labels. */
#define BUILTIN(type, name, ...)                                                               \
    type name(__VA_ARGS__) __asm__("__sync_" #name);                                           \
    type name(__VA_ARGS__)

#define FETCH_AND(how, op)                                                                     \
    BUILTIN(int, fetch_and_##how##_4, volatile int *at, int value)                             \
    {                                                                                          \
        int old;                                                                               \
                                                                                               \
        do                                                                                     \
            old = *at;                                                                         \
        while (KUSER_COMPARE_EXCHANGE(old, op, at) != 0);                                      \
        return old;                                                                            \
    }                                                                                          \
    BUILTIN(int, how##_and_fetch_4, volatile int *at, int value)                               \
    {                                                                                          \
        int old = fetch_and_##how##_4(at, value);                                              \
                                                                                               \
        return op;                                                                             \
    }

FETCH_AND(add, (int)((unsigned)old + (unsigned)value))
FETCH_AND(sub, (int)((unsigned)old - (unsigned)value))
FETCH_AND(or, (old | value))
FETCH_AND(and, (old & value))
FETCH_AND(xor, (old ^ value))

BUILTIN(int, lock_test_and_set_4, volatile int *at, int value)
{
    int old;

    do
        old = *at;
    while (KUSER_COMPARE_EXCHANGE(old, value, at) != 0);
    return old;
}

BUILTIN(int, val_compare_and_swap_4, volatile int *at, int expected, int wanted)
{
    for (;;) {
        const int old = *at;

        /* The helper also fails if it was interrupted. */
        if (old != expected || KUSER_COMPARE_EXCHANGE(expected, wanted, at) == 0)
            return old;
    }
}

BUILTIN(_Bool, bool_compare_and_swap_4, volatile int *at, int expected, int wanted)
{
    return val_compare_and_swap_4(at, expected, wanted) == expected;
}

BUILTIN(void, synchronize, void)
{
    KUSER_BARRIER();
}
