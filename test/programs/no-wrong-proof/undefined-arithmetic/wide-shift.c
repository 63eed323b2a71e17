// A shift by more than the width is undefined.
// violates: valid-deref
// shown by: C17 6.5.7p3 "If the value of the right operand is negative or is greater than or equal to the width of the promoted left operand, the behavior is undefined."
int main(void) {
  int a[4] = {0};
  unsigned one = 1, by = 33;
  if (one >> by == 0)
    return a[0];
  return a[100];
}
