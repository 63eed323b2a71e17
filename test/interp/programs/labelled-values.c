// Statement expressions with labels before the value, and jumps to these labels from inside.
// Run by the interpreter and by gcc: both must print the same.

#include <stdio.h>

static int f(int a) { return ({ int r = 1; for (int i = 0; i < 5; i++) { if (i == a) goto out; r *= 2; } r = 100; out: r; }); }
static int g(int a) { return 1 + ({ int r = 3; if (a) goto two; r = 4; one: two: r + 1; }) * 2; }
static int h(int n) { int k = 0; return ({ again: k++; if (k < n) goto again; last: k; }); }
static const char *s(int n) { const char *t = ({ const char *u = "a"; if (n) goto out; u = "b"; out: u; }); return t; }
int main(void) { printf("%d %d %d %d %d %s %s\n", f(2), f(9), g(0), g(1), h(7), s(0), s(1)); return 0; }
