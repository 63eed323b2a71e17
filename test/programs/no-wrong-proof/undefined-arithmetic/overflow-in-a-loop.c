// A sum of positive numbers overflows in the third iteration.
// violates: valid-deref
// shown by: AddressSanitizer with input "1 1 1 0"
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4] = {0};
  int sum = 0;
  while (__VERIFIER_nondet_int())
    sum += 1000000000;
  if (sum < 0)
    return a[5];
  return 0;
}
