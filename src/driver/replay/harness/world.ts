// world.c: everything outside of the unit: unknown functions, library functions with scripted results, and the start of the program.
// From the recording of a run to C.

import { libraryFunctions } from './library.js';
import type { Scene } from './scene.js';
import { ENDING } from './signature.js';
import { unknownFunctions } from './unknown-functions.js';

export interface World {
  readonly text: string;
  /** Symbols that the linker shall replace. */
  readonly wrapped: readonly string[];
}

/** Call after inputText, which gives names to functions that only pointers lead to. */
export function worldOf(scene: Scene, failures: readonly number[]): World {
  const unknown = unknownFunctions(scene);
  const library = libraryFunctions(scene, failures);
  const variables = scene.recording.variables.filter((g) => !g.defined);
  const storage = variables.map(
    ({ name, type }, i) =>
      `char caulk_variable_${i + 1}[${Math.max(64, type.size)}] __asm__("${name}") __attribute__((aligned(16)));`,
  );
  const symbols = [...scene.symbols].filter(([name]) =>
    [...unknown.lines, ...library.lines].some((l) => l.includes(name)),
  );
  const declared = symbols.map(([name, linked]) => `extern char ${name}[] __asm__("${linked}");`);
  const lines = [SUPPORT, ...storage, ...declared, '', ...unknown.lines, '', ...library.lines, ''];
  return { text: lines.join('\n'), wrapped: [...new Set([...ENDING, ...unknown.wrapped, ...library.wrapped])] };
}

/** The function runs in a thread, so that nothing of its stack and registers is left when leaks are looked for. */
const SUPPORT = `/* The world outside of the function, and the start of the program. Written by caulk; run.sh compiles it. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern int __lsan_do_recoverable_leak_check(void);
extern void caulk_build(void), caulk_call(void), __real__exit(int status);
extern void *caulk_input[];
#define CAULK_PUT(object, offset, type, value) (*(type *)((char *)(object) + (offset)) = (type)(value))

/* Wrappers hand on what the harness itself calls. */
static int armed;

void *caulk_new(unsigned long size) { return calloc(1, size); }

static void *caulk_copy(const char *bytes, unsigned long size) {
  armed = 0;
  void *copy = memcpy(malloc(size), bytes, size);
  armed = 1;
  return copy;
}

/* A stream with one line. */
void *caulk_stream(void) {
  int was = armed;
  armed = 0;
  FILE *stream = tmpfile();
  fputs("x\\n", stream);
  rewind(stream);
  armed = was;
  return stream;
}

static void caulk_close(void *stream) {
  armed = 0;
  fclose(stream);
  armed = 1;
}

static void caulk_free(void *block) {
  armed = 0;
  free(block);
  armed = 1;
}

void caulk_put_bits(void *at, int shift, int width, unsigned long long value) {
  for (int i = 0; i < width; i++, shift++) {
    unsigned char *byte = (unsigned char *)at + shift / 8, bit = 1u << shift % 8;
    *byte = value >> i & 1 ? *byte | bit : *byte & ~bit;
  }
}

/* Unknown functions may keep what they are given. */
static void *kept[4096];
static int keeping;
static void caulk_keep(void *p) { kept[keeping++ % 4096] = p; }

static void caulk_stray(const char *name) {
  armed = 0;
  fprintf(stderr, "caulk: the program called %s more often than expected\\n", name);
  __real__exit(3);
}

/* Stands for functions that pointers lead to and the run does not call. */
void caulk_not_called(void) { caulk_stray("a function through a pointer"); }

/* The function has returned, or it ends the program. */
static void caulk_finish(const char *how) {
  armed = 0;
  fprintf(stderr, "caulk: %s\\n", how);
  __lsan_do_recoverable_leak_check();
  __real__exit(0);
}

void __wrap_exit(int status) { caulk_finish("the function ends the program"); }
void __wrap__exit(int status) { caulk_finish("the function ends the program"); }
void __wrap__Exit(int status) { caulk_finish("the function ends the program"); }

static void *caulk_run(void *unused) {
  armed = 1;
  caulk_call();
  armed = 0;
  return unused;
}

int main(void) {
  pthread_t thread;
  alarm(60);
  caulk_build();
  if (pthread_create(&thread, 0, caulk_run, 0)) return 4;
  pthread_join(thread, 0);
  caulk_finish("the function returned");
}
`;
