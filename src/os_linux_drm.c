/* SPDX-License-Identifier: MIT */
/*
 * Dumb buffers of graphics cards: memory that every driver with a display gives out. The ioctls
 * are part of the kernel's interface; their headers are not there everywhere.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "os_linux_device.h"

struct version {
    int major;
    int minor;
    int patch;
    size_t name_length;
    char *name;
    size_t date_length;
    char *date;
    size_t text_length;
    char *text;
};

struct create_dumb {
    uint32_t height;
    uint32_t width;
    uint32_t bpp;
    uint32_t flags;
    uint32_t handle;
    uint32_t pitch;
    uint64_t size;
};

struct map_dumb {
    uint32_t handle;
    uint32_t pad;
    uint64_t offset;
};

struct destroy_dumb {
    uint32_t handle;
};

#define DRM_VERSION _IOWR('d', 0x00, struct version)
#define DRM_CREATE_DUMB _IOWR('d', 0xB2, struct create_dumb)
#define DRM_MAP_DUMB _IOWR('d', 0xB3, struct map_dumb)
#define DRM_DESTROY_DUMB _IOWR('d', 0xB4, struct destroy_dumb)

/* Pixels of 4 bytes in rows of 16 KiB: a width that drivers align to nothing larger. */
enum { ROW_PIXELS = 4096, ROW_BYTES = 4 * ROW_PIXELS };

/*
 * How drivers map dumb buffers to user space, as Linux' sources have it: those of the DMA
 * helpers, and the others named, write-combined; virtual cards cached.
 */
static const struct {
    const char *driver;
    enum caching caching;
} drivers[] = {
    {"vgem", CACHING_COMBINED},      {"vc4", CACHING_COMBINED},
    {"sun4i-drm", CACHING_COMBINED}, {"imx-drm", CACHING_COMBINED},
    {"mxsfb-drm", CACHING_COMBINED}, {"meson", CACHING_COMBINED},
    {"stm", CACHING_COMBINED},       {"tilcdc", CACHING_COMBINED},
    {"pl111", CACHING_COMBINED},     {"tidss", CACHING_COMBINED},
    {"rockchip", CACHING_COMBINED},  {"omapdrm", CACHING_COMBINED},
    {"exynos", CACHING_COMBINED},    {"tegra", CACHING_COMBINED},
    {"mediatek", CACHING_COMBINED},  {"virtio_gpu", CACHING_CACHED},
    {"imx-dcss", CACHING_COMBINED},  {"atmel-hlcdc", CACHING_COMBINED},
    {"bochs-drm", CACHING_CACHED},   {"simpledrm", CACHING_CACHED},
};

static int find_driver(int fd, const char *path, struct device_driver *driver, char *why)
{
    struct version version = {.name_length = sizeof driver->name - 1, .name = driver->name};

    *driver = (struct device_driver){.documented = CACHING_UNKNOWN};
    if (device_control(fd, DRM_VERSION, &version) < 0)
        return why_fail(errno, why, "%s: not a graphics card: %s", path, strerror(errno));
    snprintf(driver->says, sizeof driver->says, "the driver %.31s chooses", driver->name);
    for (size_t i = 0; i < sizeof drivers / sizeof drivers[0]; i++) {
        if (strcmp(drivers[i].driver, driver->name) != 0)
            continue;
        driver->documented = drivers[i].caching;
        snprintf(driver->says, sizeof driver->says, "Linux' driver %.31s", driver->name);
    }
    return 0;
}

/* Gives a buffer back. */
static void destroy(int fd, uint32_t handle)
{
    struct destroy_dumb dumb = {.handle = handle};

    (void)device_control(fd, DRM_DESTROY_DUMB, &dumb);
}

/*
 * Whether it makes dumb buffers at all, as processors of graphics without a display do not: to
 * make one of no size is ENOSYS there, and EINVAL elsewhere. vgem has them, but as it has no
 * display does not list them among its capabilities. Old kernels had the sign wrong.
 */
static int try_buffers(int fd, const char *path, const struct device_driver *driver, char *why)
{
    struct create_dumb none = {.handle = 0};
    const int status = device_control(fd, DRM_CREATE_DUMB, &none);

    if (status > 0 || (status < 0 && errno == ENOSYS))
        return why_fail(ENOSYS, why, "%s (%s): it makes no dumb buffers", path, driver->name);
    if (status == 0 && none.handle)
        destroy(fd, none.handle);
    return 0;
}

int device_drm_driver(const char *root, const char *path, struct device_driver *driver,
                      char *why)
{
    const int fd = device_open(root, path, O_RDWR, why);
    int status;

    if (fd < 0)
        return -1;
    status = find_driver(fd, path, driver, why);
    if (status == 0)
        status = try_buffers(fd, path, driver, why);
    close(fd);
    return status;
}

/* A buffer of at most `bytes`, halved while there is not so much. */
static int create(struct os_device *device, size_t bytes, size_t least, char *why)
{
    struct create_dumb dumb;
    size_t rows = bytes / ROW_BYTES + 1;

    for (;; rows /= 2) {
        dumb = (struct create_dumb){
            .height = (uint32_t)rows, .width = ROW_PIXELS, .bpp = 32, .flags = 0};
        if (rows > UINT32_MAX || device_control(device->fd, DRM_CREATE_DUMB, &dumb) < 0) {
            if (rows / 2 * ROW_BYTES >= least)
                continue;
            return why_fail(errno, why, "%s: no buffer of %zu KiB: %s", device->source,
                            rows * ROW_BYTES / 1024, strerror(errno));
        }
        break;
    }
    device->handle = dumb.handle;
    device->bytes = (size_t)dumb.size;
    return 0;
}

int device_drm_map(struct os_device *device, const struct os_device_want *want, char *why)
{
    const char *path = want->kind->path;
    struct device_driver driver;
    struct map_dumb map;

    device->fd = device_open(want->root, path, O_RDWR, why);
    if (device->fd < 0 || find_driver(device->fd, path, &driver, why) < 0 ||
        try_buffers(device->fd, path, &driver, why) < 0)
        return -1;
    device->documented = driver.documented;
    snprintf(device->says, sizeof device->says, "%s", driver.says);
    snprintf(device->source, sizeof device->source, "%s (%s)", path, driver.name);
    if (create(device, want->bytes, want->least, why) < 0)
        return -1;
    map = (struct map_dumb){.handle = device->handle};
    if (device_control(device->fd, DRM_MAP_DUMB, &map) < 0)
        return why_fail(errno, why, "%s: its buffer can't be mapped: %s", device->source,
                        strerror(errno));
    return device_map_at(device, map.offset, true, why);
}

void device_drm_free(struct os_device *device)
{
    if (device->fd >= 0 && device->handle)
        destroy(device->fd, device->handle);
    device->handle = 0;
}
