/* An element is read after it was freed. */
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

int drop(struct node *head) {
  int sum = 0;
  for (struct node *n = head; n; n = n->next) { // WARN(use-after-free)
    sum += n->value;
    free(n);
  }
  return sum;
}
