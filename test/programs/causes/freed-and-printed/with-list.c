// The program's own function hands its arguments to vfprintf; the member of a record was freed on one path.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
struct peer { char *address; int port; };
static void complain(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
}
void hang_up(struct peer *p, int hard) {
  if (hard) free(p->address);
  complain("%d%%: peer %s:%d\n", 100, p->address, p->port); // WARN(use-after-free)
  if (!hard) free(p->address);
  free(p);
}
void hang_up_well(struct peer *p, int hard) {
  if (hard) complain("peer %-20s gone\n", p->address); // NOWARN
  free(p->address);
  free(p);
}
