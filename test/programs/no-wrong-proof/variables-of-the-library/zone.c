// tzset stores the offset of the time zone in a variable.
// violates: valid-deref
// shown by: AddressSanitizer
#define _GNU_SOURCE
#include <stdlib.h>
#include <time.h>

int main(void) {
  char *list = malloc(1);
  setenv("TZ", "EST5EDT", 1);
  timezone = 0;
  tzset();
  list[timezone] = 1;
  free(list);
  return 0;
}
