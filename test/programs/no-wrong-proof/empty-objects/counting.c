// A loop over elements without size has no iterations.
// violates: valid-deref
// shown by: AddressSanitizer
struct empty {
  int none[0];
};

int main(void) {
  struct empty a[4];
  int table[2] = {0, 0};
  int count = 0;
  for (struct empty *p = a; p < a + 4; p++)
    count++;
  return table[count == 0 ? 5 : 0];
}
