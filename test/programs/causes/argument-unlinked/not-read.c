// The argument is only compared: what it points to is read through the list.
#include <stdlib.h>

struct watcher {
  int id;
  struct watcher *next;
};

struct loop {
  struct watcher *watchers;
};

void unwatch(struct loop *l, struct watcher *w) {
  if (l->watchers == w) l->watchers = l->watchers->next; // NOWARN
}

void unwatch_other(struct loop *l, struct watcher *w) {
  if (l->watchers != w) l->watchers = l->watchers->next; // WARN(leak)
}

void close_loop(struct loop *l) {
  free(l->watchers);
  l->watchers = NULL;
}
