// A sum that overflows is negative on the usual machines.
// violates: valid-deref
// shown by: AddressSanitizer with input "2147483647"
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4] = {0};
  int i = __VERIFIER_nondet_int();
  int next = i + 1;
  if (i > 0 && next < 0)
    return a[7];
  return 0;
}
