// Boxes: a local variable whose address is taken, or that is a record, gets a cell that lives as long as its function.
// Pointers to pointers, and to records on the stack, become pointers to cells. Part of building a scene.

import type { CallInstr, Place, VarPlace } from '../../ir/instr.js';
import { normalizeReplacing } from '../../ir/normalize.js';
import type { FunctionBody, LocalVariable } from '../../ir/program.js';
import { walkExpr, walkNode } from '../../ir/walk.js';
import { holdsPointer, isCopiedAsBytes } from '../../types/questions.js';
import { type CType, VOLATILE } from '../../types/types.js';
import { isPointer, rootOf } from './places.js';

export interface Box {
  readonly variable: LocalVariable;
  /** A hidden pointer to the cell, which is never assigned again. */
  readonly pointer: LocalVariable;
  /** The variable that receives the argument, if the boxed variable is a parameter. */
  readonly received: LocalVariable | null;
}

export interface Boxed {
  /** In three-address form. */
  readonly body: FunctionBody;
  readonly boxes: readonly Box[];
}

/** `isKnown`: is the effect of the call on addresses that it receives known? */
export function putIntoBoxes(body: FunctionBody, isKnown: (call: CallInstr) => boolean): Boxed {
  const unfit = unfitFor(body, isKnown);
  const chosen = body.variables.filter((v) => belongsInBox(v) && !unfit.has(v));
  const boxes = chosen.map((variable, i) => boxFor(variable, body.variables.length + i));
  const byVariable = new Map(boxes.map((b) => [b.variable, b]));
  const own = (v: LocalVariable) => byVariable.get(v)?.received ?? v;
  const variables = [...body.variables.map(own), ...boxes.map((b) => b.pointer)];
  const replaced = normalizeReplacing({ ...body, params: body.params.map(own), variables }, (place) => {
    const box = place.variable.kind === 'global' ? undefined : byVariable.get(place.variable);
    return box ? contentOf(box, place) : place;
  });
  return { body: replaced, boxes };
}

/** Pointers whose address is taken, and records with pointers; records that are parameters are passed by value. */
function belongsInBox({ type, kind, addressTaken, ownsBlock }: LocalVariable): boolean {
  if (ownsBlock || kind === 'temporary' || (type.quals & VOLATILE) !== 0) return false;
  if (isPointer(type)) return addressTaken;
  return type.kind === 'record' && kind === 'local' && type.size > 0 && holdsPointer(type);
}

/**
 * Variables that die before their function returns, those whose address is passed to unknown calls, and records that
 * are copied as a whole.
 */
function unfitFor(body: FunctionBody, isKnown: (call: CallInstr) => boolean): Set<LocalVariable> {
  const unfit = new Set<LocalVariable>();
  const exclude = (place: Place) => {
    const root = rootOf(place);
    if (root && root.kind !== 'global') unfit.add(root);
  };
  const copied = (place: Place) => isCopiedAsBytes(place.type) && exclude(place);
  for (const block of body.blocks) {
    for (const i of block.instrs) {
      if (i.kind === 'scope-end') for (const v of i.variables) unfit.add(v);
      if (i.kind === 'assign') copied(i.place);
      if (i.kind !== 'call') continue;
      if (i.result) copied(i.result);
      for (const a of isKnown(i) ? [] : i.args) {
        walkExpr(a, { expr: (e) => e.kind === 'address' && exclude(e.place) });
      }
    }
    for (const node of [...block.instrs, block.terminator]) {
      walkNode(node, { expr: (e) => e.kind === 'load' && copied(e.place) });
    }
  }
  return unfit;
}

function boxFor(variable: LocalVariable, id: number): Box {
  const { type, name, at } = variable;
  const pointer: LocalVariable = {
    kind: 'local',
    name: `&${name}`,
    type: type.pointerTo(pointerSizeIn(type)),
    id,
    addressTaken: false,
    ownsBlock: true,
    at,
  };
  return { variable, pointer, received: variable.kind === 'parameter' ? { ...variable, addressTaken: false } : null };
}

/** The size of the pointers that a variable holds. */
function pointerSizeIn(t: CType): number {
  if (t.kind === 'array') return pointerSizeIn(t.element);
  const field = t.kind === 'record' ? t.fields?.find((f) => holdsPointer(f.type)) : null;
  return field ? pointerSizeIn(field.type) : t.size;
}

function contentOf({ pointer }: Box, { type, at, end }: VarPlace): Place {
  const place: VarPlace = { kind: 'var', variable: pointer, type: pointer.type, at, end };
  return { kind: 'deref', pointer: { kind: 'load', place, type: pointer.type, at, end }, type, at, end };
}
