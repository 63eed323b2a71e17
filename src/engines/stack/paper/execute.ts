// Executing one statement on a structure: focus, coerce, check, update, coerce. Blur is left to joins.
// Between the solver, which schedules statements, and the actions, which define their updates.

import { elementsOf, lowest } from '../../../logic/tvl/bits.js';
import { RuleBook } from '../../../logic/tvl/coerce.js';
import { MOST_CASES } from '../../../logic/tvl/focus.js';
import { type RelationFormula, unaryCode } from '../../../logic/tvl/formula.js';
import type { Structure } from '../../../logic/tvl/structure.js';
import { type Update, update } from '../../../logic/tvl/update.js';
import type { Operand } from '../operands.js';
import { closure, reachedBy, reachOf } from '../reachable.js';
import { type Resolved, resolve, resolveField, type Value, valueOfField } from '../values.js';
import {
  assign,
  cut,
  fieldSource,
  foreignSource,
  freshSource,
  link,
  nullSource,
  release,
  type Source,
  uninitializedSource,
  unknownSource,
  variableSource,
} from './actions.js';
import { down, variablesOf } from './definitions.js';
import { integrityOf } from './integrity.js';
import type { PointerField, PointerVariable, Predicates } from './predicates.js';

/** Receives the cells that become unreachable. */
export interface Losses {
  lost(certainty: 'definite' | 'possible'): void;
  /** A structure would need too many nodes. */
  outOfNodes(): void;
}

/** A structure in which a value that was read is known; `unknown`: any value. */
export interface Loaded {
  readonly state: Structure;
  readonly value: Value | 'unknown';
  readonly node: number;
}

export class Executor {
  readonly rules: RuleBook;
  private readonly updates = new Map<string, Update>();
  private readonly variables: readonly PointerVariable[];
  private readonly edges: RelationFormula;

  constructor(readonly p: Predicates) {
    this.rules = new RuleBook(integrityOf(p), p.vocabulary);
    this.variables = variablesOf(p);
    this.edges = down(p.fields);
  }

  resolve(x: PointerVariable, s: Structure, losses: Losses): Resolved[] {
    const result = resolve(this.p, this.rules, x, s);
    if (!result) losses.outOfNodes();
    return result ?? [];
  }

  /** The possible values of x->f; unknown if x is no cell. */
  resolveField(x: PointerVariable, field: PointerField, s: Structure, losses: Losses): Loaded[] {
    return this.resolve(x, s, losses).flatMap(({ state, value, node }): Loaded[] => {
      if (value !== 'cell') return [{ state, value: 'unknown', node: -1 }];
      const states = resolveField(this.p, this.rules, field, node, state);
      if (!states) losses.outOfNodes();
      return (states ?? []).map((t) => ({ state: t, ...valueOfField(field, node, t) }));
    });
  }

  /** x = operand, for each definite value of the operand. */
  assign(x: PointerVariable, operand: Operand, s: Structure, losses: Losses): Structure[] {
    if (operand.kind === 'null' && this.isNull(x, s)) return [s];
    return this.focused(operand, s, losses).flatMap((state) => {
      const reached = reachOf(this.p, x, state);
      const action = this.updateFor(`${x.points.id} = ${spell(operand)}`, () =>
        assign(this.p, x, this.sourceOf(operand)),
      );
      // Without new edges coerce finds nothing new; what has changed is coerced by the next statement.
      if (!('variable' in operand)) {
        update(state, action);
        return this.loseUnreached(state, reached, losses);
      }
      return this.apply(state, action, reached, losses);
    });
  }

  private isNull(x: PointerVariable, s: Structure): boolean {
    const odd = (s.may(x.uninitialized) | s.may(x.foreign)) & s.must(x.owner ? this.p.top : this.p.statics);
    return s.may(x.at) === 0 && odd === 0;
  }

  /** x->f = operand, x being a single cell. */
  store(x: PointerVariable, field: PointerField, operand: Operand, s: Structure, losses: Losses): Structure[] {
    const node = lowest(s.must(x.at));
    const held = resolveField(this.p, this.rules, field, node, s);
    if (!held) losses.outOfNodes();
    return (held ?? []).flatMap((state) => {
      const cutting = this.updateFor(`cut ${x.points.id} ${field.points.id}`, () => cut(this.p, x, field));
      const before = this.below(state, field, node);
      update(state, cutting);
      if (operand.kind === 'null') return this.settle(state, before, losses);
      if (!this.rules.coerce(state)) return [];
      const key = `link ${x.points.id} ${field.points.id} ${spell(operand)}`;
      update(
        state,
        this.updateFor(key, () => link(this.p, x, field, this.sourceOf(operand))),
      );
      return this.settle(state, before, losses);
    });
  }

  /** x = malloc(…), every field initialised as `content` says. */
  allocate(
    x: PointerVariable,
    size: number,
    content: 'zero' | 'uninitialized',
    s: Structure,
    losses: Losses,
  ): Structure[] {
    const { p } = this;
    const node = s.addNode();
    if (node < 0) {
      losses.outOfNodes();
      return [];
    }
    const own = 1 << node;
    const sized = p.sizes.get(size) ?? p.sizes.get(-1)!;
    for (const q of [p.heap, p.fresh, sized]) s.set(q, s.must(q) | own, s.may(q) | own);
    for (const { path } of p.directions) s.setRow(path, node, own, own);
    if (content === 'uninitialized') {
      for (const { uninitialized: q } of p.fields) s.set(q, s.must(q) | own, s.may(q) | own);
    }
    const reached = reachOf(p, x, s);
    update(
      s,
      this.updateFor(`${x.points.id} = new`, () => assign(p, x, freshSource(p))),
    );
    s.set(p.fresh, 0, 0);
    return this.settle(s, reached, losses);
  }

  /** At the entry of a function: its boxed variable gets a cell, initialised with the argument. */
  box(x: PointerVariable, size: number, received: PointerVariable | null, s: Structure, losses: Losses): Structure[] {
    const { boxed, fields } = this.p;
    const made = this.allocate(x, size, 'uninitialized', s, losses);
    for (const t of made) t.set(boxed, t.must(boxed) | t.must(x.at), t.may(boxed) | t.must(x.at));
    const field = fields.find((f) => f.offset === 0);
    if (!received || !field) return made;
    const filled = made.flatMap((t) => this.store(x, field, { kind: 'variable', variable: received }, t, losses));
    return filled.flatMap((t) => this.assign(received, { kind: 'null' }, t, losses));
  }

  /** free(x), x being a single live cell. */
  free(x: PointerVariable, s: Structure, losses: Losses): Structure[] {
    const reached = reachOf(this.p, x, s);
    this.spend(s.must(x.at), s);
    let states = [s];
    for (const field of this.p.fields) {
      states = states.flatMap((state) => {
        const held = resolveField(this.p, this.rules, field, lowest(state.must(x.at)), state);
        if (!held) losses.outOfNodes();
        return (held ?? []).filter((h) => {
          update(
            h,
            this.updateFor(`cut ${x.points.id} ${field.points.id}`, () => cut(this.p, x, field)),
          );
          return this.rules.coerce(h);
        });
      });
      if (states.length > MOST_CASES) {
        losses.outOfNodes();
        return [];
      }
    }
    return states.flatMap((state) => {
      const action = this.updateFor(`free ${x.points.id}`, () => release(this.p, x));
      return this.apply(state, action, reached, losses);
    });
  }

  /** A cell of the function's input is freed. */
  private spend(cell: number, s: Structure): void {
    const { input, spent, statics } = this.p;
    const own = s.must(statics);
    if ((s.may(input) & cell) === 0) return;
    s.set(spent, s.must(spent) | ((s.must(input) & cell) === 0 ? 0 : own), s.may(spent) | own);
  }

  /** Updates, coerces, and searches `suspects` for cells that have become unreachable. */
  apply(s: Structure, action: Update, suspects: number, losses: Losses): Structure[] {
    update(s, action);
    return this.settle(s, suspects, losses);
  }

  settle(s: Structure, suspects: number, losses: Losses): Structure[] {
    return this.rules.coerce(s) ? this.loseUnreached(s, suspects, losses) : [];
  }

  /** Reports unreachable cells and removes them from the structure. */
  private loseUnreached(s: Structure, suspects: number, losses: Losses): Structure[] {
    const living = s.must(this.p.heap) & ~s.must(this.p.freed);
    const { must, may } = reachedBy(this.p, this.variables, s);
    const lost = living & suspects & ~must & ~s.must(this.p.boxed);
    for (const v of elementsOf(lost)) losses.lost((may >>> v) & 1 ? 'possible' : 'definite');
    const gone = living & ~may;
    if (gone !== 0) this.remove(gone, s);
    return [s];
  }

  /** Removes lost cells and their edges; the targets of these edges may no longer be shared. */
  private remove(gone: number, s: Structure): void {
    const { fields, directions } = this.p;
    let targets = 0;
    for (const { points } of fields) for (const v of elementsOf(gone)) targets |= s.mayRow(points, v);
    s.removeNodes(gone);
    for (const q of new Set([...directions, ...fields].map((d) => d.shared))) {
      if ((s.must(q) & targets) === 0) continue;
      s.set(q, s.must(q) & ~targets, s.may(q));
      s.changes.push(unaryCode(q));
    }
  }

  /** Removes freed cells without incoming pointers. */
  dropForgotten(s: Structure): void {
    const freed = s.must(this.p.freed);
    if (freed === 0) return;
    this.edges.evaluate(s);
    let pointed = 0;
    for (const v of elementsOf(s.nodes)) pointed |= this.edges.rows[this.edges.may + v]!;
    for (const { points } of this.variables) for (const u of elementsOf(s.nodes)) pointed |= s.mayRow(points, u);
    if ((freed & ~pointed) !== 0) s.removeNodes(freed & ~pointed);
  }

  /** May a field of a cell point to one of the nodes? */
  isFieldTarget(set: number, s: Structure): boolean {
    this.edges.evaluate(s);
    return elementsOf(s.nodes).some((v) => (this.edges.rows[this.edges.may + v]! & set) !== 0);
  }

  sourceOf(operand: Operand): Source {
    switch (operand.kind) {
      case 'variable':
        return variableSource(this.p, operand.variable);
      case 'field':
        return fieldSource(this.p, operand.variable, operand.field);
      case 'null':
        return nullSource(this.p);
      case 'foreign':
        return foreignSource(this.p);
      case 'uninitialized':
        return uninitializedSource(this.p);
      default:
        return unknownSource(this.p);
    }
  }

  /** An allocation fails: until the program finds a null pointer, its result counts as untested. */
  failAllocation(s: Structure): void {
    s.set(this.p.untested, s.must(this.p.statics), s.must(this.p.statics));
  }

  noticeFailure(s: Structure): void {
    s.set(this.p.untested, 0, 0);
  }

  updateFor(key: string, make: () => Update): Update {
    const known = this.updates.get(key);
    if (known) return known;
    const made = make();
    this.updates.set(key, made);
    return made;
  }

  /** The operand made definite. */
  focused(operand: Operand, s: Structure, losses: Losses): Structure[] {
    if (operand.kind === 'variable') return this.resolve(operand.variable, s, losses).map((r) => r.state);
    if (operand.kind !== 'field') return [s];
    const result = resolveField(this.p, this.rules, operand.field, lowest(s.must(operand.variable.at)), s);
    if (!result) losses.outOfNodes();
    return result ?? [];
  }

  private below(s: Structure, field: PointerField, node: number): number {
    const target = s.mayRow(field.points, node);
    return closure(this.p, s, target & -target);
  }
}

/** A unique text for an operand; names of the program are not unique. */
const spell = (o: Operand): string =>
  o.kind === 'variable'
    ? `${o.variable.points.id}`
    : o.kind === 'field'
      ? `${o.variable.points.id}->${o.field.points.id}`
      : o.kind;
