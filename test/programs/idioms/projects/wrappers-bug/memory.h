#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>

void die(const char *format, ...);
void *xmalloc(size_t size);
void *xrealloc(void *old, size_t size);
char *xstrdup(const char *s);
void xfree(void *p);

#endif
