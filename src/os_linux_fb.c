/* SPDX-License-Identifier: MIT */
/* Frame buffers. The ioctl is part of the kernel's interface, as of os_linux_drm.c. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "isa.h"
#include "os.h"
#include "os_linux_device.h"
#include "pat.h"

struct fixed_info {
    char id[16];
    unsigned long start; /* physical */
    uint32_t length;
    uint32_t type;
    uint32_t type_aux;
    uint32_t visual;
    uint16_t steps[3];
    uint32_t line_length;
    unsigned long mmio_start;
    uint32_t mmio_length;
    uint32_t accel;
    uint16_t capabilities;
    uint16_t reserved[2];
};

enum { GET_FIXED_INFO = 0x4602 };

static bool ends_in(const char *text, const char *end)
{
    const size_t length = strlen(text);

    return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

/*
 * ARM's kernels map frame buffers write-combined, but for those that DRM drivers emulate, which
 * choose; x86's as the list of page attributes says.
 */
static void document(const struct fixed_info *info, const char *root,
                     struct device_driver *driver)
{
    const enum caching listed = pat_caching(root, info->start, info->length);
    const bool arm = strcmp(ISA_NAME, "arm") == 0 || strcmp(ISA_NAME, "aarch64") == 0;

    driver->documented = listed;
    if (listed != CACHING_UNKNOWN) {
        snprintf(driver->says, sizeof driver->says, "the kernel's list of page attributes");
    } else if (ends_in(driver->name, "drm") || ends_in(driver->name, "drmfb")) {
        snprintf(driver->says, sizeof driver->says, "the DRM driver behind it chooses");
    } else if (arm) {
        driver->documented = CACHING_COMBINED;
        snprintf(driver->says, sizeof driver->says, "Linux' frame buffers on ARM");
    } else {
        snprintf(driver->says, sizeof driver->says,
                 "no list of page attributes can be read, or it is not in it");
    }
}

static int get_info(int fd, const char *path, struct fixed_info *info,
                    struct device_driver *driver, char *why)
{
    *info = (struct fixed_info){.id = ""};
    *driver = (struct device_driver){.documented = CACHING_UNKNOWN};
    if (device_control(fd, GET_FIXED_INFO, info) < 0)
        return why_fail(errno, why, "%s: not a frame buffer: %s", path, strerror(errno));
    snprintf(driver->name, sizeof driver->name, "%.*s", (int)sizeof info->id, info->id);
    return 0;
}

int device_fb_driver(const char *root, const char *path, struct device_driver *driver,
                     char *why)
{
    const int fd = device_open(root, path, O_RDWR, why);
    struct fixed_info info;
    int status;

    if (fd < 0)
        return -1;
    status = get_info(fd, path, &info, driver, why);
    close(fd);
    if (status == 0)
        document(&info, root, driver);
    return status;
}

int device_fb_map(struct os_device *device, const struct os_device_want *want, char *why)
{
    const char *path = want->kind->path;
    const size_t page = os_page_bytes();
    struct device_driver driver;
    struct fixed_info info;

    device->fd = device_open(want->root, path, O_RDWR, why);
    if (device->fd < 0 || get_info(device->fd, path, &info, &driver, why) < 0)
        return -1;
    document(&info, want->root, &driver);
    device->documented = driver.documented;
    snprintf(device->says, sizeof device->says, "%s", driver.says);
    snprintf(device->source, sizeof device->source, "%s (%s)", path, driver.name);
    device->bytes = info.length / page * page;
    device->ordered = true;
    device->keep = true;
    if (device->bytes == 0)
        return why_fail(ENXIO, why, "%s: it has no memory", device->source);
    return device_map_at(device, 0, true, why);
}
