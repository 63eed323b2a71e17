// Where strsep finds no separator, there is no rest.
// violates: valid-deref
// shown by: AddressSanitizer
#define _DEFAULT_SOURCE
#include <string.h>

int main(void) {
  char text[] = "one,two";
  char *rest = text;
  strsep(&rest, ",");
  strsep(&rest, ",");
  return rest[0];
}
