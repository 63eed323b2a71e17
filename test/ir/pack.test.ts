// A packed unit, read back, equals the original: code, values, places and names.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { flowsIn, mentionsIn } from '../../src/ir/link.js';
import { type Outline, outlineOf } from '../../src/ir/outline.js';
import { openUnit } from '../../src/ir/pack/open.js';
import { packUnit } from '../../src/ir/pack/pack.js';
import { PackedProgram } from '../../src/ir/pack/program.js';
import { printFunction, printGlobal, printUnit } from '../../src/ir/print.js';
import type { FunctionBody, GlobalVariable, Unit } from '../../src/ir/program.js';
import { type AddressFlow, flowsOf } from '../../src/ir/targets/flows.js';
import { textOf } from '../../src/ir/targets/holders.js';
import { readUnit } from '../../src/ir/unit.js';
import { LP64 } from '../../src/types/types.js';

const folders = ['test/programs/paths', 'test/programs/idioms', 'test/interp/programs'];
const programs = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.c'))
    .map((name) => join(folder, name)),
);

/** Directives would need a preprocessor: they are omitted, together with what they declare. */
function read(name: string, text: string): Unit {
  return readUnit(name, Buffer.from(text.replace(/^\s*#(?!\s*\d).*$/gm, '')), LP64);
}

const pack = (unit: Unit, id = unit.source.name) =>
  packUnit(unit, { id, main: unit.source.name, pathOf: (file) => file });

describe('units', () => {
  for (const path of programs)
    test(path, () => {
      const unit = read(path, readFileSync(path, 'utf8'));
      const opened = openUnit(pack(unit));
      const again = new Map(opened.functions.map((f) => [f.name, f]));
      for (const { name, body } of unit.functions) {
        if (!body) continue;
        const f = again.get(name)!;
        expect(printFunction(f.body!)).toBe(printFunction(body));
        expect(textsOf(opened, f.body!)).toEqual(textsOf(unit, body));
        expect(opened.source.locate(f.body!.at)).toEqual(unit.source.locate(body.at));
        expect(opened.source.text(f.body!)).toBe(unit.source.text(body));
        expect(namesIn(f.outline!)).toEqual(namesIn(outlineOf(body)));
        expect(f.flows.map(flowText)).toEqual(flowsOf(body).map(flowText));
      }
      const variables = new Map(opened.globals.map((g) => [g.name, g]));
      for (const g of unit.globals)
        if (g.defined && !g.literal) {
          const same = variables.get(g.name)!;
          expect(printGlobal(same)).toBe(printGlobal(g));
          expect(mentionedIn(same)).toEqual(mentionedIn(g));
          expect(flowsIn(same).map(flowText)).toEqual(flowsIn(g).map(flowText));
        }
    });
});

/** The texts of operands whose order may matter. */
const textsOf = ({ source }: Unit, { unordered = [] }: FunctionBody) =>
  unordered.map((u) => [u.stores, ...u.operands.map((span) => source.text(span))]);

const namesIn = (o: Outline) => [
  o.called.map((f) => f.name),
  o.mentioned.map((f) => f.name),
  o.variables.map((g) => g.name),
  o.pointers.map(({ signature, holders }) => [signature, ...holders.map(textOf)]),
  o.instructions,
  o.returned,
];

const flowText = ({ from, to }: AddressFlow) => `${textOf(from)} > ${textOf(to)}`;

const mentionedIn = (g: GlobalVariable) => {
  const { mentioned, variables } = mentionsIn(g);
  return [...mentioned, ...variables.filter((v) => !v.literal)].map(({ name }) => name);
};

test('a variable lists its references, and a long table its contents, any number of times', () => {
  const table = Array.from({ length: 500 }, (_, i) => `{ ${i}, "${i}", ${i % 2 ? 'f' : '0'}, &x }`).join();
  const text = `static int x; static void f(void) {} struct e { int n; const char *s; void (*f)(void); int *x; };
const struct e table[] = { ${table} };\n`;
  const opened = openUnit(pack(read('t.c', text)));
  const g = opened.globals.find(({ name }) => name === 'table')!;
  expect(mentionedIn(g)).toEqual(['f', 'x']);
  for (let times = 0; times < 2; times++) expect(g.initializer!.length).toBeGreaterThan(1_500);
  expect(printGlobal(g)).toBe(printGlobal(read('t.c', text).globals.find(({ name }) => name === 'table')!));
});

const HEADER = `# 1 "h.h" 1
struct pair { int a; struct pair *next; };
static int first(struct pair *p) { return p->a; }
static int count;
static int counted(void) { return ++count; }
`;

describe('the stable name of a function', () => {
  const hashOf = (text: string) => openUnit(pack(read('a.c', text))).functions.at(-1)!.entry.body!.hash;

  test('does not change when the function moves', () => {
    expect(hashOf('int f(int x) { return x + 1; }')).toBe(hashOf('int g;\n\n  int f(int x) { return x + 1; }'));
  });

  test('changes with its code, and with its references', () => {
    const plain = hashOf('struct s { int a; int b; }; int f(struct s *x) { return x->b; }');
    expect(hashOf('struct s { int a; int b; }; int f(struct s *x) { return x->a; }')).not.toBe(plain);
    expect(hashOf('struct s { long a; int b; }; int f(struct s *x) { return x->b; }')).not.toBe(plain);
    expect(hashOf('struct s { int a; int b; int c; }; int f(struct s *x) { return x->b; }')).not.toBe(plain);
  });
});

test('a function of a header is one function in all units, unless it has static variables', () => {
  const unit = (name: string) => pack(read(name, `${HEADER}# 2 "${name}" 2\nint use_${name[0]}(void) { return 1; }\n`));
  const { units } = PackedProgram.open([unit('a.c'), unit('b.c')]);
  const [a, b] = units.map((u) => new Map(u.functions.map((f) => [f.name, f])));
  expect(a!.get('first')).toBe(b!.get('first'));
  expect(a!.get('counted')).not.toBe(b!.get('counted'));
});

test('declarations of a system header are kept if they are used', () => {
  const header =
    '# 1 "/usr/include/l.h" 1 3\nstatic int used(void) { return 1; }\nstatic int unused(void) { return 2; }\n';
  const unit = read('a.c', `${header}# 2 "a.c" 2\nint f(void) { return used(); }\n`);
  expect(unit.functions.map((f) => f.name)).toEqual(['used', 'unused', 'f']);
  expect(openUnit(pack(unit)).functions.map((f) => f.name)).toEqual(['used', 'f']);
});

test('damaged bytes are an error', () => {
  const bytes = pack(read('a.c', `${HEADER}char *text(void) { return "some text"; }\n`));
  for (let i = 0; i < bytes.length; i += 3) {
    const damaged = bytes.slice();
    damaged[i]! ^= 0x55;
    try {
      printUnit(openUnit(damaged));
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
    }
  }
});
