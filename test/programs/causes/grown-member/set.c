// Members that grow by realloc in one function, and are freed in the destructor: who makes them larger does not clean up.
#include <stdlib.h>

struct set {
  int *starts, *ends;
  size_t count, room;
};

static void set_free(struct set *s) {
  free(s->starts);
  free(s); // WARN(leak): the ends are forgotten
}

static int set_add(struct set *s, int start, int end) {
  if (s->count == s->room) {
    size_t room = 2 * s->room + 1;
    int *starts = realloc(s->starts, room * sizeof *starts);
    if (!starts)
      return -1;
    s->starts = starts;
    int *ends = realloc(s->ends, room * sizeof *ends);
    if (!ends)
      return -1;
    s->ends = ends;
    s->room = room;
  }
  s->starts[s->count] = start;
  s->ends[s->count++] = end;
  return 0;
}

int parse(struct set *s, const char *text) {
  for (; *text; text++)
    if (set_add(s, *text, *text + 1) < 0) {
      set_free(s);
      return -1;
    }
  return 0;
}
