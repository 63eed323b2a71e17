// The class is a function in a table, and its argument a number that is read from a file.
// violates: valid-deref
// shown by: C17 7.4p1 if the argument has any other value, the behavior is undefined
#include <ctype.h>
#include <stdio.h>

static int (*const classes[])(int) = {isdigit, isspace};

int main(void) {
  int c = getw(stdin);
  return classes[c & 1](c) != 0;
}
