// An embedded record is handed around; the outer record is found by its offset, and freed.
#include <stddef.h>
#include <stdlib.h>

struct base { int refs; void (*release)(struct base *); };
struct window { long id; char *title; struct base base; };
struct timer { struct base base; int ticks; };

extern int __VERIFIER_nondet_int(void);

static void release_window(struct base *b) {
  struct window *w = (struct window *)((char *)b - offsetof(struct window, base));
  free(w->title);
  free(w);
}

static void release_timer(struct base *b) {
  struct timer *t = (struct timer *)((char *)b - offsetof(struct timer, base));
  t->ticks = 0;
  free(t);
}

static struct base *new_window(void) {
  struct window *w = malloc(sizeof *w);
  if (!w) abort();
  w->title = malloc(16);
  if (w->title) w->title[0] = '\0';
  w->base.refs = 1;
  w->base.release = release_window;
  return &w->base;
}

static struct base *new_timer(void) {
  struct timer *t = malloc(sizeof *t);
  if (!t) abort();
  t->base.refs = 1;
  t->base.release = release_timer;
  return &t->base;
}

static void put(struct base *b) {
  if (--b->refs == 0) // WARN(use-after-free)
    b->release(b);
}

int main(void) {
  struct base *b = __VERIFIER_nondet_int() ? new_window() : new_timer();
  put(b);
  put(b);
  return 0;
}
