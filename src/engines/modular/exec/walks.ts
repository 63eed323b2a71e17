// Loops that follow a link from element to element: p = p->next. Which test for the null at the end, and which do not.
// Used by group.ts once a procedure has been analysed; ownership/judge.ts compares the loops of the whole program.

import { successorsOf } from '../../../ir/cfg.js';
import type { Block, Expr, Instr, Place } from '../../../ir/instr.js';
import type { LocalVariable } from '../../../ir/program.js';
import { walkExpr, walkNode } from '../../../ir/walk.js';
import { flowGraphOf } from '../../../solver/flow-graph.js';
import { loopsOf } from '../../../solver/loops.js';
import { weakOrder } from '../../../solver/weak-order.js';
import { siteIn } from '../../shared/frames.js';
import { isGenerated } from '../beliefs/generated-function.js';
import { isRegister } from '../domain/state.js';
import { slotOf } from '../ownership/slots.js';
import type { Here } from './report.js';

type Read = Extract<Expr, { kind: 'load' }>;

/** A loop in which every assignment to a pointer goes on to the next element. */
interface Walk {
  readonly blocks: readonly Block[];
  /** The pointer, and the variables that the next element is kept in: next = p->next; p = next. */
  readonly pointers: ReadonlySet<LocalVariable>;
  readonly link: string;
  /** The read of the link. */
  readonly step: Read;
}

/** Notes the walks that test for null, and claims those that nothing but the end of the list can end. */
export function noteWalks(here: Here): void {
  const { body } = here;
  if (isGenerated(body)) return;
  const graph = flowGraphOf(body);
  for (const ids of loopsOf(graph, weakOrder(graph)).values()) {
    const blocks = [...ids].map((id) => body.blocks[id]!);
    for (const walk of walksIn(blocks, body.source.name)) {
      const key = `${walk.link} ${walk.step.at - body.at}`;
      if (comparisonsIn(walk).some(isNullTest)) here.notes.test(key);
      else claimEndless(here, walk, key);
    }
  }
}

function claimEndless(here: Here, walk: Walk, slot: string): void {
  const { step } = walk;
  const end = endOf(walk);
  if (end === 'other') return;
  const finding = {
    rule: 'null-dereference',
    certainty: 'possible',
    engine: 'modular',
    function: here.symbol.name,
    site: siteIn(here.body, step),
    message: 'this loop goes past the end of the list: it does not test for the null there',
    condition: null,
    trace: [],
    allocation: null,
  } as const;
  here.notes.claim({ slot, kind: 'endless', isSearch: end === 'search', finding });
}

// ---- walks -----------------------------------------------------------------------------------------------------

function walksIn(blocks: readonly Block[], unit: string): Walk[] {
  const values = assignedIn(blocks);
  return [...values].flatMap(([variable, assigned]) => {
    const steps = assigned.map((value) => stepsOf(values, variable, value));
    const reads = steps.flatMap((step) => step?.reads ?? []);
    const links = new Set(reads.map(({ place }) => slotOf(place, unit)));
    const [link] = links;
    if (steps.includes(null) || links.size !== 1 || !link) return [];
    const pointers = new Set([variable, ...steps.flatMap((step) => step!.by)]);
    return [{ blocks, pointers, link, step: reads[0]! }];
  });
}

/** What the blocks assign to each local pointer; null: the result of a call. */
function assignedIn(blocks: readonly Block[]): ReadonlyMap<LocalVariable, readonly (Expr | null)[]> {
  const values = new Map<LocalVariable, (Expr | null)[]>();
  for (const instr of blocks.flatMap(({ instrs }) => instrs)) {
    const variable = localAt(targetOf(instr));
    if (variable?.type.kind !== 'pointer') continue;
    values.set(variable, [...(values.get(variable) ?? []), instr.kind === 'assign' ? instr.value : null]);
  }
  return values;
}

/** p->next; or a variable that nothing but p->next is assigned to. */
function stepsOf(
  values: ReturnType<typeof assignedIn>,
  p: LocalVariable,
  value: Expr | null,
): { readonly reads: readonly Read[]; readonly by: readonly LocalVariable[] } | null {
  const read = value && readIn(value);
  if (!read) return null;
  if (isLinkOf(p, read)) return { reads: [read], by: [] };
  const next = localAt(read.place);
  const reads = next ? (values.get(next) ?? []).map((one) => one && readIn(one)) : [];
  const isNext = next && reads.length > 0 && reads.every((one) => one !== null && isLinkOf(p, one));
  return isNext ? { reads: reads as Read[], by: [next] } : null;
}

/** Is it a member of *p that points to the same type as p, or to any? */
function isLinkOf(p: LocalVariable, { place, type }: Read): boolean {
  if (place.kind !== 'field' || type.kind !== 'pointer' || p.type.kind !== 'pointer') return false;
  let base: Place = place;
  while (base.kind === 'field') base = base.base;
  const [from, to] = [p.type.target, type.target];
  const isSame = from.kind === 'record' && (to.kind === 'void' || (to.kind === 'record' && from.body === to.body));
  return isSame && base.kind === 'deref' && localAt(readIn(base.pointer)?.place) === p;
}

// ---- their ends ------------------------------------------------------------------------------------------------

/**
 * `never`: nothing ends the loop but the null of a failed call. `search`: what is read from an element does. `other`: so
 * does a count, a comparison of pointers, or a call that gets the element.
 */
type End = 'never' | 'search' | 'other';

function endOf(walk: Walk): End {
  const { blocks, pointers } = walk;
  const inside = new Set(blocks);
  const instrs = blocks.flatMap((block) => block.instrs);
  if (comparisonsIn(walk).length > 0 || instrs.some((i) => i.kind === 'asm')) return 'other';
  const leaves = ({ terminator }: Block): boolean => successorsOf(terminator).some((next) => !inside.has(next));
  const exits = blocks.filter((block) => leaves(block) && !isFailure(block, instrs));
  const isInvariant = (variable: LocalVariable): boolean =>
    instrs.every((i) => localAt(targetOf(i)) !== variable || isOfElement(pointers, i));
  const isSearch = exits.every(({ terminator }) => {
    let isOfElements = true;
    walkNode(terminator, {
      place: (place) => {
        const variable = localAt(place);
        if (place.kind === 'var' && !(variable && isInvariant(variable))) isOfElements = false;
      },
    });
    return isOfElements;
  });
  return exits.length === 0 ? 'never' : isSearch ? 'search' : 'other';
}

/** if (!block) return -1; where a call in the loop returns the block. */
function isFailure({ terminator: t }: Block, instrs: readonly Instr[]): boolean {
  const tested = t.kind === 'branch' && isNullTest(t.condition) ? testedIn(t.condition) : null;
  const variable = tested?.type.kind === 'pointer' ? localAt(tested.place) : null;
  const stores = instrs.filter((i) => variable && localAt(targetOf(i)) === variable);
  return stores.length > 0 && stores.every(({ kind }) => kind === 'call');
}

function testedIn(condition: Expr): Read | null {
  if (condition.kind === 'unary') return testedIn(condition.operand);
  return readIn(condition.kind === 'binary' ? condition.left : condition);
}

/** Does the value that the instruction computes come from an element? */
function isOfElement(pointers: ReadonlySet<LocalVariable>, i: Instr): boolean {
  let found = false;
  walkNode(i, {
    place: (place) => {
      const pointer = place.kind === 'deref' ? localAt(readIn(place.pointer)?.place) : null;
      if (pointer && pointers.has(pointer)) found = true;
    },
  });
  return found;
}

/** The conditions in the loop about the pointer or the link itself, rather than about what an element holds. */
function comparisonsIn({ blocks, pointers, step: { place: link } }: Walk): Expr[] {
  return blocks.flatMap(({ terminator: t }) => {
    if (t.kind !== 'branch') return [];
    let isAbout = false;
    walkExpr(t.condition, {
      expr: (e) => {
        if (e.kind !== 'load' || e.type.kind !== 'pointer') return;
        const { place } = e;
        const isLink = place.kind === 'field' && link.kind === 'field' && place.field.offset === link.field.offset;
        const variable = localAt(place);
        if (isLink || (variable && pointers.has(variable) && isOperand(t.condition, e))) isAbout = true;
      },
    });
    return isAbout ? [t.condition] : [];
  });
}

/** Is the value itself compared, not dereferenced? */
function isOperand(condition: Expr, e: Expr): boolean {
  if (condition === e) return true;
  if (condition.kind === 'unary' || condition.kind === 'cast') return isOperand(condition.operand, e);
  return condition.kind === 'binary' && (isOperand(condition.left, e) || isOperand(condition.right, e));
}

/** p, !p, p == NULL */
function isNullTest(condition: Expr): boolean {
  if (condition.kind === 'unary' && condition.op === 'not') return isNullTest(condition.operand);
  if (condition.kind !== 'binary') return readIn(condition) !== null;
  return (condition.op === 'eq' || condition.op === 'ne') && isNull(condition.right);
}

const isNull = (e: Expr): boolean => (e.kind === 'cast' ? isNull(e.operand) : e.kind === 'int' && e.value === 0n);

const targetOf = (i: Instr): Place | null => (i.kind === 'assign' ? i.place : i.kind === 'call' ? i.result : null);

function readIn(e: Expr): Read | null {
  if (e.kind === 'cast') return readIn(e.operand);
  return e.kind === 'load' ? e : null;
}

function localAt(place: Place | null | undefined): LocalVariable | null {
  const variable = place?.kind === 'var' && place.variable.kind !== 'global' ? place.variable : null;
  return variable && isRegister(variable) ? variable : null;
}
