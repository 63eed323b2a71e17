// A stream is not closed on a path that something read from it decides.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct conf {
  int a, b;
};

int s1(const char *path, struct conf *c) {
  FILE *f = fopen(path, "rb");
  char head[4];
  if (!f) return -1;
  if (fread(head, 1, 4, f) != 4) { fclose(f); return -1; }
  if (memcmp(head, "RIFF", 4) != 0)
    return -2; // WARN(leak)
  c->a = head[0];
  fclose(f);
  return 0;
}

int s2(const char *path, struct conf *c) {
  FILE *f; char line[100];
  if ((f = fopen(path, "r")) == NULL) return -1;
  while (fgets(line, sizeof line, f)) {
    if (line[0] == '#') continue;
    if (sscanf(line, "%d %d", &c->a, &c->b) != 2)
      return -1; // WARN(leak)
  }
  fclose(f);
  return 0;
}

long s3(const char *path) {
  FILE *f = fopen(path, "r");
  long n;
  if (!f) return -1;
  fseek(f, 0, SEEK_END);
  n = ftell(f);
  return n; // WARN(leak)
}

char *slurp(const char *path, size_t *len) {
  FILE *f = fopen(path, "rb");
  char *buf;
  long n;
  if (!f) return NULL;
  if (fseek(f, 0, SEEK_END) != 0) return NULL; // WARN(leak)
  n = ftell(f);
  rewind(f);
  buf = malloc(n + 1);
  if (!buf) { return NULL; } // WARN(leak)
  *len = fread(buf, 1, n, f);
  buf[*len] = 0;
  if (ferror(f)) { fclose(f); return NULL; } // WARN(leak)
  fclose(f);
  return buf;
}

int s6(const char *a, const char *b) {
  FILE *in = fopen(a, "r"), *out = fopen(b, "w");
  int c;
  if (!in || !out) return -1; // WARN(leak)
  while ((c = getc(in)) != EOF) putc(c, out);
  fclose(in);
  fclose(out);
  return 0;
}

int s7(int n, char **v) {
  for (int i = 1; i < n; i++) {
    FILE *f = strcmp(v[i], "-") == 0 ? stdin : fopen(v[i], "r");
    if (!f) continue;
    int c = getc(f);
    printf("%d\n", c);
    if (c == EOF) continue; // WARN(leak)
    if (f != stdin) fclose(f);
  }
  return 0;
}

int closed_on_all(const char *path, struct conf *c) {
  FILE *f = fopen(path, "r");
  char line[100];
  int result = -1;
  if (!f)
    return -1;
  while (fgets(line, sizeof line, f)) {
    if (line[0] == '#')
      continue;
    if (sscanf(line, "%d %d", &c->a, &c->b) != 2)
      goto out;
  }
  result = 0;
out:
  fclose(f); // NOWARN
  return result;
}

int standard_or_file(const char *path) {
  FILE *f = path ? fopen(path, "r") : stdin;
  if (!f)
    return -1;
  int c = getc(f);
  if (f != stdin)
    fclose(f); // NOWARN
  return c; // NOWARN
}
