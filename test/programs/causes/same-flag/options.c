// The pointer is set if the flag is, and nothing changes the flag, which another function has read from the options.
#include <stdbool.h>
#include <stdlib.h>
struct data { int n, *table; };
struct ctrl { struct { bool active; char *file; } C, D; };
struct data *read_data(const char *name);
static void parse(struct ctrl *c, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (argv[i][0] == 'C') c->C.active = true, c->C.file = argv[i] + 1;
    if (argv[i][0] == 'D') c->D.active = true, c->D.file = argv[i] + 1;
  }
}
int grdselect(int argc, char **argv) {
  struct data *dc = NULL, *g;
  int found = 0;
  struct ctrl *ctrl = calloc(1, sizeof(*ctrl));
  if (ctrl == NULL) return -1;
  parse(ctrl, argc, argv);
  if (ctrl->C.active && (dc = read_data(ctrl->C.file)) == NULL) {
    free(ctrl);
    return 2;
  }
  for (int k = 0; k < argc; k++) {
    if ((g = read_data(argv[k])) == NULL) break;
    if (ctrl->D.active && g->n > 3) continue;
    if (ctrl->C.active) found += dc->n;
  }
  free(ctrl);
  return found;
}
