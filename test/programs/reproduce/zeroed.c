/* calloc fails the second time; what the harness itself allocates does not count. */
#include <stdlib.h>

struct matrix {
  int rows;
  double **cells;
};

int grow(struct matrix *m) {
  double **cells = calloc(m->rows + 2, sizeof *cells);
  if (!cells)
    return -1;
  m->cells[0] = calloc(4, sizeof **m->cells);
  if (!m->cells[0])
    return -1; // WARN(leak)
  m->cells = cells;
  return 0;
}
