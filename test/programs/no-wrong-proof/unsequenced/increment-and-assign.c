// Two side effects on one variable without a sequence point.
// violates: valid-deref
// shown by: C17 6.5p2 "If a side effect on a scalar object is unsequenced relative to [...] a different side effect on the same scalar object [...] the behavior is undefined."
int main(void) {
  int a[2] = {0, 0};
  int i = 0;
  i = i++ + 1;
  return a[i];
}
