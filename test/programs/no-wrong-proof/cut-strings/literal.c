// The words of a literal: a cut writes to it.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdio.h>
#include <string.h>

int main(void) {
  return puts(strtok("one two", " "));
}
