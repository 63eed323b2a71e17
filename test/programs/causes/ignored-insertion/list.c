// There may be no memory for the node that would keep the data, and nobody looks.
#include <stdlib.h>
struct node { struct node *next; void *data; };
struct list { struct node *head; int n; };
int add(struct list *l, void *data) {
  struct node *n = malloc(sizeof *n);
  if (!n) return -1;
  n->data = data;
  n->next = l->head;
  l->head = n;
  l->n++;
  return 0;
}
void record(struct list *l) {
  void *p = malloc(4);
  if (!p) return;
  add(l, p);
} // WARN(leak)
int record_well(struct list *l) {
  void *p = malloc(4);
  if (!p) return -1;
  if (add(l, p) < 0) {
    free(p);
    return -1;
  }
  return 0;
}
