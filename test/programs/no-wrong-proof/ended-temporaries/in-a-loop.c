// The pointer into the temporary of one iteration is followed in the next one.
// violates: valid-deref
// shown by: C17 6.2.4p8 "Its lifetime ends when the evaluation of the containing full expression ends."
struct block {
  int values[4];
  struct block *next;
};

static struct block make(int i) {
  struct block b = {{i, i, i, i}, 0};
  return b;
}

int main(void) {
  int *last = 0;
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    if (last)
      sum += *last;
    last = &make(i).values[1];
  }
  return sum;
}
