// The argument of isalpha is neither EOF nor an unsigned char.
// violates: valid-deref
// shown by: C17 7.4p1 if the argument has any other value, the behavior is undefined
#include <ctype.h>

int main(void) { return (isalpha)(1000000) != 0; }
