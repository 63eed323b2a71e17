/* The array behind `environ`, and what setenv, putenv and their like do to it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static void show(const char *what) {
  int n = 0;
  printf("%s:", what);
  for (char **e = environ; e && *e; e++) {
    if (strncmp(*e, "CAULK_", 6) == 0) printf(" %s", *e);
    n++;
  }
  printf(n > 0 ? " (some)\n" : " (none)\n");
}

static char own[] = "CAULK_C=3";

int main(void) {
  clearenv();
  show("empty");
  setenv("CAULK_A", "1", 1);
  setenv("CAULK_B", "2", 1);
  show("two");
  setenv("CAULK_A", "one", 0);
  setenv("CAULK_B", "two", 1);
  putenv(own);
  show("three");
  unsetenv("CAULK_A");
  own[8] = '4';
  show("without A");
  printf("%s\n", getenv("CAULK_C"));
  return 0;
}
