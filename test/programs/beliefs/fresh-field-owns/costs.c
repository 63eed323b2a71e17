// What the parser has allocated is the document's when the parser goes.
#include <stdlib.h>

struct parser {
  char *text;
};

struct document {
  char *text;
};

int parser_start(struct parser *p, size_t size) {
  p->text = malloc(size);
  return p->text != NULL;
}

void parser_finish(struct parser *p, struct document *d) { d->text = p->text; }

void parser_drop(struct parser *p) {
  free(p); // FALSE-ALARM(leak): the document has the text
}

void document_clear(struct document *d) { free(d->text); }
