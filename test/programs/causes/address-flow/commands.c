// Handlers of commands in an array, which is passed on; the table of clean-ups has functions of the same type.
#include <stdlib.h>
#include <string.h>

typedef int (*handler)(char *);

static int length(char *word) { return (int)strlen(word); }
static int first(char *word) { return word[0]; }
static int drop(char *word) {
  free(word);
  return 0;
}
static int wipe(char *word) {
  word[0] = '\0';
  free(word);
  return 0;
}

static handler commands[] = {length, first};
static struct {
  const char *name;
  handler run;
} cleanups[] = {{"drop", drop}, {"wipe", wipe}};

int run(int which) {
  char *word = strdup("word");
  if (!word) return -1;
  int n = commands[which](word);
  free(word);
  return n;
}

int run_leaking(int which) {
  char *word = strdup("word");
  if (!word) return -1;
  return commands[which](word); // WARN(leak)
}

int finish(int which) {
  char *word = strdup("word");
  if (!word) return -1;
  return cleanups[which].run(word);
}
