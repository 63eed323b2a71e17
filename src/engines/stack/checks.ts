// The checks of a statement: is every cell that it accesses live and large enough, does it free only live cells?
// States in which the statement certainly fails end here.

import type { Structure } from '../../logic/tvl/structure.js';
import type { AnalysisOptions, Property, Rule, Site } from '../engine.js';
import { because } from '../reason.js';
import type { Ledger } from '../shared/ledger.js';
import type { Executor, Losses } from './paper/execute.js';
import type { PointerVariable } from './paper/predicates.js';

/** The position of a statement. */
export interface Scope {
  readonly function: string;
  readonly site: Site;
}

export interface Access extends Scope {
  readonly pointer: PointerVariable;
  /** The access as source text: `x->n`. */
  readonly text: string;
  /** The first byte after the access; null: unknown. */
  readonly end: number | null;
}

/** A state in which a cell, or nothing that is tracked, is freed. */
export interface Freeing {
  readonly state: Structure;
  readonly what: 'cell' | 'nothing';
}

/** The pointer is the one in the text of the place. */
const UNNAMED = { name: null, how: null };

export class Checks {
  constructor(
    private readonly executor: Executor,
    readonly ledger: Ledger,
    private readonly options: AnalysisOptions,
  ) {}

  /** The states in which the access is valid. */
  access(a: Access, s: Structure, losses: Losses): Structure[] {
    const valid: Structure[] = [];
    for (const { state, value, node } of this.executor.resolve(a.pointer, s, losses)) {
      if (value === 'cell') {
        if (this.alive(a, state, node)) valid.push(state);
      } else if (value === 'foreign') {
        this.oblige(a, 'valid-deref', `\`${a.text}\` is in untracked memory`);
        valid.push(state);
      } else if (value === 'null') this.nullDereferenced(a, state);
      else this.fail(a, 'uninitialized-pointer', `\`${a.text}\` dereferences an uninitialized pointer`);
    }
    if (valid.length > 0) this.ledger.pass('valid-deref', a.site);
    return valid;
  }

  /** A failed and untested allocation is reported only if the user asks for it. */
  private nullDereferenced(a: Access, s: Structure): void {
    if (s.may(this.executor.p.untested) === 0) {
      this.fail(a, 'null-dereference', `\`${a.text}\` dereferences a null pointer`);
    } else if (this.options.mallocMayFail) {
      this.fail(a, 'unchecked-allocation', `\`${a.text}\` is used although its allocation may have failed`);
    }
  }

  private alive(a: Access, s: Structure, node: number): boolean {
    const { p } = this.executor;
    const own = 1 << node;
    if ((s.must(p.freed) & own) !== 0) {
      this.fail(a, 'use-after-free', `\`${a.text}\` is used after it has been freed`);
      return false;
    }
    if ((s.may(p.freed) & own) !== 0) {
      const message = `\`${a.text}\` may be used after it has been freed`;
      this.ledger.report({ ...a, rule: 'use-after-free', certainty: 'possible', message });
    }
    return this.inside(a, s, own);
  }

  private inside(a: Access, s: Structure, own: number): boolean {
    for (const [size, predicate] of this.executor.p.sizes) {
      if ((s.may(predicate) & own) === 0) continue;
      if (size < 0 || a.end === null) this.oblige(a, 'valid-deref', `\`${a.text}\` may lie outside its allocation`);
      else if (a.end > size) {
        this.fail(a, 'out-of-bounds', `\`${a.text}\` lies outside its allocation of ${size} bytes`);
        return false;
      }
    }
    this.oblige(a, 'valid-deref', null);
    return true;
  }

  /** The states in which `pointer` may be freed, each with what it frees. */
  freeing(a: Access, s: Structure, losses: Losses): Freeing[] {
    this.oblige(a, 'valid-free', null);
    const valid = this.freeable(a, s, losses);
    if (valid.length > 0) this.ledger.pass('valid-free', a.site);
    return valid;
  }

  private freeable(a: Access, s: Structure, losses: Losses): Freeing[] {
    const { p } = this.executor;
    return this.executor.resolve(a.pointer, s, losses).flatMap(({ state, value, node }): Freeing[] => {
      if (value === 'null') return [{ state, what: 'nothing' }];
      if (value === 'cell') {
        const own = 1 << node;
        if ((state.may(p.boxed) & own) !== 0) {
          this.fail(a, 'invalid-free', `\`${a.text}\` is a variable, which cannot be freed`);
          return [];
        }
        if ((state.may(p.freed) & own) === 0) return [{ state, what: 'cell' }];
        if ((state.must(p.freed) & own) !== 0) {
          this.fail(a, 'double-free', `\`${a.text}\` is freed a second time`);
          return [];
        }
        const message = `\`${a.text}\` may be freed a second time`;
        this.ledger.report({ ...a, rule: 'double-free', certainty: 'possible', message, facts: UNNAMED });
        return [{ state, what: 'cell' }];
      }
      if (value === 'uninitialized') {
        this.oblige(a, 'valid-free', `\`${a.text}\` is freed uninitialized`);
        this.fail(a, 'uninitialized-pointer', `\`${a.text}\` is freed uninitialized`);
      } else {
        this.oblige(a, 'valid-free', `\`${a.text}\` points to untracked memory`);
        this.oblige(a, 'valid-memtrack', `what \`${a.text}\` points to may hold the last pointer to an allocation`);
      }
      return value === 'foreign' ? [{ state, what: 'nothing' }] : [];
    });
  }

  /** How leaks at a statement are reported. Other structures may lose nothing there, so that none is certain. */
  losses(scope: Scope): Losses {
    return {
      lost: (certainty) => {
        const message = certainty === 'definite' ? 'the last pointer to a cell is lost' : 'a cell may be lost';
        this.ledger.report({ ...scope, rule: 'leak', certainty: 'possible', message });
        this.oblige(scope, 'valid-memcleanup', message);
      },
      outOfNodes: () => this.ledger.giveUp(scope.site, because('unsupported', 'the structure has too many nodes here')),
    };
  }

  private fail(scope: Scope, rule: Rule, message: string): void {
    this.ledger.report({ ...scope, rule, certainty: 'definite', message, facts: UNNAMED });
  }

  oblige({ site }: Scope, property: Property, reason: string | null): void {
    if (reason === null) this.ledger.check(property, site);
    else this.ledger.doubt(property, site, because('undecided', reason));
  }
}
