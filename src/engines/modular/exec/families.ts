// Which function must release which memory: fclose a stream of fopen, pclose one of popen, a deallocator that an attribute
// names. Cells carry the names, and so does every release. Used by intrinsics.ts, freeing.ts and calls/.

import type { CallInstr } from '../../../ir/instr.js';
import type { FunctionSymbol } from '../../../ir/program.js';
import { isModel } from '../../../models/origin.js';
import { materialize } from '../domain/memory.js';
import type { Cell, Freeing, State } from '../domain/state.js';
import { isKnown, isOpaque, isUninitialized, type Value } from '../domain/symbols.js';
import type { Summary } from '../summary/summary.js';
import { free } from './freeing.js';
import { eventOf, type Here, reportError, siteOf } from './report.js';

/** The text of a literal. */
export function textAt(state: State, v: Value): string {
  const bytes = isKnown(v) ? null : state.symbols.textAt(v.symbol);
  return bytes === null ? '' : String.fromCharCode(...bytes.split(',').map(Number)).replace(/\0.*$/s, '');
}

/** Memory that is not on the heap, such as a mapping, gets a cell. */
export function nameReleaser(state: State, pointer: Value, name: Value): undefined {
  const p = state.resolve(pointer);
  if (isKnown(p) || isOpaque(p) || isUninitialized(p)) return;
  state.update(state.cells.get(p.symbol) ?? materialize(state, p.symbol), { releasedBy: textAt(state, name) });
}

/** free(p) where p ∈ releasedBy(f), and f ≠ free: the memory is of another family. */
export function reportMismatch(
  here: Here,
  state: State,
  cell: Cell,
  { by, conditional, steps }: Omit<Freeing, 'plus'>,
): void {
  const { releasedBy } = cell;
  if (releasedBy === null || by === '' || conditional) return;
  const names = releasedBy.split(' ');
  if (by.split(' ').some((name) => names.includes(name))) return;
  const message = `the memory must be released by \`${names[0]}\`, and \`${by.split(' ')[0]}\` releases it here`;
  reportError(here, state, { rule: 'mismatched-free', message, cell, after: steps.slice(1) });
}

/**
 * The functions that release what a callee frees: those that the callee calls, and the callee if it is the program's own.
 * If other outcomes release it otherwise, a flag decides: if (s->is_pipe) pclose(s->f); else fclose(s->f);
 */
export function releasersOf({ callee }: CallInstr, { outcomes }: Summary, { name, freed }: Cell): string {
  const inner = freed?.by ?? '';
  const isChosen = outcomes.some(({ state }) => (state.cells.get(name)?.freed?.by ?? inner) !== inner);
  if (callee.kind !== 'direct' || inner === '' || isChosen) return '';
  const { function: f } = callee;
  const names = [...inner.split(' '), ...f.attributes.takes.map(({ name }) => name)];
  return [...new Set(isModel(f) ? names : [...names, f.name])].slice(0, MOST_NAMES).join(' ');
}

const MOST_NAMES = 6;

/** The functions that attributes name: `malloc(f)`, `ownership_returns(f)`. */
export const releasersNamedBy = ({ attributes: { deallocators } }: FunctionSymbol): string | null =>
  deallocators.length > 0 ? deallocators.map(({ name }) => name).join(' ') : null;

/** The result of a function with such an attribute. */
export function nameReleasers(state: State, result: Value | null, f: FunctionSymbol): void {
  const releasedBy = releasersNamedBy(f);
  const cell = releasedBy === null || result === null ? null : state.cellAt(state.resolve(result));
  if (cell?.kind === 'heap' && cell.releasedBy !== releasedBy) state.update(cell, { releasedBy });
}

/** A function without a body that attributes name as the one that releases an argument. Returns false if the path ends. */
export function releaseArguments(here: Here, state: State, args: readonly Value[], f: FunctionSymbol): boolean {
  const event = eventOf(here);
  const steps = [{ site: siteOf(here), message: `\`${f.name}\` releases it` }];
  return args.every((arg, i) => {
    const taken = f.attributes.takes.filter(({ argument }) => argument === i).map(({ name }) => name);
    const cell = state.cellAt(state.resolve(arg));
    const isNamed = cell?.releasedBy?.split(' ').includes(f.name) === true;
    if (!isNamed && (taken.length === 0 || cell?.kind !== 'heap')) return true;
    return free(here, state, arg, { steps, event, conditional: false, by: [f.name, ...taken].join(' ') });
  });
}
