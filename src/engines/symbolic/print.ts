// Contexts, chains and predecessor sets in the notation of the paper, for the bench of its figures and for reading.
// Variables are in the state alone; the paper also puts them into the chain, with the same effect.

import type { Program } from '../../ir/link.js';
import { and } from '../../logic/linear/constraint.js';
import { printCondition, printTerm } from '../../logic/linear/print.js';
import { simplify } from '../../logic/linear/simplify.js';
import { numberIn, symbolsOf, type Term } from '../../logic/linear/term.js';
import type { CType, RecordType } from '../../types/types.js';
import { type Frame, keyOfVariable, type Run } from './analysis.js';
import { rootsOf } from './leaks.js';
import type { Context } from './paper/context.js';
import { type Entry, entriesOf } from './paper/heap.js';
import { type Edge, pointerGraph } from './paper/pointer-graph.js';
import type { Base, Value } from './paper/value.js';
import { type Shape, shapeOf } from './shape.js';

export interface PrintedContext {
  /** s */
  readonly state: string;
  /** h */
  readonly heap: string;
  /** t ∧ p */
  readonly path: string;
  /** pred(y), for every allocated record. */
  readonly pred: readonly string[];
  readonly shape: Shape | null;
}

/** The record type with this size, if there is only one. */
export type NameRecord = (size: number) => RecordType | null;

export function printContext(run: Run, frame: Frame, context: Context): PrintedContext {
  const names = recordsOf(run.program);
  const shown = frame.body.variables.flatMap((v) => {
    const slot = context.variables.get(keyOfVariable(frame, v));
    return slot?.kind === 'value' && v.kind !== 'temporary' && !v.name.endsWith('_limit')
      ? [`${v.name} = ${printValue(slot.value)}`]
      : [];
  });
  const sizes = new Map<string, Term | null>();
  const heap = entriesOf(context.heap).map((e) => printEntry(e, names, sizes));
  return {
    state: [...shown, `c = ${printTerm(context.counter)}`].join(', '),
    heap: ['⊥', ...heap.filter((t) => t !== '')].join(' ⊕ '),
    path: printPath(run, context),
    pred: predecessors(run, context),
    shape: shapeOf(run, context),
  };
}

/** t ∧ p without trivial constraints; facts about the input alone are assumptions. */
export function printPath({ decider }: Run, { known, path }: Context): string {
  const told = known.filter((c) => [...symbolsOf(c.term).values()].some((s) => s.origin !== 'input'));
  return printCondition(
    simplify(
      and([told], path),
      known.filter((c) => !told.includes(c)),
      decider.isUnsat,
    ),
  );
}

function printValue(v: Value): string {
  if (v.kind === 'number') return printTerm(v.term);
  if (v.kind !== 'pointer') return v.kind === 'uninitialized' ? '⊥' : '?';
  return v.base.kind === 'null'
    ? '⊥'
    : printBase(v.base) + (numberIn(v.offset) === 0n ? '' : `+${printTerm(v.offset)}`);
}

function printBase(base: Base): string {
  if (base.kind === 'record') return printTerm(base.number);
  return base.kind === 'object' ? `variable ${base.id}` : base.kind;
}

/** Entries that only zero fresh memory are omitted: the fields of a new record are ⊥ anyway. */
function printEntry(e: Entry, names: NameRecord, sizes: Map<string, Term | null>): string {
  switch (e.kind) {
    case 'new': {
      sizes.set(printBase(e.base), e.size);
      const type = e.size && names(Number(numberIn(e.size) ?? -1));
      return `new(${printBase(e.base)}, ${type?.body.tag ?? '?'})`;
    }
    case 'free':
      return `free(${printBase(e.base)})`;
    case 'put':
      return `put(${printBase(e.base)}, ${fieldAt(e, names, sizes)}, ${printValue(e.value)})`;
    case 'fill':
      return e.value === 'zero' ? '' : `fill(${printBase(e.base)})`;
    case 'loop': {
      const body = e.body.map((b) => printEntry(b, names, sizes)).filter((t) => t !== '');
      return `⨁{0 <= ${e.index.name} < ${printTerm(e.count)}} (${body.join(' ⊕ ')})`;
    }
    case 'havoc':
      return 'unknown';
  }
}

/** The field at the offset, from the record types of the program. */
function fieldAt(e: Extract<Entry, { kind: 'put' }>, names: NameRecord, sizes: Map<string, Term | null>): string {
  const size = sizes.get(printBase(e.base)) ?? [...sizes.values()].at(-1) ?? null;
  const type = size && names(Number(numberIn(size) ?? -1));
  const field = type?.fields?.find((f) => BigInt(f.offset) === numberIn(e.offset));
  return field?.name ?? printTerm(e.offset);
}

function recordsOf(program: Program): NameRecord {
  const found = new Set<RecordType>();
  const visit = (t: CType): void => {
    const type = t.unqualified;
    if (type.kind === 'pointer') visit(type.target);
    if (type.kind !== 'record' || found.has(type)) return;
    found.add(type);
    for (const f of type.fields ?? []) visit(f.type);
  };
  const own = program.units[0]!.functions.filter((f) => f.body && !f.body.source.inSystemHeader(f.body.at));
  for (const f of own) for (const v of f.body!.variables) visit(v.type);
  return (size) => {
    const fitting = [...found].filter((t) => t.size === size);
    return fitting.length === 1 ? fitting[0]! : null;
  };
}

// ---- predecessors ----------------------------------------------------------------------------------------------

/** pred(y) = { x | … }: r stands for the root. Edges of a loop are printed with their index. */
function predecessors(run: Run, context: Context): string[] {
  const edges = pointerGraph(run, context, rootsOf(context)).edges.filter((e) => e.presence.condition.length > 0);
  const byTarget = new Map<string, string[]>();
  for (const e of edges)
    byTarget.set(printTerm(e.target), [...(byTarget.get(printTerm(e.target)) ?? []), printEdge(e)]);
  return [...byTarget].map(([y, xs]) => `pred(${y}) = {${[...new Set(xs)].sort().join(', ')}}`).sort();
}

function printEdge({ source, presence: { condition }, index }: Edge): string {
  const x = source === null ? 'r' : printBase(source);
  return index ? `${x} | ${printCondition(condition)}` : x;
}
