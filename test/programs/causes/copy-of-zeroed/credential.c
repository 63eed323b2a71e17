// A zeroed record is copied over the freed members.
#include <stdlib.h>
#include <string.h>
struct credential { int version; char *host; char *path; };
void clear(struct credential *c) {
  struct credential blank;
  free(c->host);
  free(c->path);
  memset(&blank, 0, sizeof blank);
  *c = blank;
}
static int length(const char *p) { return p ? (int)strlen(p) : 0; }
int use(struct credential *c) {
  clear(c);
  return length(c->path) + length(c->host);
}
