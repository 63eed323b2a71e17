// The operations of a table: two of three implementations of `done` let helpers free their members.
#include <stdlib.h>

struct job {
  char *buffer, *script, *log;
};

struct kind {
  const char *name;
  void (*done)(struct job *);
};

static void drop_script(struct job *j) {
  free(j->script);
  free(j); // NOWARN
}

static void drop_buffer(struct job *j) {
  free(j->buffer);
  free(j); // NOWARN
}

static void done_script(struct job *j) { drop_script(j); }
static void done_buffer(struct job *j) { drop_buffer(j); }

static void done_log(struct job *j) {
  free(j->log);
  free(j); // NOWARN
}

static const struct kind kinds[] = {{"script", done_script}, {"buffer", done_buffer}, {"log", done_log}};

struct job *start(int kind) {
  struct job *j = calloc(1, sizeof *j);
  if (!j) return NULL;
  if (kind == 0) j->script = malloc(10);
  if (kind == 1) j->buffer = malloc(20);
  if (kind == 2) j->log = malloc(30);
  return j;
}

void finish(int kind, struct job *j) { kinds[kind].done(j); }
