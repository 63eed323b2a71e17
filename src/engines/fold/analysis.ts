// One run of the engine: what the transfer functions share, and the frame of the function they are in.
// Made by engine.ts; handed down with every instruction.

import type { CType } from '../../frontend/types.js';
import type { Program } from '../../ir/link.js';
import type { Liveness } from '../../ir/liveness.js';
import type { FunctionBody, GlobalVariable, LocalVariable } from '../../ir/program.js';
import { FALSE, type Ref } from '../../logic/bdd/bdd.js';
import { MODELS } from '../../models/load.js';
import type { AnalysisOptions, Certainty, Property, Rule, Site } from '../engine.js';
import type { Ledger } from '../ledger.js';
import type { LeakListener } from './assign.js';
import type { Kernel, NodeId } from './kernel.js';
import { nodeOf, type State } from './state.js';

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
  readonly ledger: Ledger;
  readonly pointerSize: number;
  /** The type of pointers in general. */
  readonly pointerType: CType;
  readonly calls: CallMemory;
  /** BDD nodes at which garbage is collected. */
  readonly collectAt: number;
  /** The last states at the beginning of blocks, for pictures, by function and depth of the call. */
  readonly pictures: Map<string, Picture>;
  readonly stats: Stats;
}

export interface Picture {
  readonly function: string;
  readonly depth: number;
  readonly blocks: Map<number, State>;
}

/** What was computed for a function and an entry state. */
export interface CallMemory {
  readonly known: Map<string, { entry: State; exit: State; recorded: boolean }>;
  /** Tables of states that a garbage collection must not forget. */
  readonly live: Set<Iterable<State>>;
  readonly bodies: Map<FunctionBody, FunctionBody>;
  readonly liveness: Map<FunctionBody, Liveness>;
}

/** A function being interpreted, in the context of its callers. */
export interface Frame {
  readonly run: Analysis;
  readonly body: FunctionBody;
  readonly caller: Frame | null;
  /** Where the caller stands; null for the entry. */
  readonly calledAt: Located | null;
  readonly depth: number;
}

export function nodeOfVariable(f: Frame, v: LocalVariable | GlobalVariable): NodeId {
  const { k, program } = f.run;
  const g = v.kind === 'global' ? program.variableOf(v) : null;
  const name = g
    ? `global ${g.linkage === 'internal' ? g.at : ''} ${g.name}`
    : `${f.depth}:${f.body.symbol.name}:${(v as LocalVariable).id} ${v.name}`;
  const id = k.node(name);
  k.setSize(id, (g ?? v).type.size);
  return id;
}

export const resultNode = (f: Frame): NodeId => f.run.k.node(`${f.depth}: result`);

export interface Located {
  readonly at: number;
  readonly end: number;
}

/** What happens in a model happens where the program calls it. */
export function siteOf(f: Frame, { at, end }: Located): Site {
  const inModel = f.body.source.name.startsWith(MODELS) && f.caller && f.calledAt;
  return inModel ? siteOf(f.caller!, f.calledAt!) : { source: f.body.source, at, end };
}

const functionOf = (f: Frame): string =>
  f.body.source.name.startsWith(MODELS) && f.caller ? functionOf(f.caller) : f.body.symbol.name;

export function complain(
  f: Frame,
  where: Located,
  s: State,
  c: {
    property: Property;
    rule: Rule | null;
    failing: Ref;
    message: string;
    allocation?: Site | null;
    /** If the state is one of several, whether the others fail is not known here. */
    certainty?: Certainty;
  },
): void {
  if (c.failing === FALSE) return;
  const certainty = c.certainty ?? (f.run.k.bdd.entails(s.b, c.failing) ? 'definite' : 'possible');
  const { property, rule, message, allocation = null } = c;
  const site = siteOf(f, where);
  if (rule === null) f.run.ledger.doubt(property, site, message);
  else f.run.ledger.report({ property, site, function: functionOf(f), rule, certainty, message, allocation });
}

/** Reports memory that is lost at this instruction. */
export function leakAt(f: Frame, where: Located): LeakListener {
  f.run.ledger.check('valid-memtrack', siteOf(f, where));
  return (node, lost, s) => {
    const allocation = nodeOf(s, node).allocated;
    const message = 'memory is lost here: nothing points to it any more, and it was not freed';
    complain(f, where, s, { property: 'valid-memtrack', rule: 'leak', failing: lost, message, allocation });
  };
}
