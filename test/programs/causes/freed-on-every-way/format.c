// A loop with so many ways that its states are merged: whatever it has stored, behind it the pointer is freed twice.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char *dir_of(const char *name);

static char *number(long n, char *to) {
  char *p = to + 20;
  *p = 0;
  do
    *--p = '0' + n % 10;
  while ((n /= 10) > 0);
  return p;
}

struct sizes {
  size_t all;
  const char *dir, *base, *id, *count;
};

#define MEASURE                                                                                                       \
  for (const char *p = format; *p; p++) {                                                                             \
    if (*p != '%') {                                                                                                  \
      s.all++;                                                                                                        \
      continue;                                                                                                       \
    }                                                                                                                 \
    switch (*++p) {                                                                                                   \
    case '%':                                                                                                         \
      s.all++;                                                                                                        \
      break;                                                                                                          \
    case 'd':                                                                                                         \
      if (name) {                                                                                                     \
        if (!dir)                                                                                                     \
          s.dir = dir = dir_of(name);                                                                                   \
        s.all += strlen(dir);                                                                                         \
      }                                                                                                               \
      break;                                                                                                          \
    case 'f':                                                                                                         \
      if (name) {                                                                                                     \
        s.base = strrchr(name, '/');                                                                                  \
        s.all += s.base ? strlen(s.base) : 0;                                                                         \
      }                                                                                                               \
      break;                                                                                                          \
    case 'p':                                                                                                         \
      s.id = number(getpid(), id);                                                                                    \
      s.all += strlen(s.id);                                                                                          \
      break;                                                                                                          \
    case 'n':                                                                                                         \
      s.count = number(n, count);                                                                                     \
      s.all += strlen(s.count);                                                                                       \
      break;                                                                                                          \
    default:                                                                                                          \
      s.all += 2;                                                                                                     \
    }                                                                                                                 \
  }

#define FILL                                                                                                          \
  char *q = buffer;                                                                                                   \
  for (const char *p = format; *p;) {                                                                                 \
    if (*p != '%') {                                                                                                  \
      *q++ = *p++;                                                                                                    \
      continue;                                                                                                       \
    }                                                                                                                 \
    switch (p[1]) {                                                                                                   \
    case '%':                                                                                                         \
      *q++ = *p++;                                                                                                    \
      p++;                                                                                                            \
      break;                                                                                                          \
    case 'd':                                                                                                         \
      if (dir)                                                                                                        \
        q = stpcpy(q, s.dir);                                                                                         \
      p += 2;                                                                                                         \
      break;                                                                                                          \
    case 'f':                                                                                                         \
      if (s.base)                                                                                                     \
        q = stpcpy(q, s.base);                                                                                        \
      p += 2;                                                                                                         \
      break;                                                                                                          \
    case 'p':                                                                                                         \
      q = stpcpy(q, s.id);                                                                                            \
      p += 2;                                                                                                         \
      break;                                                                                                          \
    case 'n':                                                                                                         \
      q = stpcpy(q, s.count);                                                                                         \
      p += 2;                                                                                                         \
      break;                                                                                                          \
    default:                                                                                                          \
      *q++ = *p++;                                                                                                    \
      if (*p)                                                                                                         \
        *q++ = *p++;                                                                                                  \
    }                                                                                                                 \
  }

size_t freed_twice(const char *format, const char *name, long n, char *buffer) {
  struct sizes s = {0, 0, 0, 0, 0};
  char id[24], count[24], *dir = NULL;
  MEASURE
  FILL
  free(dir);
  free(dir); // WARN(double-free)
  return s.all;
}

size_t used_after(const char *format, const char *name, long n, char *buffer) {
  struct sizes s = {0, 0, 0, 0, 0};
  char id[24], count[24], *dir = NULL;
  MEASURE
  FILL
  if (!dir)
    return s.all;
  free(dir);
  if (s.base)
    s.all++;
  return s.all + dir[0]; // WARN(use-after-free)
}

size_t right(const char *format, const char *name, long n, char *buffer) {
  struct sizes s = {0, 0, 0, 0, 0};
  char id[24], count[24], *dir = NULL;
  MEASURE
  FILL
  free(dir);
  dir = NULL;
  if (s.base)
    dir = dir_of(s.base);
  s.all += dir ? strlen(dir) : 0;
  free(dir);
  return s.all;
}
