// Programs of a given size whose proofs should not grow faster than they do.
// Generated for growth-paths.ts and growth-prove.ts.

export const HEAD = `void *malloc(unsigned long); void free(void *); int __VERIFIER_nondet_int(void);
struct item { struct item *next; };`;

const PUSH = 't = malloc(sizeof *t); t->next = x; x = t;';
const POP = 't = x; x = x->next; free(t);';
const BUILD = (x: string) =>
  `while (__VERIFIER_nondet_int()) { struct item *t = malloc(sizeof *t); t->next = ${x}; ${x} = t; }`;
const RELEASE = (x: string) => `while (${x}) { struct item *t = ${x}; ${x} = ${x}->next; free(t); }`;
export const names = (letter: string, n: number) => Array.from({ length: n }, (_, i) => `${letter}${i}`);

/** A list that is built and freed by about n statements, without a loop. */
export function straightLine(n: number): string {
  const elements = Math.floor(n / 6);
  const body = `${PUSH.repeat(elements)}\n${POP.repeat(elements)}`;
  return `${HEAD}\nint main(void) { struct item *x = 0, *t; ${body} return 0; }\n`;
}

/** n lists, built one after the other, then freed. */
export function lists(n: number): string {
  const all = names('x', n);
  const declare = all.map((x) => `struct item *${x} = 0;`).join(' ');
  return `${HEAD}\nint main(void) { ${declare} ${all.map(BUILD).join('\n')} ${all.map(RELEASE).join('\n')} return 0; }\n`;
}

/** One list with n more pointers into it, all read before it is freed. */
export function pointers(n: number): string {
  const all = names('y', n);
  const declare = all.map((y) => `struct item *${y} = x;`).join(' ');
  const walk = all.map((y) => `while (${y} && __VERIFIER_nondet_int()) ${y} = ${y}->next;`).join('\n');
  const look = all.map((y) => `if (${y}) sum += ${y}->next != 0;`).join(' ');
  return `${HEAD}\nint main(void) { int sum = 0; struct item *x = 0; ${BUILD('x')} ${declare} ${walk} ${look} ${RELEASE('x')} return 0; }\n`;
}
