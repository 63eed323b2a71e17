// The test allows for a size of zero, which no caller passes.

#include <stdlib.h>

char *resized_text(char *text, size_t size) {
  char *p = realloc(text, size);
  if (!p && size) abort();
  p[0] = '\0'; // NOWARN
  return p;
}

// Memory for n elements is made, and given up by their number.
int *squares(int n) {
  int *table = malloc(n * sizeof *table);
  if (!table) return NULL;
  for (int i = 0; i < n; i++) table[i] = i * i;
  return table;
}

int last_square(int n) {
  int *table = squares(n);
  if (!table) return -1;
  int last = n > 0 ? table[n - 1] : 0;
  if (n > 0) free(table);
  return last; // NOWARN
}

// The size is a multiple of the number of elements.
char *make_rows(unsigned n) { return malloc(n << 4); }

int first_row(unsigned n) {
  char *rows = make_rows(n);
  if (!rows) return -1;
  rows[0] = '\0';
  int used = n > 0 && n < 1000;
  if (n > 0) free(rows);
  return used; // NOWARN
}
