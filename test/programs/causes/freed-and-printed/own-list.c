// The program's own function takes the arguments from the list itself.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
static void show(const char *format, ...) {
  va_list list;
  va_start(list, format);
  for (; *format; format++)
    if (*format == 's') fputs(va_arg(list, char *), stdout);
  va_end(list);
}
char *replace(char *old, char *fresh) {
  free(old);
  show("%s -> %s", old, fresh); // WARN(use-after-free)
  return fresh;
}
char *replace_well(char *old, char *fresh) {
  show("%s -> %s", old, fresh); // NOWARN
  free(old);
  return fresh;
}
