// Targets of calls through pointers: where addresses of functions flow, from the flows of one function to whole programs.

import { describe, expect, it } from 'vitest';
import { outlineIn, Program } from '../../src/ir/link.js';
import { packUnit } from '../../src/ir/pack/pack.js';
import { PackedProgram } from '../../src/ir/pack/program.js';
import type { Unit } from '../../src/ir/program.js';
import { flowsOf, initialFlows } from '../../src/ir/targets/flows.js';
import { type Holder, textOf } from '../../src/ir/targets/holders.js';
import { readUnit } from '../../src/ir/unit.js';
import { LP64 } from '../../src/types/types.js';

/** Functions to take the address of: `f`, `g` and `h` have one type, `other` another one. */
const PRELUDE = `typedef int (*fn)(int);
static int f(int x) { return x; }
static int g(int x) { return x + 1; }
static int h(int x) { return x + 2; }
static int other(char *s) { return *s; }
int unknown(fn, ...);
struct ops { int n; fn first, second; fn table[3]; };
`;

function read(name: string, text: string): Unit {
  const unit = readUnit(name, Buffer.from(text), LP64);
  expect(unit.diagnostics).toEqual([]);
  return unit;
}

const short = (holder: Holder): string => textOf(holder).trim().replace(/ +/g, ' ');
const arrows = (flows: ReturnType<typeof flowsOf>): string[] =>
  flows.map(({ from, to }) => `${short(from)} > ${short(to)}`);

/** The flows of the function `use`, and of the variable `v`. */
function flowsIn(text: string): string[] {
  const { functions, globals } = read('t.c', PRELUDE + text);
  const use = functions.find(({ name }) => name === 'use');
  const v = globals.find(({ name }) => name === 'v');
  return [...(use?.body ? arrows(flowsOf(use.body)) : []), ...(v ? arrows(initialFlows(v)) : [])];
}

describe('flows', () => {
  it.each([
    ['void use(struct ops *o) { o->first = f; }', ['function f > member ops.first']],
    ['void use(struct ops *o) { o->table[o->n] = g; }', ['function g > member ops.table']],
    ['void use(struct ops *o) { o->first = o->second; }', ['member ops.second > member ops.first']],
    ['void use(struct ops *o, fn p) { o->first = p; }', ['parameter use 1 > member ops.first']],
    [
      'void use(struct ops *o) { fn l = f; o->first = l; }',
      ['function f > local use 1', 'local use 1 > member ops.first'],
    ],
    ['fn use(struct ops *o) { return o->first; }', ['member ops.first > result use']],
    ['static void reg(int n, fn p) {} void use(void) { reg(1, f); }', ['function f > parameter reg 1']],
    ['void use(void) { unknown(f, g); }', ['function f > parameter unknown 0', 'function g > anywhere']],
    ['static fn hook; void use(void) { hook = f; }', ['function f > variable hook']],
    ['fn get(void); static fn hook; void use(void) { hook = get(); }', ['result get > variable hook']],
    ['void use(struct ops *o) { o->first = 0; }', []],
    ['void use(struct ops *a, struct ops *b) { *a = *b; }', []],
    ['int use(struct ops *o) { return o->first == f; }', []],
    ['void use(struct ops *o) { o->first = (fn)other; }', ['function other > member ops.first']],
    ['void *use(void) { return (void *)f; }', ['function f > anywhere']],
    ['long use(struct ops *o) { return (long)o->first; }', ['member ops.first > anywhere']],
    ['void use(struct ops *o, void *p) { o->first = (fn)p; }', ['anywhere > member ops.first']],
    ['void use(fn *p) { *p = f; }', ['function f > pointed int(int)']],
    ['static fn t[2]; void use(int i) { t[i] = f; }', ['function f > variable t']],
    ['static fn t[2]; fn *use(void) { return t; }', ['variable t > pointed int(int)', 'pointed int(int) > variable t']],
    ['void use(fn *p) { *(void **)p = 0; }', ['pointed int(int) > anywhere', 'anywhere > pointed int(int)']],
    [
      'struct twin { int m; fn hook; }; struct twin *use(struct ops *o) { return (struct twin *)o; }',
      ['member ops.first > member twin.hook', 'member twin.hook > member ops.first'],
    ],
    ['int use(int (*p)(fn)) { return p(f); }', ['function f > argument 0 int(<int(int)>0*)']],
  ])('%s', (text, expected) => {
    expect(flowsIn(text)).toEqual(expected);
  });

  it.each([
    ['static fn v = f;', ['function f > variable v']],
    ['static fn v[] = { f, g };', ['function f > variable v', 'function g > variable v']],
    [
      'static struct ops v[] = { { 1, f, .second = g }, { 2, 0, 0, { h } } };',
      ['function f > member ops.first', 'function g > member ops.second', 'function h > member ops.table'],
    ],
    ['static struct { char *s; fn hook; } v = { 0, f };', ['function f > member {s 2}.hook']],
    ['static union { fn a; fn b; } v = { f };', ['function f > member union {a 2}']],
    ['static void *v = (void *)f;', ['function f > anywhere']],
    ['static fn t[] = { f }; static fn *v = t;', ['variable t > pointed int(int)', 'pointed int(int) > variable t']],
  ])('%s', (text, expected) => {
    expect(flowsIn(text)).toEqual(expected);
  });
});

/** The targets of each pointer that `use` calls through; `only`: the one that it holds. */
function targetsIn(texts: readonly string[]): string[] {
  const units = texts.map((text, i) => read(`${i}.c`, text));
  const packed = units.map((unit, i) => packUnit(unit, { id: `${i}`, main: unit.source.name, pathOf: (file) => file }));
  const answers = [PackedProgram.open(packed), new Program(units)].map((program) => {
    const { pointers } = outlineIn(program.functionNamed('use')!);
    return pointers.map((pointer) => {
      const { functions, isExact } = program.targetsThrough(pointer);
      return `${isExact ? 'only ' : ''}${functions.map(({ name }) => name).join()}`;
    });
  });
  expect(answers[0]).toEqual(answers[1]);
  return answers[0]!;
}

const MAIN = 'int main(void) { return 0; }';
/** Takes the address of `h` where nothing is known of it. */
const ESCAPE = 'void let_go(void) { unknown(h); }';

describe('targets', () => {
  it.each([
    [
      'of members of the same type are told apart',
      'struct ops v = { 1, f, g }; int use(struct ops *o) { return o->first(1) + o->second(2); }',
      ['only f', 'only g'],
    ],
    [
      'of a variable are all that are assigned',
      'static fn v = f; void set(void) { v = g; } int use(void) { return v(1); }',
      ['f,g'],
    ],
    ['of a table are its elements', 'static fn v[] = { g, f }; int use(int i) { return v[i](1); }', ['f,g']],
    [
      'of a parameter come from callers, through other functions',
      'static int use(fn p) { return p(1); } static int between(fn p) { return use(p); } int start(void) { return between(f); }',
      ['only f'],
    ],
    [
      'are stored by a function that registers them',
      'static void reg(struct ops *o, fn p) { o->first = p; } void start(struct ops *o) { reg(o, g); } int use(struct ops *o) { return o->first(1); }',
      ['only g'],
    ],
    [
      'are what a function returns',
      'static fn choose(int n) { return n ? f : g; } int use(int n) { return choose(n)(1); }',
      ['f,g'],
    ],
    [
      'behind a pointer to a table are its elements',
      'static fn v[] = { f }; static int use(fn *p) { return p[1](1); } int start(void) { return use(v); }',
      ['only f'],
    ],
    ['are called as cast', 'int use(struct ops *o) { o->first = (fn)other; return o->first(1); }', ['only other']],
    ['of a cast function are the function', 'int use(void) { return ((fn)other)(1); }', ['only other']],
    [
      'of something unknown are those that have escaped',
      'struct ops v = { 1, f, g }; int use(void *p) { return ((fn)p)(1); }',
      ['h'],
    ],
    [
      'of a pointer without known values match its type',
      'struct ops v = { 1, f, g }; int use(struct ops *o) { return o->table[0](1); }',
      ['f,g,h'],
    ],
    ['of a variable that other programs use may have escaped', 'fn v = f; int use(void) { return v(1); }', ['f,h']],
    [
      'of an open variable are those that were cast, and those that have escaped',
      'fn v = (fn)other; int use(void) { return v(1); }',
      ['h,other'],
    ],
    [
      'of a parameter that a call through a pointer passes',
      'static int use(fn p) { return p(1); } static int (*v)(fn) = use; int start(void) { return v(g); }',
      ['only g'],
    ],
    [
      'of a parameter of an escaped function may have escaped',
      'static int use(fn p) { return p(1); } int start(void) { unknown((fn)use); return use(g); }',
      ['g,h'],
    ],
  ])('%s', (_, text, expected) => {
    expect(targetsIn([PRELUDE + ESCAPE + text])).toEqual(expected);
  });

  it('of an external variable are known in a program with main', () => {
    expect(targetsIn([`${PRELUDE}${ESCAPE} fn v = f; int use(void) { return v(1); } ${MAIN}`])).toEqual(['only f']);
  });

  it.each([
    ['that code outside returns', 'struct ops *make(void); int use(void) { return make()->first(1); }', 'f,g,h'],
    [
      'behind what it returns',
      'struct box { struct ops *o; } make(void); int use(void) { return make().o->first(1); }',
      'f,g,h',
    ],
    ['that it may fill', 'void fill(struct ops *); int use(struct ops *o) { fill(o); return o->first(1); }', 'f,g,h'],
    [
      'that it only reads',
      'void see(const struct ops *); int use(struct ops *o) { see(o); return o->first(1); }',
      'only f',
    ],
    ['of a variable that it defines', 'extern struct ops e; int use(void) { return e.first(1); }', 'f,g,h'],
  ])('of members of records %s', (_, text, expected) => {
    const own = 'static struct ops v = { 1, f, g };';
    expect(targetsIn([`${PRELUDE}${ESCAPE} ${own} ${text} ${MAIN}`])).toEqual([expected]);
  });

  it('are found across units', () => {
    const header = 'typedef int (*fn)(int); struct ops { int n; fn first; }; void reg(struct ops *, fn);';
    const store = `${header} void reg(struct ops *o, fn p) { o->first = p; } int use(struct ops *o) { return o->first(1); }`;
    const start = `${header} static int f(int x) { return x; } void start(struct ops *o) { reg(o, f); } ${MAIN}`;
    expect(targetsIn([store, start])).toEqual(['only f']);
  });
});
