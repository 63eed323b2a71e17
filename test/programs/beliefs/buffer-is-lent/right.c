// One of the paths behind a read through a pointer forgets the buffer.
#include <stdlib.h>

struct stream {
  long (*read)(struct stream *s, void *bytes, size_t size, size_t count);
};

int checksum(struct stream *s, size_t n) {
  unsigned char *bytes = malloc(n);
  if (!bytes) return -1;
  if (s->read(s, bytes, 1, n) != (long)n) {
    free(bytes);
    return -2;
  }
  if (n < 8) return -3; // WARN(leak)
  int sum = 0;
  for (size_t i = 0; i < n; i++) sum += bytes[i];
  free(bytes);
  return sum;
}
