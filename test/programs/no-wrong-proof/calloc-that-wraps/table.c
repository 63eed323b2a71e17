// The size of a table is computed by a function, and wraps on the way to calloc.
// violates: valid-deref
// shown by: AddressSanitizer with ASAN_OPTIONS=allocator_may_return_null=1
#include <stdint.h>
#include <stdlib.h>

struct entry {
  struct entry *next;
  long value;
};

static struct entry *new_table(size_t rows, size_t columns) {
  struct entry *table = calloc(rows, columns * sizeof(struct entry));
  table->next = NULL;
  return table;
}

int main(void) {
  struct entry *table = new_table(SIZE_MAX / 16 + 2, 1);
  free(table);
  return 0;
}
