// Conditions as test programs write them: `// INPUTS: n mode`, `// WHEN(leak): n >= 5 and mode == 1 or fails(2)`.
// Turned into conditions over the engine's own unknowns, so that a solver can compare the two.

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
  TRUE,
} from '../../../src/logic/linear/constraint.js';
import { add, constant, remainder, symbol, type Term, type Unknown } from '../../../src/logic/linear/term.js';

export interface Annotation {
  readonly inputs: readonly string[];
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

export function readAnnotation(text: string): Annotation {
  const inputs = (/\/\/ INPUTS: *(.*)/.exec(text)?.[1] ?? '').split(/\s+/).filter((w) => w !== '');
  const when = /\/\/ WHEN\(leak\): (.*)/.exec(text)?.[1] ?? '';
  const names = new Map<string, Unknown>(inputs.map((name, i) => [name, inputNumber(i, name)]));
  names.set('argc', ARGC);
  const cubes = when
    .split(' or ')
    .map((cube) =>
      cube.split(' and ').reduce<Condition>((all, c) => and(all, just(readConstraint(c.trim(), names))), TRUE),
    );
  return { inputs, when: cubes.reduce((all, c) => or(all, c), FALSE) };
}

function readConstraint(text: string, names: ReadonlyMap<string, Unknown>): Constraint {
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
