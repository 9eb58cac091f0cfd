/* SPDX-License-Identifier: MIT */
/* Physical memory through /dev/mem, where neither the system nor a driver uses it. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "iomem.h"
#include "os_linux_device.h"
#include "pat.h"

static const char path[] = "/dev/mem";

static int open_memory(const char *root, int flags, char *why)
{
    const int fd = device_open(root, path, flags, why);

    if (fd < 0 && errno == ENOENT)
        return why_fail(ENOENT, why, "there is no %s: the kernel is without it, or no node",
                        path);
    return fd;
}

int device_physical_try(const char *root, char *why)
{
    const int fd = open_memory(root, O_RDONLY, why);

    if (fd < 0)
        return -1;
    close(fd);
    /* The last page of all is nobody's; so only what ails the file itself is told. */
    return iomem_free(root, UINT64_MAX - 4095, 4095, why);
}

static void document(struct os_device *device, const struct kind *kind, const char *root)
{
    device->documented = pat_caching(root, kind->address, kind->bytes);
    snprintf(device->says, sizeof device->says, "%s",
             device->documented != CACHING_UNKNOWN
                 ? "the kernel's list of page attributes"
                 : "it depends on the kernel's map of memory, not on O_SYNC alone");
}

int device_physical_map(struct os_device *device, const struct os_device_want *want, char *why)
{
    const struct kind *kind = want->kind;

    if (iomem_free(want->root, kind->address, kind->bytes, why) < 0)
        return -1;
    device->fd = open_memory(
        want->root, (want->writable ? O_RDWR : O_RDONLY) | (kind->sync ? O_SYNC : 0), why);
    if (device->fd < 0)
        return -1;
    snprintf(device->source, sizeof device->source, "%s%s", path, kind->sync ? ", O_SYNC" : "");
    device->bytes = (size_t)kind->bytes;
    device->ordered = true;
    if (device_map_at(device, kind->address, want->writable, why) < 0) {
        if (errno == EPERM)
            return why_fail(EPERM, why, "%s: the kernel refuses it (STRICT_DEVMEM)", path);
        return -1;
    }
    /* The list has it only while it is mapped. */
    document(device, kind, want->root);
    return 0;
}
