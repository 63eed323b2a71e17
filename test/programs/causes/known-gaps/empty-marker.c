// The empty text of a global array stands for "nothing to free"; whoever compares with "" has a text of the heap.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char UPDATE[] = "";

struct ui {
  int dragging, sx, sy;
};

static char *duplicate(const char *s) {
  char *r = malloc(1 + strlen(s));
  if (!r) abort();
  strcpy(r, s);
  return r;
}

char *interpret_move(struct ui *ui, int x, int y) {
  char buf[80];
  if (x < 0 || y < 0) return NULL;
  if (!ui->dragging) return UPDATE;
  if (ui->sx == x && ui->sy == y) return UPDATE;
  sprintf(buf, "L%d,%d-%d,%d", ui->sx, ui->sy, x, y);
  return duplicate(buf);
}

int redraw(struct ui *ui, int x, int y) {
  int moves = 0;
  char *move = interpret_move(ui, x, y);
  if (move != NULL && strcmp(move, "") != 0) {
    moves = move[0] == 'L';
    free(move); // FALSE-ALARM(invalid-free): a text that differs from "" is not the empty one
  }
  return moves; // FALSE-ALARM(leak): a text that sprintf has just written is not empty
}

int redraw_wrong(struct ui *ui, int x, int y) {
  int moves = 0;
  char *move = interpret_move(ui, x, y);
  if (move != NULL && strcmp(move, "L") != 0) {
    moves = move[0] == 'L';
    free(move); // WARN(invalid-free)
  }
  return moves; // FALSE-ALARM(leak): a text that sprintf has just written is not empty
}

int redraw_forgotten(struct ui *ui, int x, int y) {
  char *move = interpret_move(ui, x, y);
  if (move == NULL || strcmp(move, "") == 0) return 0; // FALSE-ALARM(leak): a text that sprintf has just written is not empty
  return move[0] == 'L'; // WARN(leak)
}
