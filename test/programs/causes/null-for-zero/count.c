// The allocator returns null for 0 bytes only; inside the loop the count is at least 1.
#include <stdlib.h>
static void *get(size_t size) {
  void *p;
  if (size == 0) return NULL;
  p = malloc(size);
  if (!p) exit(1);
  return p;
}
int length(int id, long *out);
long f(int n) {
  long *a = get(n * sizeof(long)), *b = get(n * sizeof(long)), s = 0;
  for (int i = 0; i < n; i++) { length(i, a + i); b[i] = 0; s += a[i]; }
  free(a);
  free(b);
  return s;
}
