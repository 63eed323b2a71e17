// strncpy fills the whole array: nothing ends the string that is cut.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[4];
  strncpy(text, "a bcdef", sizeof text);
  for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
    printf("%zu\n", strlen(word));
  return 0;
}
