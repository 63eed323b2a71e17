// A number that is read from a file need not be an enumerator.

#include <stdio.h>

enum kind { LINE, CIRCLE };

static const char line[] = "line", circle[] = "circle";

void print_first(FILE *f) {
  enum kind kind = (enum kind)getc(f);
  const char *name = NULL;
  switch (kind) {
  case LINE:
    name = line;
    break;
  case CIRCLE:
    name = circle;
    break;
  }
  putchar(*name); // MISSED(null-dereference): the file has another number
}
