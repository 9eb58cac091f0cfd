/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_MANGLE_H
#define MEMSPEED_MANGLE_H

/*
 * What mail programs and people do to a text. Each returns a new text, to be freed; none of
 * them fails, they abort.
 */
typedef char *mangle_fn(const char *text);

mangle_fn mangle_tabs;     /* each run of blanks becomes a tab */
mangle_fn mangle_unexpand; /* blanks become tabs, and all keeps its place */
mangle_fn mangle_single;   /* each run of blanks becomes a blank */
mangle_fn mangle_crlf;
mangle_fn mangle_cr;      /* alone, as once on the Macintosh */
mangle_fn mangle_quote;   /* "> " */
mangle_fn mangle_tight;   /* ">" */
mangle_fn mangle_indent;  /* four blanks */
mangle_fn mangle_qp;      /* quoted-printable, pasted without its header */
mangle_fn mangle_qp_mail; /* and as a mail */
mangle_fn mangle_wrap;    /* lines of at most 72 characters, broken at blanks */
mangle_fn mangle_spaced;  /* a blank line after each line */
mangle_fn mangle_nbsp;    /* each second blank does not break lines */

/* Replaces the first place of `old` that there must be. */
char *mangle_replace(const char *text, const char *old, const char *with);

#endif
