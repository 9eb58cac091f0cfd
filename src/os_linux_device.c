/* SPDX-License-Identifier: MIT */
/* Memory that devices give: what their kinds share, and which there are. */
#include "os_linux_device.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "os.h"

enum { PATH = 512 };

static const char cards[] = "/dev/dri/card%d";
static const char frames[] = "/dev/fb%d";

int device_open(const char *root, const char *path, int flags, char *why)
{
    char full[PATH];
    int fd;

    if (snprintf(full, sizeof full, "%s%s", root, path) >= (int)sizeof full)
        return why_fail(ENAMETOOLONG, why, "%s: the path is too long", path);
    fd = open(full, flags | O_CLOEXEC);
    if (fd >= 0)
        return fd;
    if (errno == EACCES || errno == EPERM)
        return why_fail(errno, why,
                        geteuid() == 0 ? "%s: the kernel refuses it, to root too"
                                       : "%s: no permission; root has it",
                        path);
    return why_fail(errno, why, "%s: %s", path, strerror(errno));
}

int device_control(int fd, unsigned long request, void *arg)
{
    long status;

    do
        status = syscall(SYS_ioctl, fd, request, arg);
    while (status < 0 && errno == EINTR);
    return (int)status;
}

static void read_pages(void *arg)
{
    const struct os_device *device = arg;
    const size_t page = os_page_bytes();

    for (size_t i = 0; i < device->bytes; i += page)
        (void)*(volatile uint32_t *)(void *)(device->base + i);
}

int device_map_at(struct os_device *device, uint64_t offset, bool writable, char *why)
{
    void *p = mmap(NULL, device->bytes, writable ? PROT_READ | PROT_WRITE : PROT_READ,
                   MAP_SHARED, device->fd, (off_t)offset);
    struct os_trap *trap;
    int status;

    if (p == MAP_FAILED)
        return why_fail(errno, why, "%s: mmap: %s", device->source, strerror(errno));
    device->base = p;
    trap = os_trap_open();
    if (!trap)
        return why_fail(errno, why, "%s: %s", device->source, strerror(errno));
    status = os_trap_run(read_pages, device);
    os_trap_close(trap);
    if (status < 0)
        return why_fail(EFAULT, why, "%s: reading it faults", device->source);
    return 0;
}

int device_next(const char *root, const char *path, int from)
{
    for (int n = from; n < DEVICE_NUMBERS; n++) {
        char name[64];
        char full[PATH];
        struct stat st;

        snprintf(name, sizeof name, strcmp(path, cards) == 0 ? cards : frames, n);
        if (snprintf(full, sizeof full, "%s%s", root, name) < (int)sizeof full &&
            stat(full, &st) == 0)
            return n;
    }
    return -1;
}

typedef int driver_fn(const char *root, const char *path, struct device_driver *driver,
                      char *why);

/* The first of a kind of devices that has memory; if none has, the first. -1 if there is none.
 */
static int find_first(const char *root, bool drm)
{
    driver_fn *const driver_of = drm ? device_drm_driver : device_fb_driver;

    for (int n = -1; (n = device_next(root, drm ? cards : frames, n + 1)) >= 0;) {
        struct device_driver driver;
        char path[64];
        char why[WHY];

        snprintf(path, sizeof path, drm ? "/dev/dri/card%d" : "/dev/fb%d", n);
        if (driver_of(root, path, &driver, why) == 0)
            return n;
    }
    return device_next(root, drm ? cards : frames, 0);
}

/* Chooses one, if none was named. */
static int find_path(struct kind *kind, const char *root, char *why)
{
    const bool drm = kind->how == KIND_DRM;
    const int n = kind->path[0] ? 0 : find_first(root, drm);

    if (n < 0)
        return why_fail(ENODEV, why,
                        drm ? "there is no /dev/dri/card* (modprobe vgem makes one)"
                            : "there is no /dev/fb*");
    if (!kind->path[0])
        snprintf(kind->path, sizeof kind->path, drm ? "/dev/dri/card%d" : "/dev/fb%d", n);
    return 0;
}

/* Of the reasons why devices can't be had, keeps that of the first that root would have. */
static void keep_first(int *error, char *first, const char *why)
{
    if (*error != ENODEV || (errno != EACCES && errno != EPERM))
        return;
    *error = errno;
    memcpy(first, why, WHY);
}

/*
 * The best that is documented as write-combined: vgem, which needs no hardware, then other
 * cards, then frame buffers. 0 and the kind, or -1 and why: there is none, or one may not be
 * opened.
 */
static int find_combined(const char *root, struct kind *kind, char *why)
{
    char first[WHY] = "no device here is known to map write-combined memory (modprobe vgem "
                      "makes one)";
    struct device_driver driver;
    char fails[WHY];
    int error = ENODEV;

    *kind = (struct kind){.how = KIND_DRM};
    for (int vgem = 1; vgem >= 0; vgem--)
        for (int n = -1; (n = device_next(root, cards, n + 1)) >= 0;) {
            snprintf(kind->path, sizeof kind->path, "/dev/dri/card%d", n);
            if (device_drm_driver(root, kind->path, &driver, fails) < 0)
                keep_first(&error, first, fails);
            else if (driver.documented == CACHING_COMBINED &&
                     (!vgem || strcmp(driver.name, "vgem") == 0))
                return 0;
        }
    kind->how = KIND_FB;
    for (int n = -1; (n = device_next(root, frames, n + 1)) >= 0;) {
        snprintf(kind->path, sizeof kind->path, "/dev/fb%d", n);
        if (device_fb_driver(root, kind->path, &driver, fails) < 0)
            keep_first(&error, first, fails);
        else if (driver.documented == CACHING_COMBINED)
            return 0;
    }
    return why_fail(error, why, "%s", first);
}

static int map_kind(struct os_device *device, const struct os_device_want *want, char *why)
{
    struct os_device_want own = *want;
    struct kind kind = *want->kind;

    own.kind = &kind;
    if (kind.how == KIND_PHYS)
        return device_physical_map(device, &own, why);
    if (kind.how == KIND_WC && find_combined(want->root, &kind, why) < 0)
        return -1;
    if (find_path(&kind, want->root, why) < 0)
        return -1;
    return kind.how == KIND_DRM ? device_drm_map(device, &own, why)
                                : device_fb_map(device, &own, why);
}

int os_device_map(struct os_device *device, const struct os_device_want *want, char *why)
{
    int error;

    *device = (struct os_device){.fd = -1};
    why[0] = '\0';
    if (map_kind(device, want, why) == 0)
        return 0;
    error = errno;
    os_device_unmap(device);
    errno = error;
    return -1;
}

void os_device_unmap(struct os_device *device)
{
    if (device->base)
        munmap(device->base, device->bytes);
    device_drm_free(device);
    if (device->fd >= 0)
        close(device->fd);
    *device = (struct os_device){.fd = -1};
}

/* What is to be had. */

/* All devices of a kind, or that there is none. */
static size_t list_devices(const char *root, bool drm, struct device_offer *offers, size_t max)
{
    driver_fn *const driver_of = drm ? device_drm_driver : device_fb_driver;
    size_t count = 0;

    for (int n = -1; count < max && (n = device_next(root, drm ? cards : frames, n + 1)) >= 0;
         count++) {
        struct device_offer *offer = &offers[count];
        struct device_driver driver;
        char path[64];

        *offer = (struct device_offer){.usable = false};
        snprintf(path, sizeof path, drm ? "/dev/dri/card%d" : "/dev/fb%d", n);
        snprintf(offer->name, sizeof offer->name, drm ? "drm:card%d" : "fb:fb%d", n);
        if (driver_of(root, path, &driver, offer->note) < 0)
            continue;
        offer->usable = true;
        offer->documented = driver.documented;
        snprintf(offer->note, sizeof offer->note, "%s", driver.name);
    }
    if (count == 0 && max > 0) {
        struct kind kind = {.how = drm ? KIND_DRM : KIND_FB};

        *offers = (struct device_offer){.usable = false};
        snprintf(offers->name, sizeof offers->name, "%s", drm ? "drm" : "fb");
        (void)find_path(&kind, root, offers->note);
        count = 1;
    }
    return count;
}

static void offer_combined(const char *root, struct device_offer *offer)
{
    struct kind kind;

    *offer = (struct device_offer){.name = "wc", .documented = CACHING_COMBINED};
    offer->usable = find_combined(root, &kind, offer->note) == 0;
    if (offer->usable)
        snprintf(offer->note, sizeof offer->note, "%s", kind.path);
}

size_t os_device_list(const char *root, struct device_offer *offers, size_t max)
{
    size_t count = list_devices(root, true, offers, max);

    if (count < max)
        offer_combined(root, &offers[count++]);
    count += list_devices(root, false, offers + count, max - count);
    if (count < max) {
        struct device_offer *offer = &offers[count++];

        *offer = (struct device_offer){.name = "phys"};
        offer->usable = device_physical_try(root, offer->note) == 0;
        if (offer->usable)
            snprintf(offer->note, sizeof offer->note,
                     "/dev/mem, outside what /proc/iomem lists as in use");
    }
    return count;
}
