// The value of an assignment is a copy, not the variable.
// violates: valid-deref
// shown by: C17 6.5.16p3 "An assignment expression has the value of the left operand after the assignment, but is not an lvalue."
struct row {
  int cells[4];
};

static int first(const int *cells) { return cells[0]; }

int main(void) {
  struct row a = {{1, 2, 3, 4}};
  struct row b;
  const int *cells = (b = a).cells;
  return first(cells) + b.cells[1];
}
