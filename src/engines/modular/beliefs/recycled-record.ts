// Belief: a record that is kept for reuse after its members were freed no longer owns them.
// Noted by ownership/owners.ts at the end of a path; asked by ownership/judge.ts about members of freed records.

import type { Cell, State } from '../domain/state.js';
import { sameValue } from '../domain/symbols.js';
import type { Belief } from './belief.js';

export const recycledRecord: Belief = {
  name: 'recycled-record',
  why: 'free(p->f); p->next = unused; unused = p: a function that frees such a record later has no member left to free.',
  stage: 'program',
  effect: 'silences',
};

/** free(p->f); p->next = unused; unused = p: fields whose target is freed while their record is stored elsewhere. */
export function recycledRecords(state: State, cells: readonly Cell[]): string[] {
  const slots: string[] = [];
  for (const holder of cells)
    for (const [key, { value, written }] of holder.fields) {
      const isNew = written && !sameValue(value, holder.before.get(key)?.value ?? 0);
      const record = isNew ? state.cellAt(state.resolve(value)) : null;
      if (record?.status !== 'live' || record.kind !== 'input') continue;
      for (const [inner, field] of record.fields) {
        const slot = record.before.get(inner) === field ? state.symbols.slotOf(field.value) : null;
        if (slot && state.cellAt(state.resolve(field.value))?.status === 'freed') slots.push(slot);
      }
    }
  return slots;
}

/** free(p->f); later(release, p): the same where the record escapes. */
export function escapedRecords(state: State): string[] {
  const slots: string[] = [];
  for (const { kind, status, escaped, fields, before } of state.cells.values()) {
    if (kind !== 'input' || status !== 'live' || !escaped) continue;
    for (const [key, { value }] of before) {
      const slot = fields.get(key)?.written ? null : state.symbols.slotOf(value);
      if (slot && state.cellAt(state.resolve(value))?.status === 'freed') slots.push(slot);
    }
  }
  return slots;
}
