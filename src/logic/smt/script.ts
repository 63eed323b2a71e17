// Terms and constraints as SMT-LIB; parses the answers of a solver.
// Between decide.ts and session.ts.

import type { Condition, Constraint, Cube } from '../linear/constraint.js';
import { sideConditions } from '../linear/solve.js';
import type { Atom, Term, Unknown } from '../linear/term.js';
import { symbolsOf } from '../linear/term.js';

/** Powers have no theory: each is an unknown, constrained by its side conditions only. */
interface Names {
  readonly symbols: Map<string, Unknown>;
  readonly powers: Map<string, string>;
}

/** Every query starts from an empty solver: earlier queries must not change the answer. */
const begin = (resources: number): string => `(reset)\n(set-option :rlimit ${resources})\n`;

/** Is the cube satisfiable? One line of answer. */
export const questionFor = (cube: Cube, resources: number): string =>
  `${begin(resources)}${assertAll(cube)}(check-sat)`;

/** Follows a query whose answer is `sat`. */
export const GET_MODEL = '(get-model)';

/** Is there an assignment under which exactly one of the two holds? */
export function differenceScript(a: Condition, b: Condition, given: Cube, resources: number): string {
  const names: Names = { symbols: new Map(), powers: new Map() };
  const [x, y] = [a, b].map((c) => printCondition(c, names)) as [string, string];
  const facts = [...given, ...sideConditions([...given, ...a.flat(), ...b.flat()])].map((c) =>
    printConstraint(c, names),
  );
  const lines = [...facts, `(xor ${x} ${y})`].map((f) => `(assert ${f})`);
  return `${begin(resources)}${declare(names)}${lines.join('\n')}\n(check-sat)`;
}

function assertAll(cube: Cube): string {
  const names: Names = { symbols: new Map(), powers: new Map() };
  const facts = [...cube, ...sideConditions(cube)].map((c) => `(assert ${printConstraint(c, names)})\n`);
  return declare(names) + facts.join('');
}

const declare = ({ symbols, powers }: Names): string =>
  [...[...symbols.keys()].map(quote), ...powers.values()].map((name) => `(declare-const ${name} Int)\n`).join('');

const quote = (id: string): string => `|${id}|`;

const printCondition = (condition: Condition, names: Names): string =>
  `(or false ${condition.map((cube) => `(and true ${cube.map((c) => printConstraint(c, names)).join(' ')})`).join(' ')})`;

function printConstraint({ kind, term }: Constraint, names: Names): string {
  const t = printTerm(term, names);
  if (kind === 'le') return `(<= ${t} 0)`;
  return kind === 'eq' ? `(= ${t} 0)` : `(not (= ${t} 0))`;
}

function printTerm(t: Term, names: Names): string {
  symbolsOf(t, names.symbols);
  const parts = t.parts.map(({ atom, times }) => `(* ${number(times)} ${printAtom(atom, names)})`);
  return parts.length === 0 ? number(t.constant) : `(+ ${number(t.constant)} ${parts.join(' ')})`;
}

const number = (n: bigint): string => (n < 0n ? `(- ${-n})` : String(n));

function printAtom(atom: Atom, names: Names): string {
  switch (atom.kind) {
    case 'symbol':
      return quote(atom.symbol.id);
    case 'product':
      return `(* ${atom.factors.map((f) => printAtom(f, names)).join(' ')})`;
    case 'power': {
      const name = names.powers.get(atom.key) ?? `power${names.powers.size}`;
      names.powers.set(atom.key, name);
      return name;
    }
    case 'quotient':
      return `(div ${printTerm(atom.term, names)} ${atom.by})`;
    case 'remainder':
      return `(mod ${printTerm(atom.term, names)} ${atom.by})`;
  }
}

/** `(define-fun |n| () Int (- 4))` and its like. */
export function readModel(text: string): Map<string, bigint> {
  const model = new Map<string, bigint>();
  for (const m of text.matchAll(/\(define-fun (\|[^|]*\||\S+) \(\) Int\s+(?:\(- (\d+)\)|(\d+))\)/g)) {
    model.set(m[1]!.replaceAll('|', ''), m[2] ? -BigInt(m[2]) : BigInt(m[3]!));
  }
  return model;
}
