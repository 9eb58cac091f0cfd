/* SPDX-License-Identifier: MIT */
/* Ends the machine with a status, by semihosting: a kernel that panics ends it with 0. */
#include <stdint.h>
#include <stdlib.h>

enum { EXIT_REASON = 0x20026 }; /* ADP_Stopped_ApplicationExit */

int main(int argc, char **argv)
{
    const uintptr_t block[2] = {EXIT_REASON, argc > 1 ? (uintptr_t)atoi(argv[1]) : 1};

#ifdef __aarch64__
    register uintptr_t op __asm__("x0") = 0x18;
    register const uintptr_t *at __asm__("x1") = block;

    __asm__ volatile("hlt #0xf000" : : "r"(op), "r"(at) : "memory");
#else
    register uintptr_t op __asm__("r0") = 0x20;
    register const uintptr_t *at __asm__("r1") = block;

    __asm__ volatile("svc 0x123456" : : "r"(op), "r"(at) : "memory");
#endif
    return 1;
}
