// The Ada-like language: its semantics, as runs of the translation.
// Invalid programs get one diagnostic with a place.

import { describe, expect, it } from 'vitest';
import { translateAda } from '../../src/frontend-ada/translate.js';
import { runProgram } from '../../src/interp/run.js';
import { readUnit } from '../../src/ir/unit.js';
import { LP64 } from '../../src/types/types.js';

function run(text: string, input: readonly number[] = []) {
  const translated = translateAda('test.adb', text);
  if ('failure' in translated) throw new Error(translated.failure.message);
  const unit = readUnit('test.adb', translated.bytes, LP64);
  expect(unit.diagnostics).toEqual([]);
  return runProgram([unit], { input, leaks: 'locate' });
}

const LIST = `type el; type ela is access el;
type el is record item: integer; next: ela; end record;
`;

describe('the Ada-like language', () => {
  it('allocates, links, frees', () => {
    const result = run(`${LIST}p: ela;\np := new el;\np.next := new el;\nfree(p.next);\nfree(p);\n`);
    expect(result.outcome).toEqual({ kind: 'exit', status: 0 });
    expect(result.lost).toEqual([]);
  });

  it('locates errors in the file', () => {
    const { lost } = run(`${LIST}p: ela;\np := new el;\np := nil;\n`);
    expect(lost[0]?.allocated).toMatchObject({ file: 'test.adb', line: 4 });
    expect(lost[0]?.lost?.[0]?.location.line).toBe(5);
  });

  it('counts up and down, with bounds evaluated once', () => {
    const text = `${LIST}procedure count is n: integer := 4; c: integer := 0; p: ela;
begin
  for i in 1..n loop n := 0; c := c + 1; end loop;
  for i in reverse 1..3 loop c := 10 * c + i; end loop;
  if c = 4321 then p := new el; end if;
end count;`;
    expect(run(text).lost.length).toBe(1);
  });

  it('supports procedures, functions, modes and conditions', () => {
    const text = `${LIST}procedure push(list: in out ela; n: integer) is e: ela;
begin e := new el; e.item := n; e.next := list; list := e; end push;
function length(list: ela) return integer is n: integer := 0; p: ela := list;
begin while p /= nil loop n := n + 1; p := p.next; end loop; return n; end length;
procedure main is l: ela; x: natural;
begin
  push(l, 1); push(l, 2);
  loop exit when length(l) >= x; push(l, x); end loop;
  if x > 3 and then length(l) = 4 then l := nil; elsif not (x = 0) then null; else return; end if;
end main;`;
    expect(run(text, [4]).lost.length).toBe(4);
    expect(run(text, [-1]).outcome.kind).toBe('exit');
  });

  it.each([
    ['p: ela;', 'the type `ela` is not declared', 1],
    [`${LIST}p: ela;\np.last := nil;`, 'there is no field `last`', 4],
    [`${LIST}p: ela;\nq := nil;`, '`q` is not declared', 4],
    [`${LIST}p: ela;\nif p = nil then`, 'expected', 5],
  ])('complains about %j', (text, message, line) => {
    const result = translateAda('test.adb', text);
    expect('failure' in result && result.failure.message).toContain(message);
    expect('failure' in result && result.failure.location?.line).toBe(line);
  });
});
