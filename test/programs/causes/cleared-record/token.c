// A token is cleared in ways that depend on its kind and its position; its text may be null from the beginning.
#include <stdlib.h>

extern char *text_copy(const char *text) __attribute__((malloc));
extern void text_free(char *text);
extern int log_position(int line, int column);

struct token {
  int kind, line, column;
  char *text;
};

static void token_clear(struct token *t) {
  if (t->kind == 0)
    return;
  if (t->text) {
    text_free(t->text);
    t->text = NULL;
  }
  if (t->line > 0 && t->column >= 0)
    log_position(t->line, t->column);
  else if (t->line < 0)
    log_position(0, 0);
  t->kind = 0;
}

int scan(const char *from, int line, int strict) {
  struct token t = {1, line, 0, NULL};
  t.text = text_copy(from);
  if (strict && line > 100) {
    token_clear(&t);
    return 1; // NOWARN
  }
  token_clear(&t);
  return 0; // NOWARN
}

int scan_forgetful(const char *from, int line, int strict) {
  struct token t = {1, line, 0, NULL};
  t.text = text_copy(from);
  if (strict && line > 100)
    return 1; // WARN(leak)
  token_clear(&t);
  return 0; // NOWARN
}
