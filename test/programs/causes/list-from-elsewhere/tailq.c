// A record of one's own holds a list that other code has filled; each element is removed and freed.
#include <stdlib.h>
#include <sys/queue.h>

struct entry {
  int n;
  TAILQ_ENTRY(entry) link;
};
TAILQ_HEAD(head, entry);

struct owner {
  struct head entries;
  int state;
};

int fill(struct owner *o, const char *file);

int create(const char *file) {
  struct owner *o = calloc(1, sizeof *o);
  struct entry *e;
  if (!o) return 1;
  TAILQ_INIT(&o->entries);
  if (fill(o, file) != 0) {
    while ((e = TAILQ_FIRST(&o->entries)) != NULL) {
      TAILQ_REMOVE(&o->entries, e, link);
      free(e); // NOWARN
    }
  }
  free(o);
  return 0;
}

int create_wrong(const char *file) {
  struct owner *o = calloc(1, sizeof *o);
  struct entry *e;
  if (!o) return 1;
  TAILQ_INIT(&o->entries);
  if (fill(o, file) != 0)
    for (e = TAILQ_FIRST(&o->entries); e != NULL; e = TAILQ_NEXT(e, link)) free(e); // WARN(use-after-free)
  free(o);
  return 0;
}
