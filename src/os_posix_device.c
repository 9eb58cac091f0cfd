/* SPDX-License-Identifier: MIT */
/* Memory of devices, on systems whose devices are not known. */
#include "os_device.h"

#include <errno.h>
#include <stdio.h>

static const char reason[] = "not known on this system";

int os_device_map(struct os_device *device, const struct os_device_want *want, char *why)
{
    (void)want;
    *device = (struct os_device){.fd = -1};
    snprintf(why, WHY, "%s", reason);
    errno = ENOSYS;
    return -1;
}

void os_device_unmap(struct os_device *device)
{
    *device = (struct os_device){.fd = -1};
}

size_t os_device_list(const char *root, struct device_offer *offers, size_t max)
{
    static const char *const names[] = {"drm", "wc", "fb", "phys"};
    size_t count = 0;

    (void)root;
    for (; count < sizeof names / sizeof names[0] && count < max; count++) {
        offers[count] = (struct device_offer){.usable = false};
        snprintf(offers[count].name, sizeof offers[count].name, "%s", names[count]);
        snprintf(offers[count].note, sizeof offers[count].note, "%s", reason);
    }
    return count;
}
