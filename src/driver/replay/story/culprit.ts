// The expression at an error whose value is at fault: the null pointer, the pointer to freed memory.
// Evaluated over the snapshot of the moment before the error; names the pointer in messages.

import type { CellValue, HeapSnapshot } from '../../../interp/snapshot.js';
import type { Expr, Instr, Place, Terminator } from '../../../ir/instr.js';
import { walkNode } from '../../../ir/walk.js';

/** The last one that the instruction looks at: `p->next` rather than `p` in `*p->next`, if both are at fault. */
export function culpritIn(
  node: Instr | Terminator,
  snapshot: HeapSnapshot,
  isAtFault: (value: CellValue) => boolean,
): Expr | null {
  const found: Expr[] = [];
  const consider = (e: Expr) => {
    const value = valueAt(e, snapshot);
    if (value && isAtFault(value)) found.push(e);
  };
  walkNode(node, { place: (p) => (p.kind === 'deref' ? consider(p.pointer) : undefined) });
  if (node.kind === 'call') for (const arg of node.args) if (found.length === 0) consider(arg);
  return found[0] ?? null;
}

interface Address {
  /** Null: a variable in a register. */
  readonly node: number | null;
  readonly offset: number;
  readonly value: CellValue | null;
}

/** The value of a pointer expression in the innermost frame; null if it is not known. */
function valueAt(e: Expr, snapshot: HeapSnapshot): CellValue | null {
  if (e.kind === 'cast') return valueAt(e.operand, snapshot);
  if (e.kind === 'int') return e.value === 0n ? { kind: 'null' } : null;
  if (e.kind === 'binary' && e.op === 'ptr-add') return valueAt(e.left, snapshot);
  if (e.kind === 'address') return addressAsValue(addressOf(e.place, snapshot));
  if (e.kind !== 'load') return null;
  const there = addressOf(e.place, snapshot);
  if (!there) return null;
  if (there.node === null) return there.value;
  const cells = snapshot.nodes.get(there.node)?.cells ?? [];
  return cells.find((cell) => cell.offset === there.offset)?.value ?? null;
}

const addressAsValue = (there: Address | null): CellValue | null =>
  there && there.node !== null ? { kind: 'pointer', node: there.node, offset: there.offset } : null;

function addressOf(place: Place, snapshot: HeapSnapshot): Address | null {
  switch (place.kind) {
    case 'var': {
      const own = snapshot.frames[0]?.variables.find((b) => b.variable === place.variable);
      const binding = own ?? snapshot.globals.find((b) => b.variable === place.variable);
      return binding ? { node: binding.node, offset: 0, value: binding.value } : null;
    }
    case 'deref': {
      const pointer = valueAt(place.pointer, snapshot);
      return pointer?.kind === 'pointer' ? { node: pointer.node, offset: pointer.offset, value: null } : null;
    }
    case 'field': {
      const base = addressOf(place.base, snapshot);
      return base && base.node !== null ? { ...base, offset: base.offset + place.field.offset } : null;
    }
    case 'index': {
      const base = addressOf(place.base, snapshot);
      const known = place.index.kind === 'int' ? Number(place.index.value) : null;
      return base && base.node !== null && known !== null
        ? { ...base, offset: base.offset + known * place.type.size }
        : null;
    }
  }
}
