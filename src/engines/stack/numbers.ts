// Integers beside structures: variables of the top record and globals, one abstract value per structure, so that
// counters and flags stay correlated with shapes. Between the IR and the domain in src/numeric.

import type { Expr, Place } from '../../ir/instr.js';
import type { Program } from '../../ir/link.js';
import type { FunctionSymbol, GlobalVariable, LocalVariable } from '../../ir/program.js';
import type { Structure } from '../../logic/tvl/structure.js';
import { anyOf, convert, type NumberValue } from '../../numeric/arithmetic.js';
import { assumeNumbers, numberOf } from '../../numeric/expressions.js';
import * as numbers from '../../numeric/numbers.js';
import { type Key, NOTHING_KNOWN, type Numbers } from '../../numeric/numbers.js';
import type { Range } from '../../numeric/range.js';
import * as ranges from '../../numeric/range.js';
import { isInteger } from '../../types/questions.js';
import { VOLATILE } from '../../types/types.js';
import type { CallSite, Scene } from './scene.js';

export const numbersOf = (s: Structure): Numbers => (s.companion as Numbers | null) ?? NOTHING_KNOWN;

export function setNumbers(s: Structure, n: Numbers): Structure {
  s.companion = n;
  return s;
}

type Variable = LocalVariable | GlobalVariable;

/** The result of a returning callee. */
const RESULT: Key = 1;
const FIRST: Key = 2;

export class Integers {
  private readonly keys = new Map<Variable, Key>();
  private readonly globals = new Set<Key>([RESULT]);

  constructor(
    private readonly program: Program,
    private readonly scene: Scene,
  ) {
    for (const g of scene.integers) this.globals.add(this.add(g));
    for (const { body } of scene.functions.values()) {
      for (const v of body.variables) {
        if (isInteger(v.type) && !v.addressTaken && (v.type.quals & VOLATILE) === 0) this.add(v);
      }
    }
  }

  private add(v: Variable): Key {
    const key = FIRST + this.keys.size;
    this.keys.set(v, key);
    return key;
  }

  private readonly keyOf = (place: Place): Key | null => {
    if (place.kind !== 'var') return null;
    const { variable } = place;
    return this.keys.get(variable.kind === 'global' ? this.program.variableOf(variable) : variable) ?? null;
  };

  /** The values of globals when main begins. */
  initial(entry: FunctionSymbol): Numbers {
    let n = NOTHING_KNOWN;
    for (const g of entry.name === 'main' ? this.scene.integers.filter((v) => v.defined) : []) {
      const value = g.initializer?.[0]?.value ?? null;
      if (value && value.kind !== 'int') continue;
      n = numbers.assignRange(n, this.keys.get(g)!, ranges.constant(value ? Number(value.value) : 0));
    }
    return n;
  }

  valueOf = (n: Numbers, e: Expr): NumberValue => numberOf(n, e, this.keyOf);

  rangeOf = (s: Structure, e: Expr): Range => this.valueOf(numbersOf(s), e).range;

  /** place = value */
  store(s: Structure, place: Place, value: Expr | null): void {
    const key = this.keyOf(place);
    if (key === null) return;
    const n = numbersOf(s);
    const { range, form } = value ? this.valueOf(n, value) : anyOf(place.type);
    setNumbers(s, numbers.assign(n, key, range, form));
  }

  clear(s: Structure, place: Place): void {
    const key = this.keyOf(place);
    if (key !== null) setNumbers(s, numbers.assignRange(numbersOf(s), key, ranges.ZERO));
  }

  /** Whether the condition can have this value; if so, the structure records it. */
  assume(s: Structure, condition: Expr, holds: boolean): boolean {
    const n = assumeNumbers(numbersOf(s), condition, holds, this.keyOf);
    if (n) setNumbers(s, n);
    return n !== null;
  }

  /** The numbers at a callee's entry: its parameters and the globals. */
  atEntry(s: Structure, { callee, instr }: CallSite): Numbers {
    const n = numbersOf(s);
    let inside = numbers.keepOnly(n, (key) => this.globals.has(key) && key !== RESULT);
    this.scene.functions.get(callee)!.body.params.forEach((param, i) => {
      const [key, value] = [this.keys.get(param), instr.args[i]];
      if (key === undefined || !value) return;
      const { range } = convert(this.valueOf(n, value), value.type, param.type);
      inside = numbers.assignRange(inside, key, range);
    });
    return inside;
  }

  /** The numbers that a waiting caller keeps: its own variables that are live after the call. */
  waiting(s: Structure, site: CallSite): Numbers {
    const { body, liveness } = this.scene.functions.get(site.caller)!;
    const live = liveness.behind(body.blocks[site.block]!, site.index);
    return this.keepLive(numbersOf(s), live);
  }

  /** The numbers after a call: those of the waiting caller, and those from the callee. */
  behind(waiting: Numbers, told: Numbers): Numbers {
    const own = numbers.keepOnly(waiting, (key) => !this.globals.has(key));
    return numbers.conjoin(own, this.told(told));
  }

  /** What survives the end of a function: globals and its result. */
  told(n: Numbers): Numbers {
    return numbers.keepOnly(n, (key) => this.globals.has(key));
  }

  result(s: Structure, value: Expr | null): void {
    const n = numbersOf(s);
    const { range } = value ? this.valueOf(n, value) : { range: ranges.ANYTHING };
    setNumbers(s, numbers.assignRange(n, RESULT, range));
  }

  /** place = the callee's result; an unbounded range would require the callee's type. */
  bind(s: Structure, place: Place | null): void {
    const n = numbersOf(s);
    const key = place && this.keyOf(place);
    const told = numbers.rangeOf(n, RESULT);
    const rest = numbers.forget(n, [RESULT]);
    if (!place || key === null || !isInteger(place.type)) return void setNumbers(s, rest);
    const all = ranges.rangeOfType(place.type);
    const fits = Number.isFinite(told.low) && Number.isFinite(told.high) && ranges.includes(all, told);
    setNumbers(s, numbers.assignRange(rest, key, fits ? told : all));
  }

  /** Dead variables are forgotten. */
  keepLive(n: Numbers, live: ReadonlySet<LocalVariable>): Numbers {
    const keys = new Set([...live].flatMap((v) => this.keys.get(v) ?? []));
    return numbers.keepOnly(n, (key) => this.globals.has(key) || keys.has(key));
  }

  forget(s: Structure, variables: readonly LocalVariable[]): void {
    const gone = variables.flatMap((v) => this.keys.get(v) ?? []);
    if (gone.length > 0) setNumbers(s, numbers.forget(numbersOf(s), gone));
  }

  /** For notes of drawings. */
  describe(s: Structure): string[] {
    const names = new Map([...this.keys].map(([v, key]) => [key, v.name]));
    return numbers.describe(numbersOf(s), (key) => names.get(key) ?? 'result');
  }
}

/** Joins `other` into the numbers of a station; whether they have grown. Bounds that keep growing are widened. */
export function joinNumbers(into: Structure, other: Structure, times: number): boolean {
  const [older, newer] = [numbersOf(into), numbersOf(other)];
  if (numbers.leq(newer, older)) return false;
  const joined = numbers.join(older, newer);
  setNumbers(into, times > PATIENCE ? numbers.widen(older, joined) : joined);
  return true;
}

/** How often numbers at a station may change before they are widened. */
const PATIENCE = 4;
