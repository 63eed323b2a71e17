// One run of the engine: what the transfer functions share, and the frame of the function they are in.
// Made by engine.ts; handed down with every instruction.

import { isOutOfMemory } from '../../base/crash.js';
import type { Span } from '../../base/source.js';
import type { Program } from '../../ir/link.js';
import type { FunctionBody, GlobalVariable, LocalVariable } from '../../ir/program.js';
import { isReadOnly } from '../../ir/read-only.js';
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
  /** How often each loop head was visited, by function and block. */
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
  /** Where the block under way writes down what it sees. */
  notes: Notes;
  /** Has arithmetic made a number of an address, from which it can be computed again? */
  addresses: 'shown' | 'hidden in numbers';
  readonly pointerSize: number;
  /** The type of pointers in general. */
  readonly pointerType: CType;
  readonly calls: CallMemory;
  readonly globals: Map<GlobalVariable, NodeId>;
  /** The nodes of string literals. */
  readonly literals: Set<NodeId>;
  /** These, and constants with static storage. */
  readonly readOnly: Set<NodeId>;
  /** BDD nodes at which garbage is collected. */
  readonly collectAt: number;
  /** The stable states at the beginning of blocks, by function and depth of the call. */
  readonly pictures: Map<string, Picture[]>;
  readonly stats: Stats;
}

export interface Picture {
  readonly function: string;
  readonly depth: number;
  /** By block, its cases. */
  readonly blocks: readonly (readonly State[])[];
  /** With the result, without the frame. */
  readonly exit: State;
}

/** What was computed for a function and an entry state. */
export interface CallMemory {
  readonly known: Map<string, { entry: State; solution: Solution }>;
  /** Tables of states that a garbage collection must not forget. */
  readonly live: Set<Iterable<State>>;
  readonly plans: Map<FunctionBody, Plan>;
}

/** The state at the end of a body, and what was seen on the way. */
export interface Solution {
  readonly exit: State;
  readonly notes: readonly Notes[];
}

/** A function being interpreted, in the context of its callers. */
export interface Frame extends CallFrame {
  readonly run: Analysis;
  readonly plan: Plan;
  readonly caller: Frame | null;
  readonly depth: number;
}

export function nodeOfVariable(f: Frame, v: LocalVariable | GlobalVariable): NodeId {
  if (v.kind === 'global') return nodeOfGlobal(f.run, f.run.program.variableOf(v));
  const known = f.plan.nodesAt(f.depth);
  known[v.id] ??= sizedNode(f.run.k, `${f.depth}:${f.body.symbol.name}:${v.id} ${v.name}`, v.type);
  return known[v.id]!;
}

function nodeOfGlobal({ k, globals, literals, readOnly }: Analysis, g: GlobalVariable): NodeId {
  const known = globals.get(g);
  if (known !== undefined) return known;
  const id = sizedNode(k, `global ${g.linkage === 'internal' ? g.at : ''} ${g.name}`, g.type);
  globals.set(g, id);
  if (g.literal) literals.add(id);
  if (isReadOnly(g)) readOnly.add(id);
  return id;
}

function sizedNode(k: Kernel, name: string, type: CType): NodeId {
  const id = k.node(name);
  k.setSize(id, type.size);
  if (isInteger(type) && type.size > k.pointerSize) k.setWide(id);
  return id;
}

export const resultNode = (f: Frame): NodeId => resultAt(f.run.k, f.depth);

export const resultAt = (k: Kernel, depth: number): NodeId => k.node(`${depth}: result`);

/** What happens in a model happens where the program calls it. */
export const siteOf: (f: Frame, where: Span) => Site = visibleSite;

/** In a model, what comes behind its first branch does not happen to all who call it. */
const isUnconditional = (f: Frame, where: Span): boolean =>
  !isModelFrame(f) || (f.body.entry.instrs.some((i) => i.at === where.at) && isUnconditional(f.caller!, f.calledAt!));

/** The property must hold here. */
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
    /** If the state is one of several, whether the others fail is not known here. */
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

/** Executions are not followed beyond this place: nothing counts as proved any more. */
export function giveUp(f: Frame, at: Span, text: string, kind: ReasonKind = 'unsupported'): State {
  f.run.notes.add((ledger) => ledger.giveUp(siteOf(f, at), because(kind, text)));
  return bottom;
}

/**
 * A limit is reached in this function: nothing counts as proved any more. If it is one of the machine's, the table of nodes may be left
 * half changed, and no more nodes are made.
 */
export function exhaust(f: Frame, error: unknown): void {
  if (!isOutOfMemory(error)) {
    giveUp(f, f.body, 'the Boolean functions grew beyond the budget', 'budget');
    return;
  }
  f.run.k.bdd.close();
  giveUp(f, f.body, 'the Boolean functions have more variables than there is memory to follow them');
}

/** Reports memory that is lost at this instruction. */
export function leakAt(f: Frame, where: Span): LeakListener {
  visit(f, 'valid-memtrack', where);
  return (node, lost, s) => {
    const allocation = nodeOf(s, node).allocated;
    const message = 'memory is lost here: nothing points to it any more, and it was not freed';
    const complaint = { property: 'valid-memtrack', rule: 'leak', failing: lost, message, allocation } as const;
    complain(f, where, s, f.run.addresses === 'shown' ? complaint : { ...complaint, certainty: 'possible' });
  };
}
