// An array of pointers that a loop fills, another one exchanges, and a third one frees.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define N 20

struct person { int age; };

int main(void) {
  struct person *people[N];
  for (int i = 0; i < N; i++) {
    people[i] = malloc(sizeof(struct person));
    if (!people[i]) abort();
    people[i]->age = __VERIFIER_nondet_int();
  }
  for (int i = 1; i <= N; i++) {
    if (people[i - 1]->age > people[i]->age) { // WARN(out-of-bounds)
      struct person *p = people[i - 1];
      people[i - 1] = people[i];
      people[i] = p;
    }
  }
  for (int i = 0; i < N; i++) free(people[i]);
  return 0;
}
