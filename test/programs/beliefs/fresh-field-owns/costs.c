// What the parser allocates belongs to the document when the parser is freed.
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
  free(p); // FALSE-ALARM(leak): the document owns the text
}

void document_clear(struct document *d) { free(d->text); }
