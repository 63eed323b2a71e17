// The accesses of an instruction: checks every place that it reads or writes, and that no pointer to a cell leaves the
// model as part of a record, as a number or through overlapping members. Used by transfer.ts and library-calls.ts.

import type { Expr, Place } from '../../ir/instr.js';
import type { Structure } from '../../logic/tvl/structure.js';
import { because } from '../reason.js';
import { siteIn } from '../shared/frames.js';
import type { Access, Checks, Scope } from './checks.js';
import { dereferenced, type Extent, extentOf, placesRead, pointersMadeNumbers, staysInside } from './extent.js';
import type { Integers } from './numbers.js';
import type { Operands } from './operands.js';
import type { Executor, Losses } from './paper/execute.js';
import type { PointerField, PointerVariable } from './paper/predicates.js';
import { isPointer } from './places.js';

export class Touch {
  constructor(
    private readonly executor: Executor,
    private readonly operands: Operands,
    private readonly checks: Checks,
    private readonly integers: Integers,
  ) {}

  /** The states in which all accesses are valid. */
  all(scope: Scope, written: readonly Place[], read: readonly Expr[], s: Structure, losses: Losses): Structure[] {
    let states = [s];
    for (const place of written) states = states.flatMap((t) => this.place(scope, place, t, losses));
    for (const e of read) {
      for (const place of placesRead(e)) {
        states = states.flatMap((t) => this.place(scope, place, t, losses));
        states = states.filter((t) => this.staysInModel(scope, place, t));
      }
      for (const pointer of pointersMadeNumbers(e)) {
        states = states.flatMap((t) => this.notACell(scope, pointer, 'a pointer is converted to a number', t, losses));
      }
    }
    return states;
  }

  private place(scope: Scope, place: Place, s: Structure, losses: Losses): Structure[] {
    const inside = staysInside(place, (e) => this.integers.rangeOf(s, e));
    if (!inside) this.checks.oblige(scope, 'valid-deref', 'an index may lie outside its array');
    const pointer = dereferenced(place);
    if (!pointer) return [s];
    const variable = this.operands.pointerOf(pointer);
    if (!variable) {
      this.checks.oblige(scope, 'valid-deref', 'an untracked pointer is dereferenced');
      return [s];
    }
    const extent = extentOf(place);
    const site = siteIn(scope.site, place);
    const text = scope.site.source.text(site) || variable.name;
    const end = extent && (inside || extent.precision === 'exact') ? extent.high : null;
    return this.checks.access({ ...scope, site, pointer: variable, text, end }, s, losses);
  }

  /** The bytes before `end` behind the pointer, checked like a place. */
  bytes(scope: Scope, pointer: PointerVariable, end: number | null, s: Structure, losses: Losses): Structure[] {
    const access: Access = { ...scope, pointer, text: scope.site.source.text(scope.site) || pointer.name, end };
    return this.checks.access(access, s, losses);
  }

  /** The states in which the value is no pointer to a cell; in the others the engine gives up. */
  notACell(scope: Scope, e: Expr, reason: string, s: Structure, losses: Losses): Structure[] {
    const operand = this.operands.operand(e);
    if (!('variable' in operand)) return [s];
    if (operand.kind === 'field' || !operand.variable) {
      this.checks.ledger.giveUp(scope.site, because('unsupported', reason));
      return [];
    }
    return this.executor.resolve(operand.variable, s, losses).flatMap(({ state, value }) => {
      if (value === 'cell') this.checks.ledger.giveUp(scope.site, because('unsupported', reason));
      return value === 'cell' ? [] : [state];
    });
  }

  /** Fields of cells that a place covers or overlaps, except the one that it is. */
  overlapped(extent: Extent, place: Place): PointerField[] {
    const { fields, pointerSize } = this.executor.p;
    return fields.filter(
      (f) =>
        f.offset < extent.high &&
        extent.low < f.offset + pointerSize &&
        !(isPointer(place.type) && extent.precision === 'exact' && f.offset === extent.low),
    );
  }

  /** A pointer to a cell that is read as another type is no longer tracked. */
  private staysInModel(scope: Scope, place: Place, s: Structure): boolean {
    const extent = extentOf(place);
    const variable = extent && this.operands.pointerOf(extent.pointer);
    if (!variable || s.must(variable.at) === 0) return true;
    const node = 31 - Math.clz32(s.must(variable.at));
    if (this.overlapped(extent, place).every((f) => s.mayRow(f.points, node) === 0)) return true;
    this.checks.ledger.giveUp(
      scope.site,
      because('unsupported', 'a pointer in memory is read as part of another type'),
    );
    return false;
  }
}
