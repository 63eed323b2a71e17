// Where the value of a pointer comes from: backwards through assignments, arguments and results, over the chronicle of a run.
// Tells the moments at which a null came about, so that a trace shows what led to its dereference.

import type { Chronicle } from '../../../interp/chronicle.js';
import type { Expr, Instr, Place, Terminator } from '../../../ir/instr.js';
import type { GlobalVariable, LocalVariable } from '../../../ir/program.js';
import { samePlace } from '../../../ir/same.js';
import { isInModel } from '../../../models/origin.js';

export interface Source {
  readonly step: number;
  readonly message: string;
}

const MOST_HOPS = 6;

/** The latest origin last; `step`: the instruction that uses the value, in the activation that evaluates it. */
export function originsOf(chronicle: Chronicle, step: number, pointer: Expr): Source[] {
  const found: Source[] = [];
  let at = step;
  let e: Expr | null = pointer;
  for (let hops = 0; e && hops < MOST_HOPS; hops++) {
    while (e.kind === 'cast') e = e.operand;
    if (e.kind !== 'load') break;
    const next = originOf(chronicle, at, e.place);
    if (!next) break;
    if (next.message) found.push({ step: next.step, message: next.message });
    [at, e] = [next.step, next.value];
  }
  return found.reverse();
}

interface Hop {
  readonly step: number;
  readonly message: string | null;
  readonly value: Expr | null;
}

/** The last store to the place before an instruction, in the same activation; else the argument. */
function originOf(chronicle: Chronicle, before: number, place: Place): Hop | null {
  const { nodes, by, activations } = chronicle;
  const isGlobal = place.kind === 'var' && place.variable.kind === 'global';
  for (let step = before - 1; step >= 0; step--) {
    if (!isGlobal && by[step] !== by[before]) continue;
    const node = nodes[step]!;
    const stored = storedBy(node);
    if (!stored || !samePlace(stored, place)) continue;
    return node.kind === 'assign' ? assigned(chronicle, step, node) : returned(chronicle, step, before);
  }
  if (place.kind !== 'var' || place.variable.kind !== 'parameter') return null;
  const { calledAt, body } = activations[by[before]!]!;
  const call = calledAt >= 0 ? nodes[calledAt]! : null;
  const value = call?.kind === 'call' ? call.args[body.params.indexOf(place.variable)] : undefined;
  return value ? { step: calledAt, message: null, value } : null;
}

const storedBy = (node: Instr | Terminator): Place | null =>
  node.kind === 'assign' || node.kind === 'clear' ? node.place : node.kind === 'call' ? node.result : null;

function assigned({ by, activations }: Chronicle, step: number, node: Instr & { kind: 'assign' }): Hop {
  const { source } = activations[by[step]!]!.body;
  const isTold = !isTemporary(node.place) && isNull(node.value);
  return { step, message: isTold ? `\`${source.phrase(node.place)}\` is set to null` : null, value: node.value };
}

const isTemporary = (place: Place): boolean => place.kind === 'var' && isOfLowering(place.variable);
const isOfLowering = (v: LocalVariable | GlobalVariable): boolean => v.kind === 'temporary';

const isNull = (e: Expr): boolean => (e.kind === 'cast' ? isNull(e.operand) : e.kind === 'int' && e.value === 0n);

/** The return of the callee, or the call itself if its code was not run or is a model's. */
function returned({ nodes, by, activations }: Chronicle, call: number, before: number): Hop {
  const node = nodes[call]!;
  const name = node.kind === 'call' && node.callee.kind === 'direct' ? `\`${node.callee.function.name}\`` : 'the call';
  for (let step = before - 1; step > call; step--) {
    const t = nodes[step]!;
    const { calledAt, body } = activations[by[step]!]!;
    if (t.kind !== 'return' || calledAt !== call) continue;
    if (isInModel(body.source)) break;
    return { step, message: `${name} returns null`, value: t.value };
  }
  return { step: call, message: `${name} returns null`, value: null };
}
