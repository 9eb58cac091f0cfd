/* SPDX-License-Identifier: MIT */
/* Gives each file to the fuzzer's target, where there is no fuzzer. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "lines.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *text;
        size_t size;

        if (lines_read(argv[i], SIZE_MAX / 2, &text, &size) != 0) {
            perror(argv[i]);
            return 1;
        }
        LLVMFuzzerTestOneInput((const uint8_t *)text, size);
        free(text);
    }
    printf("%d inputs\n", argc - 1);
    return argc < 2;
}
