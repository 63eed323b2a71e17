// Prints a random heap program as C: no headers, all loops bounded by one counter.
// Second stage of the differential tests; failed tests show this text.

import type { Condition, HeapProgram, Statement } from './grammar.js';

const FIELDS = ['n', 'l', 'r'];

/** The maximal number of loop iterations and recursive calls of one run. */
const FUEL = 40;

export function printProgram(p: HeapProgram): string {
  const lines = [
    'extern void *malloc(unsigned long size);',
    'extern void free(void *block);',
    'extern int __VERIFIER_nondet_int(void);',
    '',
    'struct node {',
    '    int d;',
    ...FIELDS.slice(0, p.fields).map((f) => `    struct node *${f};`),
    ...(p.style === 'guarded' ? ['    struct node *all;'] : []),
    '};',
    '',
    `static int fuel = ${FUEL};`,
    ...range(p.globals).map((i) => `struct node *g${i};`),
    ...(p.style === 'guarded' ? ['static struct node *all;'] : []),
    '',
    ...printMake(p),
    ...p.helpers.map((_, i) => `${printHead(p, i)};`),
    ...p.helpers.flatMap((body, i) => printHelper(p, body, i)),
    '',
    'int main(void)',
    '{',
    ...range(p.variables).map((i) => `    struct node *p${i} = 0;`),
    ...(p.addresses === 'taken' ? ['    struct node **q = &p0;'] : []),
    ...printAll(new Scope(p, p.helpers.length), p.main, '    '),
    ...(p.style === 'guarded'
      ? ['    while (all) {', '        p0 = all;', '        all = all->all;', '        free(p0);', '    }']
      : []),
    '    return 0;',
    '}',
  ];
  return removeUnused(`${lines.join('\n')}\n`);
}

/** Omits unused parts, so that a small counterexample is easy to read. */
function removeUnused(text: string): string {
  let kept = text;
  if (!kept.includes('fuel--')) kept = kept.replace(/^static int fuel.*\n/m, '');
  if (!/\bmake\(\)/.test(kept)) kept = kept.replace(/^static struct node \*make[^}]*^}\n\n/m, '');
  if (!/\bq\b/.test(kept.replace(/struct node \*\*q.*/g, ''))) kept = kept.replace(/^ *struct node \*\*q = .*\n/m, '');
  if (!/nondet_int\(\)/.test(kept)) kept = kept.replace(/^extern int __VERIFIER.*\n/m, '');
  return kept.replace(/\n{3,}/g, '\n\n');
}

function printMake(p: HeapProgram): string[] {
  return [
    'static struct node *make(void)',
    '{',
    ...(p.blocks === 'alike'
      ? ['    struct node *e = malloc(sizeof *e);']
      : [
          '    struct node *e;',
          '    if (__VERIFIER_nondet_int())',
          '        e = malloc(sizeof *e + 8);',
          '    else',
          '        e = malloc(sizeof *e);',
        ]),
    '    if (!e)',
    '        return 0;',
    '    e->d = 0;',
    ...FIELDS.slice(0, p.fields).map((f) => `    e->${f} = 0;`),
    ...(p.style === 'guarded' ? ['    e->all = all;', '    all = e;'] : []),
    '    return e;',
    '}',
    '',
  ];
}

function printHelper(p: HeapProgram, body: readonly Statement[], index: number): string[] {
  return [
    '',
    printHead(p, index),
    '{',
    ...range(p.variables)
      .slice(p.addresses === 'taken' ? 1 : 2)
      .map((i) => `    struct node *p${i} = 0;`),
    ...printAll(new Scope(p, p.recursion === 'on' ? p.helpers.length : index), body, '    '),
    '    return p0;',
    '}',
  ];
}

const printHead = (p: HeapProgram, index: number): string =>
  `struct node *helper${index}(struct node *p0, ${p.addresses === 'taken' ? 'struct node **q' : 'struct node *p1'})`;

/** The variables in scope at one place of the program. */
class Scope {
  constructor(
    readonly program: HeapProgram,
    /** Helpers with a smaller number may be called. */
    readonly callable: number,
  ) {}

  variable(v: number): string {
    const { variables, globals } = this.program;
    const i = v % (variables + globals);
    return i < variables ? `p${i}` : `g${i - variables}`;
  }

  field(f: number): string {
    return FIELDS[f % this.program.fields]!;
  }

  /** In a guarded program an access is always guarded by a test. */
  guard(test: string): string {
    return this.program.style === 'guarded' ? `if (${test}) ` : '';
  }
}

function printAll(s: Scope, list: readonly Statement[], indent: string): string[] {
  return list.flatMap((statement) => printOne(s, statement).map((line) => indent + line));
}

const THROUGH: ReadonlySet<Statement['kind']> = new Set(['address', 'field-address', 'store-through', 'load-through']);

function printOne(s: Scope, t: Statement): string[] {
  if (s.program.addresses === 'none' && THROUGH.has(t.kind)) return [];
  switch (t.kind) {
    case 'new':
      return [`${s.variable(t.to)} = make();`];
    case 'clear':
      return [`${s.variable(t.to)} = 0;`];
    case 'copy':
      return [`${s.variable(t.to)} = ${s.variable(t.from)};`];
    case 'load':
      return [`${s.guard(s.variable(t.from))}${s.variable(t.to)} = ${s.variable(t.from)}->${s.field(t.field)};`];
    case 'store':
      return [`${s.guard(s.variable(t.to))}${s.variable(t.to)}->${s.field(t.field)} = ${s.variable(t.from)};`];
    case 'cut':
      return [`${s.guard(s.variable(t.to))}${s.variable(t.to)}->${s.field(t.field)} = 0;`];
    case 'address':
      return [`q = &${s.variable(t.of)};`];
    case 'field-address':
      return [`${s.guard(s.variable(t.of))}q = &${s.variable(t.of)}->${s.field(t.field)};`];
    case 'store-through':
      return [`*q = ${s.variable(t.from)};`];
    case 'load-through':
      return [`${s.variable(t.to)} = *q;`];
    case 'free':
      return s.program.style === 'guarded' ? [] : [`free(${s.variable(t.of)});`];
    case 'if':
      return printIf(s, t);
    case 'while':
      return [`while (fuel-- > 0 && ${printCondition(s, t.test)}) {`, ...printAll(s, t.body, '    '), '}'];
    default:
      return printLarge(s, t);
  }
}

function printIf(s: Scope, t: Statement & { kind: 'if' }): string[] {
  const head = [`if (${printCondition(s, t.test)}) {`, ...printAll(s, t.yes, '    ')];
  return t.no.length === 0 ? [...head, '}'] : [...head, '} else {', ...printAll(s, t.no, '    '), '}'];
}

function printLarge(s: Scope, t: Statement & { kind: 'build' | 'walk' | 'release' | 'call' }): string[] {
  if (t.kind === 'call') {
    if (s.callable === 0) return [];
    const out = s.program.addresses === 'taken' ? `&${s.variable(t.out)}` : s.variable(t.out);
    const call = `helper${t.helper % s.callable}(${s.variable(t.arg)}, ${out})`;
    return [`if (fuel-- > 0) ${s.variable(t.to)} = ${call};`];
  }
  const list = s.variable(t.list);
  const field = s.field(t.field);
  if (t.kind === 'build') {
    const body = ['struct node *e = make();', `if (e) e->${field} = ${list};`, `${list} = e;`];
    return ['while (fuel-- > 0 && __VERIFIER_nondet_int()) {', ...body.map((line) => `    ${line}`), '}'];
  }
  if (t.kind === 'walk') {
    return [`for (struct node *e = ${list}; e && fuel-- > 0; e = e->${field}) ${s.variable(t.with)} = e;`];
  }
  if (s.program.style === 'guarded') return [];
  const body = [`struct node *e = ${list}->${field};`, `free(${list});`, `${list} = e;`];
  return [`while (${list} && fuel-- > 0) {`, ...body.map((line) => `    ${line}`), '}'];
}

function printCondition(s: Scope, c: Condition): string {
  switch (c.kind) {
    case 'nondet':
      return '__VERIFIER_nondet_int()';
    case 'null':
      return `!${s.variable(c.of)}`;
    case 'nonnull':
      return s.variable(c.of);
    case 'same':
      return `${s.variable(c.left)} == ${s.variable(c.right)}`;
  }
}

function range(n: number): number[] {
  return Array.from({ length: Math.max(0, n) }, (_, i) => i);
}
