// A registration function stores a callback in a member; another callback of the same type frees its argument.
#include <stdlib.h>
#include <string.h>

struct server {
  int (*on_line)(char *line);
  int (*on_end)(char *line);
};

static int measure(char *line) { return (int)strlen(line); }

static int discard(char *line) {
  free(line);
  return 0;
}

static void set_line_handler(struct server *s, int (*handler)(char *)) { s->on_line = handler; }
static void set_end_handler(struct server *s, int (*handler)(char *)) { s->on_end = handler; }

void start(struct server *s) {
  set_line_handler(s, measure);
  set_end_handler(s, discard);
}

int serve(struct server *s) {
  char *line = strdup("a line");
  if (!line) return -1;
  int n = s->on_line(line);
  free(line);
  return n;
}

int serve_leaking(struct server *s) {
  char *line = strdup("a line");
  if (!line) return -1;
  return s->on_line(line); // WARN(leak)
}

int serve_twice(struct server *s) {
  char *line = strdup("a line");
  if (!line) return -1;
  int n = s->on_end(line);
  free(line); // WARN(double-free)
  return n;
}
