// The program's own function returns.
// violates: valid-deref
// shown by: AddressSanitizer
static int x;
static int *p = &x;

static void exit(int status) { p = 0; }

static void abort(void) { exit(1); }

int main(void) {
  abort();
  return *p;
}
