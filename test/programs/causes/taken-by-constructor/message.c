// A constructor without a body, with the attribute malloc, takes over what it is given, and its result is handed on.
#include <stdlib.h>
#include <string.h>

struct structure;
struct message;
struct element;

extern struct structure *structure_new(const char *name, const char *first, ...) __attribute__((__malloc__));
extern struct message *message_new(struct element *from, struct structure *s) __attribute__((__malloc__));
extern int post(struct element *to, struct message *m);

void post_hypothesis(struct element *e, const char *text) {
  struct structure *s = structure_new("recognizer", "hypothesis", text, NULL);
  post(e, message_new(e, s)); // NOWARN
} // NOWARN

void post_nothing(struct element *e, const char *text) {
  char *copy = strdup(text);
  struct structure *s = structure_new("recognizer", NULL);
  post(e, message_new(e, s)); // NOWARN
  if (!copy) return; // NOWARN
  copy[0] = '\0';
} // WARN(leak)
