// The function that is called may be looked up before the arguments are evaluated.
// violates: valid-deref
// shown by: C17 6.5.2.2p10 "There is a sequence point after the evaluations of the function designator and the actual arguments but before the actual call."
typedef int operation(int);

static int same(int n) { return n; }

static operation *operations[2];

static int install(void) {
  operations[1] = same;
  return 1;
}

int main(void) { return operations[1](install()); }
