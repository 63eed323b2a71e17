/* A list of numbers. Deleting one takes it out of the list, but never gives its memory back. */

#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *prepend(struct node *list, int value) {
  struct node *n = malloc(sizeof *n);
  if (n == NULL)
    abort();
  n->value = value;
  n->next = list;
  return n;
}

static void delete(struct node **list, int value) {
  while (*list != NULL && (*list)->value != value)
    list = &(*list)->next;
  if (*list != NULL)
    *list = (*list)->next; // WARN(leak)
}

static void destroy(struct node *list) {
  while (list != NULL) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 10; i++)
    list = prepend(list, i);
  delete(&list, 3);
  destroy(list);
  return 0;
}
