// A comparison with a variable that holds null can be a null test.

#include <stdio.h>

struct tab {
  int id;
};

int show(struct tab *wanted) {
  struct tab *none = NULL;
  if (wanted == none) puts("no such tab");
  return wanted->id; // MISSED(null-dereference): the test implies that it may be null
}
