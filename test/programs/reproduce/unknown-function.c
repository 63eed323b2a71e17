/* What a function of nobody answers decides. */
#include <stdlib.h>

struct packet {
  int length;
  char *data;
};

extern int lookup(const char *key, int *kind);
extern struct packet *receive(void);

char *answer(const char *key) {
  int kind;
  char *text = malloc(16);
  if (!text)
    return NULL;
  if (lookup(key, &kind) == 7 && kind == 0)
    return NULL; // WARN(leak)
  text[0] = 0;
  return text;
}

int length(void) {
  struct packet *p = receive();
  char *copy = malloc(32);
  if (!copy)
    return -1;
  if (p->length == 12)
    return p->length; // WARN(leak)
  free(copy);
  return 0;
}
