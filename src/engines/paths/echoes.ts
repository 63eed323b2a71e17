// Echoes: facts about characters that are known to equal a tested one, such as the end of a string that a loop finds in
// its copy. Derived once per function from the instructions alone; fixpoint.ts assumes them along edges.

import { type Edge, edgesOf } from '../../ir/cfg.js';
import type { AssumeInstr, Block, Expr, Instr, LoadExpr, Place, Variable } from '../../ir/instr.js';
import type { FunctionBody } from '../../ir/program.js';
import { isInteger } from '../../types/questions.js';
import { VOLATILE } from '../../types/types.js';

export interface Echo {
  readonly condition: Expr;
  readonly holds: boolean;
}

/** By block and index of the edge. */
export type Echoes = ReadonlyMap<Block, readonly (readonly Echo[])[]>;

/** A byte that is read from a variable, or through variables whose addresses are not taken. */
interface Character {
  readonly text: string;
  readonly load: LoadExpr;
  readonly variables: ReadonlySet<Variable>;
  readonly where: 'variable' | 'memory';
}

interface Facts {
  readonly same: readonly (readonly [Character, Character])[];
  readonly nonzero: readonly Character[];
}

const NOTHING: Facts = { same: [], nonzero: [] };

export function echoesOf(body: FunctionBody): Echoes {
  return new Reader(body).read();
}

class Reader {
  private readonly incoming = new Map<Block, Edge[]>();
  private readonly known = new Map<Block, Facts>();

  constructor(private readonly body: FunctionBody) {
    for (const block of body.blocks)
      for (const edge of edgesOf(block)) this.incoming.set(edge.to, [...(this.incoming.get(edge.to) ?? []), edge]);
  }

  read(): Echoes {
    const echoes = new Map<Block, Echo[][]>();
    for (const block of this.body.blocks) {
      const facts = this.atEnd(block);
      const found = edgesOf(block).map((edge) => learn(facts, edge.assumes).echoes);
      if (found.some((list) => list.length > 0)) echoes.set(block, found);
    }
    return echoes;
  }

  /** Facts flow along an edge only into a block with a single predecessor. */
  private atEnd(block: Block): Facts {
    const before = this.known.get(block);
    if (before) return before;
    this.known.set(block, NOTHING);
    const [edge, ...others] = this.incoming.get(block) ?? [];
    const alone = edge && others.length === 0 && block !== this.body.entry;
    const start = alone ? learn(this.atEnd(edge.from), edge.assumes).facts : NOTHING;
    const facts = block.instrs.reduce(step, start);
    this.known.set(block, facts);
    return facts;
  }
}

/** The facts after an instruction. */
function step(facts: Facts, instr: Instr): Facts {
  switch (instr.kind) {
    case 'assign':
      return assign(facts, instr.place, characterIn(instr.value));
    case 'assume':
      return learn(facts, [instr]).facts;
    case 'scope-end':
      return keep(facts, (c) => !instr.variables.some((v) => c.variables.has(v)));
    case 'call':
      return keep(facts, (c) => c.where === 'variable' && !isWritten(c, instr.result));
    default:
      return NOTHING;
  }
}

const isWritten = (c: Character, place: Place | null): boolean =>
  place !== null && (place.kind !== 'var' || c.variables.has(place.variable));

/** place := value. Characters equal to the value stay equal, even if they are at the place. */
function assign(facts: Facts, place: Place, value: Character | null): Facts {
  if (place.kind === 'var' && !isPlain(place.variable)) return keep(facts, (c) => c.where === 'variable');
  const alike = value ? [value.text, ...likes(facts, value).map((c) => c.text)] : [];
  const left = keep(facts, (c) =>
    place.kind === 'var' ? !c.variables.has(place.variable) : c.where === 'variable' || alike.includes(c.text),
  );
  const goal = characterAt(place);
  const independent = goal && value && (place.kind !== 'var' || !value.variables.has(place.variable));
  return independent ? { ...left, same: [...left.same, [goal, value]] } : left;
}

const keep = ({ same, nonzero }: Facts, wanted: (c: Character) => boolean): Facts => ({
  same: same.filter((pair) => pair.every(wanted)),
  nonzero: nonzero.filter(wanted),
});

function likes({ same }: Facts, c: Character): Character[] {
  return same.flatMap(([a, b]) => (a.text === c.text ? [b] : b.text === c.text ? [a] : []));
}

/**
 *   a ≠ 0, a = b           b ≠ 0
 *   a = 0, a = b           b = 0
 *   a == b, a ≠ 0          b ≠ 0
 */
function learn(facts: Facts, assumes: readonly AssumeInstr[]): { readonly facts: Facts; readonly echoes: Echo[] } {
  let { same, nonzero } = facts;
  const echoes: Echo[] = [];
  for (const test of assumes.flatMap(testOf)) {
    if (test.kind === 'same') {
      const pair = [test.left, test.right];
      same = [...same, [test.left, test.right]];
      if (!pair.some((c) => nonzero.some((n) => n.text === c.text))) continue;
      echoes.push(...pair.map((c) => ({ condition: c.load, holds: true })));
      nonzero = [...nonzero, ...pair];
    } else {
      const others = likes({ same, nonzero }, test.character);
      echoes.push(...others.map((c) => ({ condition: c.load, holds: test.kind === 'nonzero' })));
      if (test.kind === 'nonzero') nonzero = [...nonzero, test.character, ...others];
    }
  }
  return { facts: { same, nonzero }, echoes };
}

type Test =
  | { readonly kind: 'zero' | 'nonzero'; readonly character: Character }
  | { readonly kind: 'same'; readonly left: Character; readonly right: Character };

function testOf({ condition, holds }: { condition: Expr; holds: boolean }): Test[] {
  if (condition.kind === 'unary' && condition.op === 'not')
    return testOf({ condition: condition.operand, holds: !holds });
  if (condition.kind === 'binary' && (condition.op === 'eq' || condition.op === 'ne')) {
    const equal = (condition.op === 'eq') === holds;
    const [left, right] = [characterIn(condition.left), characterIn(condition.right)];
    if (left && right) return equal ? [{ kind: 'same', left, right }] : [];
    const character = left && isZero(condition.right) ? left : isZero(condition.left) ? right : null;
    return character ? [{ kind: equal ? 'zero' : 'nonzero', character }] : [];
  }
  const character = characterIn(condition);
  return character ? [{ kind: holds ? 'nonzero' : 'zero', character }] : [];
}

const isZero = (e: Expr): boolean => (e.kind === 'cast' ? isZero(e.operand) : e.kind === 'int' && e.value === 0n);

// ---- characters ------------------------------------------------------------------------------------------------

/** Conversions between integers preserve the facts used here: whether a byte is zero, and whether two are equal. */
function characterIn(e: Expr): Character | null {
  if (e.kind === 'cast') return isInteger(e.type) ? characterIn(e.operand) : null;
  return e.kind === 'load' ? characterAt(e.place, e) : null;
}

function characterAt(place: Place, load?: LoadExpr): Character | null {
  if (!isInteger(place.type) || place.type.size !== 1 || place.type.quals & VOLATILE) return null;
  const variables = new Set<Variable>();
  const text = placeText(place, variables);
  if (text === null) return null;
  const { type, at, end } = place;
  const where = place.kind === 'var' ? 'variable' : 'memory';
  return { text, load: load ?? { kind: 'load', place, type, at, end }, variables, where };
}

const isPlain = (v: Variable): boolean => v.kind !== 'global' && !v.addressTaken && !(v.type.quals & VOLATILE);

function placeText(place: Place, seen: Set<Variable>): string | null {
  if (place.kind === 'var') return variableText(place.variable, seen);
  if (place.kind !== 'deref') return null;
  const pointer = valueText(place.pointer, seen);
  return pointer === null ? null : `*(${pointer})`;
}

function variableText(v: Variable, seen: Set<Variable>): string | null {
  if (!isPlain(v)) return null;
  seen.add(v);
  return `v${(v as { id: number }).id}`;
}

/** Values that depend on variables alone. */
function valueText(e: Expr, seen: Set<Variable>): string | null {
  if (e.kind === 'int') return `${e.value}`;
  if (e.kind === 'load') return e.place.kind === 'var' ? variableText(e.place.variable, seen) : null;
  if (e.kind === 'cast') {
    const inner = valueText(e.operand, seen);
    return inner === null ? null : e.type.kind === 'pointer' ? inner : `(${e.type.size} ${inner})`;
  }
  if (e.kind !== 'binary') return null;
  const [left, right] = [valueText(e.left, seen), valueText(e.right, seen)];
  const scale = e.left.type.kind === 'pointer' ? e.left.type.target.size : 0;
  return left === null || right === null ? null : `(${left} ${e.op}${scale} ${right})`;
}
