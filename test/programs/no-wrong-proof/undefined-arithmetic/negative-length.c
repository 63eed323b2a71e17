// A variable length array of negative length.
// violates: valid-deref
// shown by: AddressSanitizer
int main(void) {
  int n = -1;
  int a[n];
  a[0] = 3;
  return a[0];
}
