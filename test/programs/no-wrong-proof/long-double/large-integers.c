// All numbers of 64 bits are numbers of a long double.
// violates: valid-deref
// shown by: AddressSanitizer
int main(void) {
  int a[2] = {0, 0};
  unsigned long long large = 9007199254740993ull;
  long double x = large;
  return a[(unsigned long long)x - 9007199254740992ull + 1];
}
