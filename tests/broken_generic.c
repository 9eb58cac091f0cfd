/* SPDX-License-Identifier: MIT */
/* Where clobber_call() sees nothing, nothing can be broken for it: never called, see broken.h.
 */
#include "broken.h"

void broken_general(const struct pass *pass)
{
    broken_sound_write(pass);
}

void broken_stack(const struct pass *pass)
{
    broken_sound_write(pass);
}

void broken_float(const struct pass *pass)
{
    broken_sound_write(pass);
}

void broken_control(const struct pass *pass)
{
    broken_sound_write(pass);
}
