// Conditions in annotations: `// INPUTS: n mode`, `// WHEN(leak): n >= 5 and mode == 1 or fails(fopen 2)`.
// Translated to conditions over the engine's unknowns, so that a solver can compare the two.

import {
  and,
  atMost,
  below,
  type Condition,
  type Constraint,
  different,
  equal,
  FALSE,
  just,
  or,
  substituteIn,
  TRUE,
} from '../../../src/logic/linear/constraint.js';
import { unknownsOf } from '../../../src/logic/linear/project.js';
import { add, constant, remainder, symbol, type Term, type Unknown } from '../../../src/logic/linear/term.js';

export interface Annotation {
  readonly inputs: readonly string[];
  /** Opened files and queried environment variables, in the order of the calls. */
  readonly opens: readonly string[];
  readonly environment: readonly string[];
  /** May allocations fail? */
  readonly allocations: 'succeed' | 'may fail';
  readonly when: Condition;
}

const INT = { low: -(2n ** 31n), high: 2n ** 31n - 1n } as const;

export const inputNumber = (i: number, name: string): Unknown => ({
  id: `input ${i} int 32true`,
  name,
  ...INT,
  origin: 'input',
});

const ARGC: Unknown = { id: 'argc', name: 'argc', low: 0n, high: INT.high, origin: 'input' };

/** A library call: 0 if it fails. */
export const callNumber = (name: string, n: number): Unknown => ({
  id: `call ${name} ${n}`,
  name: `${name}()`,
  ...INT,
  origin: 'input',
});

const ORDINALS = ['first', 'second', 'third'];

/** Replaces the engine's names of calls by those of the annotations. */
export function withCallsByName(condition: Condition): Condition {
  const by = new Map<string, Term>();
  for (const s of condition.flatMap((cube) => [...unknownsOf(cube).values()])) {
    const [, nth = 'first', name] = /^(?:the (\w+) )?(\w+)\(\)$/.exec(s.name) ?? [];
    if (name) by.set(s.id, symbol(callNumber(name, ORDINALS.indexOf(nth) + 1)));
  }
  return condition.map((cube) => cube.map((c) => substituteIn(c, by)));
}

const words = (text: string, title: string): string[] =>
  (new RegExp(`// ${title}: *(.*)`).exec(text)?.[1] ?? '').split(/\s+/).filter((w) => w !== '');

export function readAnnotation(text: string): Annotation {
  const inputs = words(text, 'INPUTS');
  const when = /\/\/ WHEN\(leak\): (.*)/.exec(text)?.[1] ?? '';
  const names = new Map<string, Unknown>(inputs.map((name, i) => [name, inputNumber(i, name)]));
  names.set('argc', ARGC);
  const cubes = when
    .split(' or ')
    .map((cube) =>
      cube.split(' and ').reduce<Condition>((all, c) => and(all, just(readConstraint(c.trim(), names))), TRUE),
    );
  return {
    inputs,
    opens: words(text, 'OPENS'),
    environment: words(text, 'ENVIRONMENT'),
    allocations: /fails\(\d/.test(when) ? 'may fail' : 'succeed',
    when: cubes.reduce((all, c) => or(all, c), FALSE),
  };
}

function readConstraint(text: string, names: ReadonlyMap<string, Unknown>): Constraint {
  const call = /^(fails|succeeds)\((\w+) (\d+)\)$/.exec(text);
  if (call) {
    const s = symbol(callNumber(call[2]!, Number(call[3])));
    return call[1] === 'fails' ? equal(s, constant(0)) : different(s, constant(0));
  }
  const failure = /^(fails|succeeds)\((\d+)\)$/.exec(text);
  if (failure) {
    const id = `failure ${failure[2]}`;
    const s: Unknown = { id, name: id, low: 0n, high: 1n, origin: 'failure' };
    return equal(symbol(s), constant(failure[1] === 'fails' ? 1 : 0));
  }
  const [, left, op, right] = /^(.*?) *(<=|>=|==|!=|<|>) *(.*)$/.exec(text)!;
  const [a, b] = [readTerm(left!, names), readTerm(right!, names)];
  const make = { '<=': atMost, '<': below, '==': equal, '!=': different }[op!];
  return make ? make(a, b) : op === '>=' ? atMost(b, a) : below(b, a);
}

function readTerm(text: string, names: ReadonlyMap<string, Unknown>): Term {
  const modulo = /^(.*) % (\d+)$/.exec(text);
  if (modulo) return remainder(readTerm(modulo[1]!, names), BigInt(modulo[2]!));
  return text.split(' + ').reduce<Term>((sum, word) => {
    const known = names.get(word.trim());
    return add(sum, known ? symbol(known) : constant(BigInt(word.trim())));
  }, constant(0));
}
