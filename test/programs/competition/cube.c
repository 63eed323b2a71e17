// A table of tables of rows, with sizes that are given.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int ***make(int n) {
  int ***cube = malloc(n * sizeof(*cube));
  if (!cube) abort();
  for (int i = 0; i < n; i++) {
    cube[i] = malloc(n * sizeof(**cube));
    if (!cube[i]) abort();
    for (int j = 0; j < n; j++) {
      cube[i][j] = malloc(sizeof(int));
      if (!cube[i][j]) abort();
      *cube[i][j] = i + j;
    }
  }
  return cube;
}

static void drop(int ***cube, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) free(cube[i][j]);
    free(cube[i]);
  }
  free(cube);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100) return 0;
  int ***cube = make(n);
  (*cube)[n - 1][0]++;
  drop(cube, n);
  return 0;
}
