// The value of a conditional expression is a temporary too.
// violates: valid-deref
// shown by: C17 6.2.4p8 "A non-lvalue expression with structure or union type, where the structure or union contains a member with array type [...] refers to an object with automatic storage duration and temporary lifetime."
struct pair {
  int of[2];
};

int main(int argc, char **argv) {
  struct pair a = {{0, 1}};
  struct pair b = {{2, 3}};
  int *p = (argc > 1 ? a : b).of;
  return p[1];
}
