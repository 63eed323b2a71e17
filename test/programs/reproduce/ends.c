/* The program ends, by its own function or by one of nobody, and the first text is lost. */
#include <stdlib.h>
#include <string.h>

extern void vanish(const char *why) __attribute__((noreturn));

void options(char **words, int n) {
  char *kept = NULL;
  for (int i = 0; i < n; i++)
    if (strcmp(words[i], "keep") == 0)
      kept = strdup(words[i]); // WARN(leak)
  if (n > 1)
    exit(1);
  free(kept);
}

void arguments(char **words, int n) {
  char *kept = NULL;
  for (int i = 0; i < n; i++)
    if (strcmp(words[i], "keep") == 0)
      kept = strdup(words[i]); // WARN(leak)
  if (n > 1)
    vanish("too many");
  free(kept);
}
