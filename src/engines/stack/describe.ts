// The effect of a function in words: the shape of its result, what happens to its input, what is lost.
// Derived from the structures before its returns, in all contexts; used by `prove` and `shapes`.

import type { ReturnTerminator } from '../../ir/instr.js';
import type { FunctionSymbol } from '../../ir/program.js';
import { elementsOf, isSingle } from '../../logic/tvl/bits.js';
import type { Structure } from '../../logic/tvl/structure.js';
import { isModel } from '../../models/origin.js';
import type { FunctionSummary } from '../engine.js';
import type { StackAnalysis } from './engine.js';
import { isPointer } from './places.js';
import { reachOf } from './reachable.js';

/** One possible exit of a function. */
interface Exit {
  readonly state: Structure;
  readonly returned: Returned;
}

interface Returned {
  readonly kind: 'nothing' | 'null' | 'freed' | 'cell' | 'other';
  /** The nodes reachable from the result, as must and may sets. */
  readonly must: number;
  readonly may: number;
}

const NOTHING: Returned = { kind: 'nothing', must: 0, may: 0 };

/** An incomplete analysis describes nothing. */
export function summarise(analysis: StackAnalysis): FunctionSummary[] {
  const { ledger, scene } = analysis;
  if (ledger.incomplete) return [];
  return [...scene.functions.keys()].flatMap((f) => {
    const sentences = isModel(f) ? [] : describe(analysis, f);
    return sentences.length > 0 ? [{ function: f, sentences }] : [];
  });
}

function describe(analysis: StackAnalysis, f: FunctionSymbol): string[] {
  const exits = exitsOf(analysis, f);
  if (exits.length === 0) return ['does not return'];
  const leaks = analysis.ledger.findings().some((x) => x.rule === 'leak' && x.function === f.name);
  return [
    ...aboutResult(analysis, exits),
    ...(analysis.abstraction.calls === 'local' ? aboutInput(analysis, exits) : []),
    ...(leaks ? [] : ['nothing is leaked']),
  ];
}

function exitsOf({ scene, solver }: StackAnalysis, f: FunctionSymbol): Exit[] {
  return scene.functions.get(f)!.body.blocks.flatMap(({ id, terminator }) => {
    if (terminator.kind !== 'return') return [];
    return solver.statesBefore(f, id).flatMap((state) => returns(solver, terminator, state));
  });
}

function returns({ transfer, p }: StackAnalysis['solver'], { value }: ReturnTerminator, s: Structure): Exit[] {
  if (!value || !isPointer(value.type)) return [{ state: s, returned: NOTHING }];
  const operand = transfer.operands.operand(value);
  if (operand.kind === 'null') return [{ state: s, returned: { ...NOTHING, kind: 'null' } }];
  if (operand.kind !== 'variable') return [{ state: s, returned: { ...NOTHING, kind: 'other' } }];
  const x = operand.variable;
  return transfer.executor.resolve(x, s, SILENT).map(({ state, value: held, node }) => {
    if (held !== 'cell') return { state, returned: { ...NOTHING, kind: held === 'null' ? 'null' : 'other' } };
    const kind = (state.may(p.freed) >>> node) & 1 ? 'freed' : 'cell';
    return { state, returned: { kind, must: state.must(x.reaches[0]!), may: reachOf(p, x, state) } };
  });
}

const SILENT = { lost: () => {}, outOfNodes: () => {} };

function aboutResult(analysis: StackAnalysis, exits: readonly Exit[]): string[] {
  const kinds = new Set(exits.map((e) => e.returned.kind));
  if (kinds.has('nothing') || kinds.has('other')) return [];
  const said = [
    ...(kinds.has('cell') ? [shapeOf(analysis, exits)] : []),
    ...(kinds.has('freed') ? ['freed memory'] : []),
    ...(kinds.has('null') ? ['null'] : []),
  ];
  return [`returns ${said.join(' or ')}`];
}

/** is = 0 and c = 0 on all reached cells: a list, or a tree if cells have several pointers. */
function shapeOf({ predicates: { fields, directions } }: StackAnalysis, exits: readonly Exit[]): string {
  const cells = exits.filter((e) => e.returned.kind === 'cell');
  const holds = (of: (s: Structure) => number) => cells.some(({ state, returned }) => (of(state) & returned.may) !== 0);
  const always = cells.every(({ state, returned }) =>
    directions.some(({ cyclic }) => (state.must(cyclic) & returned.must) !== 0),
  );
  if (directions.some(({ cyclic }) => holds((s) => s.may(cyclic))))
    return always ? 'a cyclic structure' : 'a structure that may be cyclic';
  if (fields.length === 1) return 'an acyclic list';
  const shared = directions.slice(0, 1).some((d) => holds((s) => s.may(d.shared)));
  if (directions.some(({ links }) => links && holds((s) => s.may(links.broken)))) return 'an acyclic structure';
  if (directions.length === 1 || shared) return shared ? 'an acyclic structure' : 'a tree';
  const isAlone = ({ state, returned: { may } }: Exit) => isSingle(may) && (state.summary & may) === 0;
  if (cells.every(isAlone)) return 'a single cell';
  return directions.some((d) => d.fields.length > 1) ? 'a tree with pointers back' : 'a doubly linked list';
}

/** Cells that existed at the function's entry, and what it does with them. */
function aboutInput({ predicates: p }: StackAnalysis, exits: readonly Exit[]): string[] {
  const living = ({ state }: Exit) => state.may(p.input) & ~state.must(p.freed);
  const isSpent = ({ state }: Exit) => state.may(p.spent) !== 0;
  const given = exits.filter((e) => living(e) !== 0 || isSpent(e));
  if (given.length === 0) return [];
  const cells = exits.filter((e) => e.returned.kind === 'cell');
  if (given.every((e) => isSpent(e) && living(e) === 0)) return ['frees every cell of the input'];
  const said: string[] = [];
  if (!given.some(isSpent)) {
    if (cells.length > 0 && given.every((e) => (living(e) & ~e.returned.must) === 0)) {
      said.push('every cell of the input is in the result');
    } else said.push('frees no cell of the input');
  }
  const isNew = (e: Exit) => elementsOf(e.returned.may).every((v) => ((e.state.may(p.input) >>> v) & 1) === 0);
  if (cells.length > 0 && cells.every(isNew)) said.push('what is returned is new');
  return said;
}
