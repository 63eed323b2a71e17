// A two-dimensional table: rows are allocated, filled and freed by loops.
#include <stdlib.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned rows = __VERIFIER_nondet_uint() % 10 + 1, columns = __VERIFIER_nondet_uint() % 10 + 1;
  int **table = malloc(rows * sizeof(int *));
  if (!table) return 0;
  for (unsigned r = 0; r < rows; r++) {
    table[r] = malloc(columns * sizeof(int));
    if (!table[r]) abort();
    for (unsigned c = 0; c < columns; c++) table[r][c] = (int)(r * c);
  }
  int sum = 0;
  for (unsigned r = 0; r < rows; r++)
    for (unsigned c = 0; c < columns; c++) sum += table[r][c];
  for (unsigned r = 0; r < rows; r++) free(table[r]);
  free(table);
  return sum & 1;
}
