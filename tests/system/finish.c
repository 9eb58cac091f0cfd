/* SPDX-License-Identifier: MIT */
/*
 * Ends the machine with a status, by semihosting: a kernel that panics ends it with 0. In ARM
 * state; AArch64 kernels run it, too.
 */
#include <stdint.h>
#include <stdlib.h>

enum { EXIT_EXTENDED = 0x20, APPLICATION_EXIT = 0x20026 };

int main(int argc, char **argv)
{
    const uintptr_t status = argc > 1 ? (uintptr_t)strtol(argv[1], NULL, 10) : 1;
    const uintptr_t block[2] = {APPLICATION_EXIT, status};
    register uintptr_t op __asm__("r0") = EXIT_EXTENDED;
    register const uintptr_t *at __asm__("r1") = block;

    __asm__ volatile("svc 0x123456" : "+r"(op) : "r"(at) : "memory");
    return 1;
}
