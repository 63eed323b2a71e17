// The null of a search in a list is tested by another caller.
#include <stdlib.h>
struct listener { int type; int channel; struct listener *next; };
struct listener *head; // set elsewhere
struct listener *get_listener(int type) {
  struct listener *p;
  for (p = head; p; p = p->next)
    if (p->type == type) return p;
  return NULL;
}
int channel_of(int type) {
  struct listener *l = get_listener(type);
  return l->channel; // WARN(null-dereference)
}
int channel_or_none(int type) {
  struct listener *l = get_listener(type);
  if (!l) return -1;
  return l->channel; // NOWARN
}
