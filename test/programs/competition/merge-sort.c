// Merge sort of a list, recursive; halves are found by two pointers of different speed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node { int key; struct node *next; };

static struct node *halve(struct node *list) {
  struct node *slow = list, *fast = list->next;
  while (fast && fast->next) {
    slow = slow->next;
    fast = fast->next->next;
  }
  struct node *second = slow->next;
  slow->next = NULL;
  return second;
}

static struct node *merge(struct node *a, struct node *b) {
  struct node head, *last = &head;
  head.next = NULL;
  while (a && b) {
    if (a->key < b->key) {
      last->next = a;
      a = a->next;
    } else {
      last->next = b;
      b = b->next;
    }
    last = last->next;
  }
  last->next = a ? a : b;
  return head.next;
}

static struct node *sort(struct node *list) {
  if (!list || !list->next) return list;
  struct node *second = halve(list);
  return merge(sort(list), sort(second));
}

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof(*n));
    if (!n) exit(1);
    n->key = __VERIFIER_nondet_int();
    n->next = list;
    list = n;
  }
  list = sort(list);
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
