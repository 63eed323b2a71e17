// Random inputs for the programs of test/programs/competition when they run with sanitizers: small values mostly.
// Linked with each program by scripts/check-competition.mjs; CAULK_INPUT_SEED chooses the sequence.

#include <pthread.h>
#include <stdlib.h>

#undef main

static unsigned long long state;
static unsigned long drawn;
static int rarely_zero;

/** Loops that go on while an input is not zero must end. */
enum { MOST = 400 };

static unsigned next(void) {
  if (state == 0) {
    const char *seed = getenv("CAULK_INPUT_SEED");
    unsigned long number = seed ? strtoul(seed, NULL, 10) : 0;
    state = 88172645463325252ULL + 104729ULL * number;
    rarely_zero = number % 3 != 0;
    for (int i = 0; i < 20; i++) next();
  }
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)(state >> 33);
}

static int draw(void) {
  if (++drawn > MOST) return 0;
  unsigned kind = next() % (rarely_zero ? 64 : 16);
  if (kind > 15) return 1 + (int)(next() % 20);
  if (kind < 7) return next() % 2;
  if (kind < 13) return next() % 8;
  if (kind < 15) return -(int)(next() % 8);
  return (int)next() % 300;
}

int __VERIFIER_nondet_int(void) { return draw(); }
unsigned int __VERIFIER_nondet_uint(void) { return (unsigned)draw(); }
_Bool __VERIFIER_nondet_bool(void) { return draw() != 0; }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)draw(); }

int program(void);

static void *start(void *nothing) {
  program();
  return nothing;
}

/** In a thread of its own: stale pointers on its stack and in registers would hide leaks. */
int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, start, NULL) != 0) abort();
  pthread_join(thread, NULL);
  return 0;
}
