// An argument is changed by another one.
// violates: valid-deref
// shown by: C17 6.5p2 "If a side effect on a scalar object is unsequenced relative to [...] a value computation using the value of the same scalar object, the behavior is undefined."
static int at(const int *p, int i) { return p[i]; }

int main(void) {
  int a[2] = {1, 2};
  const int *p = a;
  int sum = 0;
  for (int i = 0; i < 2;)
    sum += at(p, i) + i++;
  return sum;
}
