// One run of the engine: the data that the transfer functions share, and the frame of the current function.
// Created by engine.ts; passed along with every instruction.

import { isOutOfMemory } from '../../base/crash.js';
import type { Span } from '../../base/source.js';
import type { Program } from '../../ir/link.js';
import type { FunctionBody, GlobalVariable, LocalVariable } from '../../ir/program.js';
import { isReadOnly, mayShareMemory } from '../../ir/read-only.js';
import { FALSE, type Ref } from '../../logic/bdd/bdd.js';
import { isInteger } from '../../types/questions.js';
import type { CType } from '../../types/types.js';
import type { AnalysisOptions, Certainty, Property, Rule, Site } from '../engine.js';
import { because, type ReasonKind } from '../reason.js';
import type { Failures } from '../shared/failures.js';
import { type CallFrame, isModelFrame, traceOf, visibleFunction, visibleSite } from '../shared/frames.js';
import type { Kernel, NodeId } from './kernel.js';
import type { Notes } from './notes.js';
import type { LeakListener } from './paper/assign.js';
import { bottom, nodeOf, type State } from './paper/state.js';
import type { Plan } from './plan.js';

export interface Stats {
  /** Instructions interpreted. */
  steps: number;
  /** Number of visits of each loop head, by function and block. */
  readonly loops: Map<string, number>;
  /** Sizes of the largest state: flags in its support, BDD nodes. */
  flags: number;
  nodes: number;
}

export interface Analysis {
  readonly k: Kernel;
  readonly program: Program;
  readonly options: AnalysisOptions;
  readonly failures: Failures;
  /** The notes of the block that is being interpreted. */
  notes: Notes;
  /** Has arithmetic converted an address to a number, from which it can be recovered? */
  addresses: 'shown' | 'hidden in numbers';
  readonly pointerSize: number;
  /** The type of pointers in general. */
  readonly pointerType: CType;
  readonly calls: CallMemory;
  readonly globals: Map<GlobalVariable, NodeId>;
  /** The nodes of string literals. */
  readonly literals: Set<NodeId>;
  /** String literals and constants with static storage. */
  readonly readOnly: Set<NodeId>;
  /** BDD nodes at which garbage is collected. */
  readonly collectAt: number;
  /** The stable states at block entries, by function and call depth. */
  readonly pictures: Map<string, Picture[]>;
  readonly stats: Stats;
}

export interface Picture {
  readonly function: string;
  readonly depth: number;
  /** By block, its cases. */
  readonly blocks: readonly (readonly State[])[];
  /** The state at the return: with the result, without the frame. */
  readonly exit: State;
}

/** Memoised results of calls, by function and entry state. */
export interface CallMemory {
  readonly known: Map<string, { entry: State; solution: Solution }>;
  /** Tables of states that garbage collection must keep. */
  readonly live: Set<Iterable<State>>;
  readonly plans: Map<FunctionBody, Plan>;
}

/** The state at the end of a body, and the notes of its blocks. */
export interface Solution {
  readonly exit: State;
  readonly notes: readonly Notes[];
}

/** The activation of a function, in the context of its callers. */
export interface Frame extends CallFrame {
  readonly run: Analysis;
  readonly plan: Plan;
  readonly caller: Frame | null;
  readonly depth: number;
}

export function nodeOfVariable(f: Frame, v: LocalVariable | GlobalVariable): NodeId {
  if (v.kind === 'global') return nodeOfGlobal(f.run, f.run.program.variableOf(v));
  const known = f.plan.nodesAt(f.depth);
  known[v.id] ??= nodeFor(f.run.k, `${f.depth}:${f.body.symbol.name}:${v.id} ${v.name}`, v);
  return known[v.id]!;
}

function nodeOfGlobal({ k, globals, literals, readOnly }: Analysis, g: GlobalVariable): NodeId {
  const known = globals.get(g);
  if (known !== undefined) return known;
  const id = nodeFor(k, `global ${g.linkage === 'internal' ? g.at : ''} ${g.name}`, g);
  globals.set(g, id);
  if (g.literal) literals.add(id);
  if (isReadOnly(g)) readOnly.add(id);
  return id;
}

function nodeFor(k: Kernel, name: string, v: LocalVariable | GlobalVariable): NodeId {
  const { type } = v;
  const id = k.node(name);
  k.setSize(id, type.size);
  if (isInteger(type) && type.size > k.pointerSize) k.setWide(id);
  if (mayShareMemory(v)) k.setShared(id);
  return id;
}

export const resultNode = (f: Frame): NodeId => resultAt(f.run.k, f.depth);

export const resultAt = (k: Kernel, depth: number): NodeId => k.node(`${depth}: result`);

/** Errors inside a model are attributed to the call in the program. */
export const siteOf: (f: Frame, where: Span) => Site = visibleSite;

/** Code after the first branch of a model does not run in every call of it. */
const isUnconditional = (f: Frame, where: Span): boolean =>
  !isModelFrame(f) || (f.body.entry.instrs.some((i) => i.at === where.at) && isUnconditional(f.caller!, f.calledAt!));

/** Records an obligation: the property must hold here. */
export function visit(f: Frame, property: Property, where: Span): void {
  f.run.notes.add((ledger) => ledger.check(property, siteOf(f, where)));
}

export function complain(
  f: Frame,
  where: Span,
  s: State,
  c: {
    property: Property;
    rule: Rule | null;
    failing: Ref;
    message: string;
    allocation?: Site | null;
    atExit?: true;
    /** Given if the state is one of several, because then the others may not fail. */
    certainty?: Certainty;
  },
): void {
  if (c.failing === FALSE) return;
  const inState = c.certainty ?? (f.run.k.bdd.entails(s.b, c.failing) ? 'definite' : 'possible');
  const certainty = isUnconditional(f, where) ? inState : 'possible';
  const { property, rule, message, allocation = null, atExit } = c;
  const site = siteOf(f, where);
  const trace = traceOf(f, allocation);
  const exit = atExit ? { atExit } : {};
  f.run.notes.add((ledger) => {
    if (rule === null) ledger.doubt(property, site, because('undecided', message));
    else {
      const { name } = visibleFunction(f);
      ledger.report({ property, site, function: name, rule, certainty, message, allocation, trace, ...exit });
    }
  });
}

/** Stops the analysis of executions beyond this place: nothing counts as proved any more. */
export function giveUp(f: Frame, at: Span, text: string, kind: ReasonKind = 'unsupported'): State {
  f.run.notes.add((ledger) => ledger.giveUp(siteOf(f, at), because(kind, text)));
  return bottom;
}

/**
 * A resource limit is reached in this function: nothing counts as proved any more. If the machine ran out of memory, the
 * node table may be inconsistent, and no more nodes are created.
 */
export function exhaust(f: Frame, error: unknown): void {
  if (!isOutOfMemory(error)) {
    giveUp(f, f.body, 'the Boolean functions grew beyond the budget', 'budget');
    return;
  }
  f.run.k.bdd.close();
  giveUp(f, f.body, 'the Boolean functions have more variables than there is memory to follow them');
}

/** Reports memory that leaks at this instruction. */
export function leakAt(f: Frame, where: Span): LeakListener {
  visit(f, 'valid-memtrack', where);
  return (node, lost, s) => {
    const allocation = nodeOf(s, node).allocated;
    const message = 'memory is lost here: no pointer to it is left, and it was not freed';
    const complaint = { property: 'valid-memtrack', rule: 'leak', failing: lost, message, allocation } as const;
    complain(f, where, s, f.run.addresses === 'shown' ? complaint : { ...complaint, certainty: 'possible' });
  };
}
