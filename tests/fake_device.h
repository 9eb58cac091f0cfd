/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_FAKE_DEVICE_H
#define MEMSPEED_FAKE_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "os_device.h"

/*
 * Devices that are files below tree_root: what their first line says, "drm NAME" or "fb NAME",
 * answers ioctl(). Their memory is the file's, that of a dumb buffer from FAKE_OFFSET on.
 */
struct fake_device {
    uint64_t most;     /* bytes of a dumb buffer that can be had */
    bool old;          /* an error of a driver without buffers has the wrong sign */
    bool empty;        /* a buffer of no size is one */
    bool unmappable;   /* buffers can't be mapped */
    int interruptions; /* calls to come that are interrupted */
    unsigned buffers;  /* that were not given back */
    unsigned tried;    /* buffers asked for, those of no size left out */
    uint32_t fb_bytes;
    unsigned long fb_start;
};

extern struct fake_device fake_device;

/*
 * Beyond 4 GiB; 32-bit programs, which qemu 7.2 cuts such offsets for, must do with what is no
 * positive `long`. Beyond 4 GiB they are tests/system's.
 */
#define FAKE_OFFSET (sizeof(long) == 8 ? UINT64_C(0x140000000) : UINT64_C(0xc0000000))

/* Makes one, with so much in it. */
bool fake_device_put(const char *path, const char *line, uint64_t bytes);

/* A word of a file, or ~0. */
uint32_t fake_device_word(const char *path, uint64_t offset);

/* Files that are open, and whether a file below tree_root is mapped. */
int fake_device_files(void);
bool fake_device_mapped(void);

#endif
