// A record that is freed instead of recycled still has its body.
#include <stdlib.h>

struct request {
  char *body;
  struct request *next;
};

static struct request *unused;

void request_done(struct request *r) {
  free(r->body);
  r->next = unused;
  unused = r;
}

void request_cancel(struct request *r) {
  free(r); // MISSED(leak): the body was not freed
}
