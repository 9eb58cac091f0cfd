/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_FORMAT_H
#define MEMSPEED_FORMAT_H

/* Lets compilers that can check the arguments of a function such as printf; 0 for a va_list. */
#ifdef __GNUC__
#define FORMAT(text, args) __attribute__((format(printf, text, args)))
#else
#define FORMAT(text, args)
#endif

#endif
