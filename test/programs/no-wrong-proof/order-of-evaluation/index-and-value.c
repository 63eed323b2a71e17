// The index may be read before or after the call that changes it.
// violates: valid-deref
// shown by: C17 6.5.16p3 "The evaluations of the operands are unsequenced."
struct buffer {
  int used;
  int data[4];
};

static int reserve(struct buffer *b) {
  b->used = 0;
  return 7;
}

int main(void) {
  struct buffer b = {4, {0}};
  b.data[b.used] = reserve(&b);
  return b.data[0];
}
