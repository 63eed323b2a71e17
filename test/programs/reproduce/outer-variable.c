/* A variable that no file defines, and a function with any number of arguments. */
#include <stdarg.h>
#include <stdlib.h>

extern struct settings {
  int level;
  char *prefix;
} settings;

char *shout(const char *format, ...) {
  va_list rest;
  char *text = malloc(20);
  if (!text)
    return NULL;
  va_start(rest, format);
  va_end(rest);
  if (settings.level == 9 && settings.prefix[0] == '!')
    return NULL; // WARN(leak)
  return text;
}
