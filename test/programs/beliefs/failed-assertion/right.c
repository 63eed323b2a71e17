// The function that tells of a failed assertion ends the program; it is declared so for other analyzers only.
#include <stdlib.h>
#include <string.h>

void assertion_message(const char *file, int line, const char *text);

#define ASSERT(e)                                        \
  do {                                                   \
    if (e)                                               \
      ;                                                  \
    else                                                 \
      assertion_message(__FILE__, __LINE__, #e " fails"); \
  } while (0)

char *title_of(int page);

static char *copy_of(const char *text) { return text ? strdup(text) : NULL; }

void test_untitled(int page) {
  ASSERT(copy_of(title_of(page)) == NULL); // NOWARN
}

void test_titled(int page) {
  ASSERT(copy_of(title_of(page)) != NULL); // WARN(leak)
}

int check(int page, const char *text);

void test_copy(int page, const char *text) {
  char *copy = strdup(text);
  ASSERT(copy != NULL);
  ASSERT(check(page, copy) == 0);
  if (page < 0)
    return; // WARN(leak)
  free(copy);
}
