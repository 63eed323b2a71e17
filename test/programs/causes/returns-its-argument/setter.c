// An option that is given twice ends the program, by a function that returns the exit status which it was given.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct report {
  char *text;
  FILE *to;
  int count;
};

static struct report *reports;
static char *output, *input;

static long say(struct report *r, long code, const char *a, const char *b) {
  char *one = a ? strdup(a) : NULL;
  char *two = b ? strdup(b) : NULL;
  char *old = r ? r->text : NULL;
  if (r && r->to) fputs(code ? "error" : "note", r->to);
  if (r && one) r->text = one;
  if (r && !one && two) r->text = two;
  if (!r || !one) free(one);
  if (!r || one) free(two);
  if (r && r->text != old) free(old);
  if (code > 1 && r) r->count++;
  if (code) return code;
  puts("go on");
  return code;
}

int main(int argc, char **argv) {
  for (int i = 1; i + 1 < argc; i += 2) {
    if (!strcmp(argv[i], "-o")) {
      if (output && say(reports, 1, argv[i], "given twice")) exit(1);
      output = strdup(argv[i + 1]); // NOWARN
    } else if (!strcmp(argv[i], "-i")) {
      if (input && say(reports, 0, argv[i], "given twice")) exit(1);
      input = strdup(argv[i + 1]); // WARN(leak)
    }
  }
  if (output && input) puts(output);
  return 0;
}
