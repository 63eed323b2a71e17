// Random C programs that depend on their input: counters, bounds, lists and tables built by loops, faulty cleanup.
// They exercise the recurrences and conditions of the engine `symbolic`.

import { Random } from '../../support/random.js';

const HEAD = `extern void *malloc(unsigned long); extern void *calloc(unsigned long, unsigned long); extern void free(void *);
extern int __VERIFIER_nondet_int(void);
struct el { struct el *next; int item; };
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = 0;
    if (a > 6 || b > 6 || a < -6 || b < -6) return 0;
    struct el *p = 0, *q = 0;
    struct el *table[8] = { 0 };
`;

export function inputProgram(seed: number): string {
  const random = new Random(seed);
  const body = statements(random, 2 + random.below(5), 1);
  return `${HEAD}${body.map((s) => `    ${s}\n`).join('')}    return 0;\n}\n`;
}

function statements(r: Random, count: number, depth: number): string[] {
  return Array.from({ length: count }, () => statement(r, depth));
}

const number = (r: Random): string => r.pick(['a', 'b', 'c', 'a + 1', 'b - 1', 'a + b', '2', '3', '0', '2 * a']);
const pointer = (r: Random): string => r.pick(['p', 'q']);

function condition(r: Random): string {
  if (r.oneIn(4)) return `${r.oneIn(2) ? '!' : ''}${pointer(r)}`;
  return `${number(r)} ${r.pick(['<', '<=', '==', '!=', '>'])} ${number(r)}`;
}

function statement(r: Random, depth: number): string {
  const [x, y] = [pointer(r), pointer(r)];
  const kinds: (() => string)[] = [
    () => `${x} = calloc(1, sizeof *${x});`,
    () => `${x} = calloc(1, sizeof *${x});`,
    () => `free(${x});`,
    () => `free(${x}); ${x} = 0;`,
    () => `${x} = ${y};`,
    () => `c = ${number(r)};`,
    () => `if (${x}) ${x}->item = ${number(r)};`,
    () => `if (${x}) ${x}->next = ${y};`,
    () => `if (${x} && ${x}->item > ${number(r)}) c = ${x}->item;`,
    () => `if (${x}) { ${y} = ${x}->next; }`,
    () => `if (a >= 0 && a < 8) table[a] = ${x};`,
    () => `if (b >= 0 && b < 8) { ${x} = table[b]; }`,
  ];
  const compounds: (() => string)[] = [
    () => `if (${condition(r)}) { ${block(r, depth)} }`,
    () => `if (${condition(r)}) { ${block(r, depth)} } else { ${block(r, depth)} }`,
    () => `for (int i = ${r.pick(['0', '1', 'b'])}; i ${r.pick(['<', '<='])} ${number(r)}; i++) { ${block(r, depth)} }`,
    () =>
      `for (int i = 0; i < ${number(r)}; i++) { struct el *e = malloc(sizeof *e); e->item = i; e->next = ${x}; ${x} = e; }`,
    () => `for (int i = 0; i < ${number(r)} && i < 8; i++) table[i] = calloc(1, sizeof(struct el));`,
    () => `for (int i = 0; i < ${number(r)} && i < 8; i++) { free(table[i]); table[i] = 0; }`,
    () => `while (${x}) { struct el *n = ${x}->next; free(${x}); ${x} = n; }`,
    () => `for (int i = 0; i < ${number(r)} && ${x}; i++) ${x} = ${x}->next;`,
    () =>
      `for (int i = 0; i < ${number(r)}; i++) { c += ${r.pick(['1', '2', 'i', 'a'])}; if (${condition(r)}) break; }`,
  ];
  return r.pick(depth > 0 && !r.oneIn(3) ? compounds : kinds)();
}

const block = (r: Random, depth: number): string => statements(r, 1 + r.below(2), depth - 1).join(' ');
