/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_OS_LINUX_DEVICE_H
#define MEMSPEED_OS_LINUX_DEVICE_H

#include "os_device.h"

/* What the kinds of devices share. All leave errno as the reason says, and return -1. */

/* Opens root + path; the flags are open()'s. */
int device_open(const char *root, const char *path, int flags, char *why);

/* ioctl(), whose type of requests differs among libcs. */
int device_control(int fd, unsigned long request, void *arg);

/* Maps device->bytes of device->fd at an offset, and reads a word of each page. */
int device_map_at(struct os_device *device, uint64_t offset, bool writable, char *why);

int device_drm_map(struct os_device *device, const struct os_device_want *want, char *why);
int device_fb_map(struct os_device *device, const struct os_device_want *want, char *why);
int device_physical_map(struct os_device *device, const struct os_device_want *want, char *why);

/* Gives back what a dumb buffer takes beside its mapping. */
void device_drm_free(struct os_device *device);

/*
 * The first number from `from` on of which there is a device, of "/dev/dri/card%d" or
 * "/dev/fb%d"; -1 if none is. Holes are usual.
 */
int device_next(const char *root, const char *path, int from);

/* Who maps a device's memory, how, and who says so. */
struct device_driver {
    char name[32];
    enum caching documented;
    char says[DEVICE_TEXT];
};

/* The driver of a card; -1 with why that can't be told, or why it has no buffers. */
int device_drm_driver(const char *root, const char *path, struct device_driver *driver,
                      char *why);
/* Likewise of a frame buffer, whose "driver" is its own name of itself. */
int device_fb_driver(const char *root, const char *path, struct device_driver *driver,
                     char *why);

/* Whether /dev/mem can be opened, and /proc/iomem be read; -1 with why not. */
int device_physical_try(const char *root, char *why);

#endif
