// A variable length array may have no elements.
// violates: valid-deref
// shown by: AddressSanitizer
static int first(int n) {
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = i;
  return a[0];
}

int main(void) { return first(2) + first(0); }
