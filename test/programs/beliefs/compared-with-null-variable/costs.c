// Comparing with a variable that holds null can be meant as a test for null.

#include <stdio.h>

struct tab {
  int id;
};

int show(struct tab *wanted) {
  struct tab *none = NULL;
  if (wanted == none) puts("no such tab");
  return wanted->id; // MISSED(null-dereference): the test says that there may be none
}
