// A list is searched for a name by its address: the literal of the key need not be that of the entry.
// violates: valid-deref
// shown by: C17 6.4.5p7 "It is unspecified whether these arrays are distinct provided their elements have the appropriate values."
#include <stddef.h>

struct entry {
  const char *name;
  struct entry *next;
};

int main(void) {
  struct entry last = {"last", NULL};
  struct entry first = {"first", &last};
  struct entry *e = &first;
  const char *key = "last";
  while (e && e->name != key)
    e = e->next;
  return e->name[0];
}
