// Random C programs that the engine `modular` follows completely: at most two iterations of a loop, no recursion, two inputs.
// Trees of numbers, so that every tree is a program and fast-check can shrink it; printed one statement per line.

import fc from 'fast-check';

/** Statements and conditions are chosen from a table, by `kind`; names are numbers, modulo the number of names in scope. */
export interface Statement {
  readonly kind: number;
  readonly x: number;
  readonly y: number;
  readonly c: number;
  readonly body: readonly Statement[];
  readonly other: readonly Statement[];
}

export interface Program {
  readonly helpers: readonly (readonly Statement[])[];
  readonly main: readonly Statement[];
}

/** The names that one function may use. */
interface Scope {
  readonly pointers: readonly string[];
  /** The names that nested statements may use. */
  readonly inner: readonly string[];
  readonly numbers: readonly string[];
  /** Helpers with a smaller number may be called. */
  readonly callable: number;
  /** The result of a failed function. */
  readonly failure: string;
}

const MAINS = ['p', 'q', 'r', 'global'];
const IN_MAIN = { pointers: MAINS, inner: MAINS, numbers: ['a', 'b'], failure: '1' };
/**
 * By the belief counted-free, a function takes over an argument that it frees or stores on one of two paths that look
 * alike to its caller. So arguments are not used inside branches, and `q` never points to the target of an argument.
 */
const IN_HELPER = { pointers: ['p', 'q', '*out'], inner: ['q'], numbers: ['a'], failure: '-1' };

const HEAD = `extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
struct node { int d; struct node *n; struct node *l; };
struct node *global;
static struct node *make(int d)
{
    struct node *e = malloc(sizeof *e);
    if (!e)
        return 0;
    e->d = d;
    e->n = 0;
    e->l = 0;
    return e;
}
`;

type Print = (n: Names, s: Statement) => string[];

/** The names of one statement. */
interface Names {
  readonly x: string;
  readonly y: string;
  readonly number: string;
  readonly field: string;
  readonly test: string;
  readonly scope: Scope;
}

const reach = (pointer: string): string => (pointer.startsWith('*') ? `(${pointer})` : pointer);

/** Is the target unknown outside the function? */
const isOwn = ({ inner, pointers }: Scope, x: string): boolean => inner !== pointers && inner.includes(x);

/** Statements without nested ones. */
const SIMPLE: readonly Print[] = [
  ({ x, number }) => [`${x} = make(${number});`],
  ({ x }) => [`free(${x});`],
  ({ x, scope }) => [`${x} = make(1);`, `if (!${x})`, `    return ${scope.failure};`],
  ({ x }) => [`free(${x});`, `${x} = 0;`],
  ({ x, y, scope }) => (isOwn(scope, x) ? [] : [`${x} = ${y};`]),
  ({ x }) => [`${x} = 0;`],
  ({ x, y, field, scope }) => [...(scope.inner.includes(x) ? [`if (${x})`] : []), `    ${reach(x)}->${field} = ${y};`],
  ({ x, y, field, scope }) => (isOwn(scope, x) ? [] : [`if (${y})`, `    ${x} = ${reach(y)}->${field};`]),
  ({ x, field }) => [`if (${x})`, `    free(${reach(x)}->${field});`],
  ({ x, field }) => [`if (${x})`, `    ${reach(x)}->${field} = make(2);`],
  ({ x, number }) => [`${reach(x)}->d = ${number};`],
];

const COMPOUND: readonly Print[] = [
  ({ test, scope }, { body }) => [`if (${test}) {`, ...printInner(scope, body), '}'],
  ({ test, scope }, { body, other }) => [
    `if (${test}) {`,
    ...printInner(scope, body),
    '} else {',
    ...printInner(scope, other),
    '}',
  ],
  ({ scope }, { c, body }) => [`for (int i = 0; i < ${1 + (c % 2)}; i++) {`, ...printInner(scope, body), '}'],
  ({ test, scope }) => [`if (${test})`, `    return ${scope.failure};`],
  ({ x, y, number, scope }, { c }) =>
    scope.callable === 0 || x === y
      ? []
      : [
          `if (helper${c % scope.callable}(${x}, ${y.startsWith('*') ? y.slice(1) : `&${y}`}, ${number}) < 0)`,
          `    return ${scope.failure};`,
        ],
];

const TESTS: readonly ((n: Omit<Names, 'test'>, c: number) => string)[] = [
  ({ number }, c) => `${number} == ${c % 2}`,
  ({ number }, c) => `${number} > ${c % 2}`,
  ({ x }) => x,
  ({ x }) => `!${x}`,
];

const KINDS = [...SIMPLE, ...COMPOUND];

function print(scope: Scope, s: Statement): string[] {
  const { x, y, c } = s;
  const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;
  const plain = {
    x: pick(scope.pointers, x),
    y: pick(scope.pointers, y),
    number: pick(scope.numbers, x + y),
    field: pick(['n', 'l'], c),
    scope,
  };
  return pick(KINDS, s.kind)({ ...plain, test: pick(TESTS, c)(plain, x + y) }, s);
}

const printAll = (scope: Scope, list: readonly Statement[]): string[] =>
  list.flatMap((s) => print(scope, s)).map((line) => `    ${line}`);

const printInner = (scope: Scope, list: readonly Statement[]): string[] =>
  printAll({ ...scope, pointers: scope.inner === scope.pointers ? scope.inner : [...scope.inner] }, list);

export function printProgram({ helpers, main }: Program): string {
  const bodies = helpers.map((body, i) => [
    `static int helper${i}(struct node *p, struct node **out, int a)`,
    '{',
    '    struct node *q = 0;',
    ...printAll({ ...IN_HELPER, callable: i }, body),
    '    return 0;',
    '}',
  ]);
  const last = [
    'int main(void)',
    '{',
    '    int a = __VERIFIER_nondet_int();',
    '    int b = __VERIFIER_nondet_int();',
    '    struct node *p = 0;',
    '    struct node *q = 0;',
    '    struct node *r = 0;',
    '    global = 0;',
    ...printAll({ ...IN_MAIN, callable: helpers.length }, main),
    '    return 0;',
    '}',
  ];
  return `${HEAD}${[...bodies, last].map((lines) => lines.join('\n')).join('\n')}\n`;
}

/**
 * A function may get any arguments: for each helper, a driver that calls it with various arguments. It follows the
 * program, so that lines do not change; the engine does not see it.
 */
export function printDrivers({ helpers }: Program): string {
  const drivers = helpers.map((_, i) => DRIVER.replaceAll('HELPER', `helper${i}`).replace('NAME', driverOf(i)));
  return `${[FILL, ...drivers].join('\n')}\n`;
}

export const driverOf = (helper: number): string => `drive${helper}`;

const FILL = `static struct node *fill(int depth)
{
    struct node *e = make(0);
    if (e && depth > 0) {
        e->n = fill(depth - 1);
        e->l = fill(depth - 1);
    }
    return e;
}`;

const DRIVER = `int NAME(void)
{
    int a = __VERIFIER_nondet_int(), shape = __VERIFIER_nondet_int();
    struct node *p = 0, *q = 0;
    if (shape & 1)
        p = fill(shape & 2);
    if (shape & 4)
        q = fill((shape & 8) / 4);
    if (shape & 16)
        global = fill(2);
    HELPER(p, &q, a);
    return 0;
}`;

const small = fc.nat({ max: 11 });
const NONE = fc.constant<Statement[]>([]);

const simple: fc.Arbitrary<Statement> = fc.record({
  kind: fc.nat({ max: SIMPLE.length - 1 }),
  x: small,
  y: small,
  c: small,
  body: NONE,
  other: NONE,
});

function statements(depth: number, most: number): fc.Arbitrary<Statement[]> {
  if (depth === 0) return fc.array(simple, { maxLength: most });
  const inner = statements(depth - 1, Math.ceil(most / 2));
  const kind = fc.integer({ min: SIMPLE.length, max: KINDS.length - 1 });
  const compound = fc.record({ kind, x: small, y: small, c: small, body: inner, other: inner });
  return fc.array(fc.oneof({ weight: 3, arbitrary: simple }, { weight: 2, arbitrary: compound }), { maxLength: most });
}

export const programs: fc.Arbitrary<Program> = fc.record({
  helpers: fc.array(statements(1, 4), { maxLength: 2 }),
  main: statements(2, 6),
});
