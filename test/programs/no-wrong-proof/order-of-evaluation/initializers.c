// The elements of an initialiser are evaluated in any order: the first one need not be the first number.
// violates: valid-deref
// shown by: C17 6.7.9p23 "The evaluations of the initialization list expressions are indeterminately sequenced with respect to one another"

static int count;

static int next(void) { return count++; }

int main(void) {
  int table[2] = {0, 0};
  int pair[2] = {next(), next()};
  return table[2 * pair[0]];
}
