// A local record that unknown code fills anew in each round.
#include <stdlib.h>

struct token {
  char *text;
  int kind;
};

int next_token(struct token *t);

int count(void) {
  int n = 0;
  for (;;) {
    struct token t;
    if (!next_token(&t)) return n;
    free(t.text); // NOWARN
    n++;
  }
}

int count_wrong(void) {
  int n = 0;
  struct token t;
  while (next_token(&t)) {
    free(t.text);
    n += *t.text; // WARN(use-after-free)
  }
  return n;
}
