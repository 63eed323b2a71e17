// Failed assertions are counted, and the test goes on.
#include <stdlib.h>
#include <string.h>

void count_failed_assertion(const char *text);

char *title_of(int page);

static char *copy_of(const char *text) { return text ? strdup(text) : NULL; }

void test_untitled(int page) {
  if (copy_of(title_of(page)) != NULL) // MISSED(leak): the copy is lost where there is a title
    count_failed_assertion("untitled");
}
