// Linking: calls are resolved by symbol across units, independently of the names in each unit.

import { describe, expect, it } from 'vitest';
import { Program } from '../../src/ir/link.js';
import { packUnit } from '../../src/ir/pack/pack.js';
import { PackedProgram } from '../../src/ir/pack/program.js';
import type { FunctionSymbol, Unit } from '../../src/ir/program.js';
import { readUnit } from '../../src/ir/unit.js';
import { linkWithModels } from '../../src/models/load.js';
import { LP64 } from '../../src/types/types.js';

const read = (name: string, text: string): Unit => readUnit(name, Buffer.from(text), LP64);

const named = ({ functions }: Unit, name: string): FunctionSymbol => functions.find((f) => f.name === name)!;

/** The definition of the function of this name in the first unit. */
function definedBy(texts: readonly string[], name: string): string | null {
  const units = texts.map((text, i) => read(`${i}.c`, text));
  expect(units.flatMap((u) => u.diagnostics)).toEqual([]);
  const definition = linkWithModels(units, LP64).definitionOf(named(units[0]!, name));
  return definition && `${definition.name} of ${definition.body!.source.name}`;
}

const USE = 'int g(int) __asm__("f"); int use(void) { return g(1); }';
const STAND_IN = `int f(int); int again(int) __asm__("f");
  extern inline __attribute__((gnu_inline)) int f(int n) { return again(n); } int use(void) { return f(1); }`;

describe('a call goes to', () => {
  it.each([
    ['the symbol that asm names', [USE, 'int f(int n) { return n; }'], 'g', 'f of 1.c'],
    [
      'a definition that asm names',
      ['int f(int); int use(void) { return f(1); }', `${USE} int g(int n) { return n; }`],
      'f',
      'g of 1.c',
    ],
    ['no function that only has the same name', [USE, 'int g(int n) { return n; }'], 'g', null],
    [
      'no static function of another unit',
      [USE, 'static int f(int n) { return n; } int h(void) { return f(1); }'],
      'g',
      null,
    ],
    [
      'a library function under another name',
      ['char *again(const char *) __asm__("strdup"); char *use(void) { return again(""); }'],
      'again',
      'strdup of <models>',
    ],
    ['a stand-in if there is no other definition', [STAND_IN], 'f', 'f of 0.c'],
    ['not to a stand-in that calls itself under another name', [STAND_IN], 'again', null],
    ['the external definition rather than its stand-in', [STAND_IN, 'int f(int n) { return n; }'], 'f', 'f of 1.c'],
    ['the definition after its stand-in', [`${STAND_IN} int f(int n) { return n; }`], 'again', 'f of 0.c'],
    [
      'the strong definition',
      ['__attribute__((weak)) int f(int n) { return 0; } int use(void) { return f(1); }', 'int f(int n) { return n; }'],
      'f',
      'f of 1.c',
    ],
    [
      'a weak definition rather than the library',
      [
        'char *strdup(const char *); char *use(void) { return strdup(""); }',
        '__attribute__((weak)) char *strdup(const char *s) { return 0; }',
      ],
      'strdup',
      'strdup of 1.c',
    ],
  ])('%s', (_, texts, name, definition) => {
    expect(definedBy(texts, name)).toBe(definition);
  });

  it('the first name that asm gives', () => {
    const text = 'int g(int) __asm__("f"); int g(int) __asm__("h"); int use(void) { return g(1); }';
    expect(definedBy([text, 'int f(int n) { return n; } int h(int n) { return n; }'], 'g')).toBe('f of 1.c');
  });
});

describe('in GNU C before C99', () => {
  const old = { ...LP64, gnuInline: true };
  it.each([
    ['extern inline', 'extern inline int f(void) { return 1; }', 0],
    ['inline', 'inline int f(void) { return 1; }', 1],
  ])('%s', (_, text, definitions) => {
    const unit = readUnit('a.c', Buffer.from(`${text} int use(void) { return f(); }`), old);
    const user = read('b.c', 'int f(void); int use2(void) { return f(); }');
    expect(new Program([unit, user]).definitionOf(named(user, 'f'))).toBe(definitions ? named(unit, 'f') : null);
    expect(new Program([unit, user]).definitionOf(named(unit, 'f'))).toBe(named(unit, 'f'));
  });
});

it('a function has one address, whatever its aliases', () => {
  const unit = read(
    'a.c',
    'int f(void); int g(void) __asm__("f"); int h(void); int use(void) { return f() + g() + h(); }',
  );
  const program = new Program([unit, read('b.c', 'int f(void); int use2(void) { return f(); }')]);
  const [f, g, h] = ['f', 'g', 'h'].map((name) => program.addressed(named(unit, name)));
  expect(f).toBe(g);
  expect(f).not.toBe(h);
  expect(program.addressed(named(program.units[1]!, 'f'))).toBe(f);
});

it('packed units are linked in the same way', () => {
  const texts = [USE, 'int f(int n) { return n; } int main(void) { return f(0); }'];
  const objects = texts.map((text, i) => {
    const name = `/${i}.c`;
    return packUnit(read(name, text), { id: name, main: name, pathOf: (file) => file });
  });
  const program = PackedProgram.open(objects);
  expect(program.definitionOf(named(program.units[0]!, 'g'))?.name).toBe('f');
});
