// What is known of the arguments of a function whose callers are all known: parameters that are never null.
// For function-prover.ts. Only functions of one unit whose address is not taken have such callers.

import { callsIn } from '../../engines/shared/reachable-functions.js';
import type { CallInstr, Expr, Place } from '../../ir/instr.js';
import { hasBody, outlineIn, type Program } from '../../ir/link.js';
import { type FunctionSymbol, type LocalVariable, symbolOf, type Unit } from '../../ir/program.js';

interface Parameter {
  readonly function: FunctionSymbol;
  readonly index: number;
}

/** Callers of callers are asked up to this depth. */
const DEEPEST = 6;

export class Callers {
  /** The unit of each function; null: several have it. */
  private readonly homes = new Map<FunctionSymbol, Unit | null>();
  /** Symbols that have another name. */
  private readonly aliased = new Set<string>();

  constructor(program: Program) {
    for (const unit of program.units)
      for (const f of unit.functions) {
        this.homes.set(f, this.homes.has(f) ? null : unit);
        if (f.attributes.alias) this.aliased.add(f.attributes.alias);
      }
  }

  /** The names of parameters that no caller passes null for. */
  neverNull(f: FunctionSymbol): string[] {
    if (!this.isKnown(f)) return [];
    return f
      .body!.params.filter(({ type }, index) => type.kind === 'pointer' && this.isNeverNull({ function: f, index }, []))
      .map(({ name }) => name);
  }

  /** Are all its callers functions of the same unit that call it by its name? */
  private isKnown(f: FunctionSymbol): boolean {
    return f.linkage === 'internal' && !f.addressTaken && !this.aliased.has(symbolOf(f)) && !!this.homes.get(f);
  }

  /**
   * Every known call passes an address, or a parameter of its own that is never null. That a parameter which is being asked
   * about is not null may be used: the first call that passes null would have got it from elsewhere.
   */
  private isNeverNull(asked: Parameter, asking: readonly Parameter[]): boolean {
    const { function: f, index } = asked;
    if (asking.some((p) => p.function === f && p.index === index)) return true;
    if (!this.isKnown(f) || asking.length > DEEPEST) return false;
    const callers = this.homes.get(f)!.functions.filter((g) => hasBody(g) && outlineIn(g).called.includes(f));
    const passes = (g: FunctionSymbol) => callsIn(g.body!).filter((call) => isCallOf(call, f));
    return (
      callers.length > 0 &&
      callers.every((g) => passes(g).every(({ args }) => this.isAddress(g, args[index], [...asking, asked])))
    );
  }

  private isAddress(g: FunctionSymbol, e: Expr | undefined, asking: readonly Parameter[]): boolean {
    switch (e?.kind) {
      case 'cast':
        return e.operand.type.kind === 'pointer' && this.isAddress(g, e.operand, asking);
      case 'address':
        return isOfVariable(e.place);
      case 'function-address':
        return true;
      case 'load': {
        const variable = e.place.kind === 'var' ? e.place.variable : null;
        if (variable?.kind !== 'parameter' || isChanged(g, variable)) return false;
        return this.isNeverNull({ function: g, index: g.body!.params.indexOf(variable) }, asking);
      }
      default:
        return false;
    }
  }
}

const isCallOf = ({ callee }: CallInstr, f: FunctionSymbol): boolean =>
  callee.kind === 'direct' && callee.function === f;

const isOfVariable = (place: Place): boolean =>
  place.kind === 'var' || (place.kind !== 'deref' && isOfVariable(place.base));

/** May the parameter have another value than the one that was passed? */
function isChanged({ body }: FunctionSymbol, p: LocalVariable): boolean {
  const isIt = (place: Place | null) => place?.kind === 'var' && place.variable === p;
  return (
    p.addressTaken ||
    body!.blocks.some(({ instrs }) =>
      instrs.some((i) => {
        if (i.kind === 'assign' || i.kind === 'clear') return isIt(i.place);
        return i.kind === 'call' ? isIt(i.result) : i.kind === 'asm' && i.outputs.some(isIt);
      }),
    )
  );
}
