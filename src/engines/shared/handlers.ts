// Functions that the library calls later: handlers of signals, and those that run at exit. No engine follows them, so a
// proof leaves them open unless they are independent: they neither see nor change memory that the rest of the program uses.
//
// Which functions these are can be seen where one is named in the call; otherwise every function whose address is taken
// may be one, whatever its type: handlers are often cast.

import type { CallInstr, Expr, Instr, Place } from '../../ir/instr.js';
import type { Program } from '../../ir/link.js';
import { type FunctionSymbol, symbolOf } from '../../ir/program.js';
import { isModel } from '../../models/origin.js';
import { isInteger } from '../../types/questions.js';
import { VOLATILE } from '../../types/types.js';
import type { Obligation } from '../engine.js';
import { because } from '../reason.js';
import { siteIn } from './frames.js';
import { PROPERTIES } from './ledger.js';
import { callsIn, reachableFrom } from './reachable-functions.js';
import { hasUnknownEffects } from './variadic.js';

/** The intrinsic by which a model says that a function runs later. */
const LATER = '__caulk_later';

export function openHandlers(
  program: Program,
  entry: FunctionSymbol,
  reached: ReadonlySet<FunctionSymbol> = reachableFrom(program, entry),
): Obligation[] {
  const handlers = new Handlers(program);
  return [...reached].filter((f) => !isModel(f)).flatMap((f) => handlers.openIn(f));
}

class Handlers {
  private readonly keeping = new Map<FunctionSymbol, boolean>();
  private readonly independent = new Map<FunctionSymbol, boolean>();

  constructor(private readonly program: Program) {}

  openIn({ body }: FunctionSymbol): Obligation[] {
    return callsIn(body!).flatMap((call) => {
      const open = this.registeredBy(call).find((f) => !this.isIndependent(f));
      if (!open) return [];
      const reason = because('unsupported', `${open.name} may run later, which is not followed`);
      return PROPERTIES.map((property) => ({
        property,
        site: siteIn(body!, call),
        status: 'unknown' as const,
        reason,
      }));
    });
  }

  private registeredBy(call: CallInstr): readonly FunctionSymbol[] {
    const { callee } = call;
    const targets = callee.kind === 'direct' ? [callee.function] : this.program.targetsOf(callee.type);
    return targets.flatMap((f) => {
      const model = this.program.definitionOf(f);
      return model && this.keepsFunctions(model) ? (namedIn(model, call) ?? this.addressed()) : [];
    });
  }

  /** Does the model keep functions to run them later? */
  private keepsFunctions(model: FunctionSymbol): boolean {
    if (!isModel(model)) return false;
    const known = this.keeping.get(model);
    if (known !== undefined) return known;
    this.keeping.set(model, false);
    const keeps = callsIn(model.body!).some(({ callee }) => {
      if (callee.kind !== 'direct') return false;
      const definition = this.program.definitionOf(callee.function);
      return symbolOf(callee.function) === LATER || (definition !== null && this.keepsFunctions(definition));
    });
    this.keeping.set(model, keeps);
    return keeps;
  }

  private addressed(): readonly FunctionSymbol[] {
    return this.program.units.flatMap((unit) => unit.functions.filter((f) => f.addressTaken));
  }

  // ---- independence --------------------------------------------------------------------------------------------

  private isIndependent(f: FunctionSymbol): boolean {
    const definition = this.program.definitionOf(f);
    if (!definition) return false;
    const known = this.independent.get(definition);
    if (known !== undefined) return known;
    this.independent.set(definition, false); // recursion may not end
    const { blocks } = definition.body!;
    const result = blocks.every(
      ({ instrs, terminator: t }) =>
        instrs.every((i) => this.isHarmless(definition, i)) &&
        (t.kind === 'goto' ||
          (t.kind === 'branch' && isOwn(t.condition)) ||
          (t.kind === 'switch' && isOwn(t.value)) ||
          (t.kind === 'return' && (!t.value || isOwn(t.value))) ||
          (t.kind === 'unreachable' && isModel(definition))),
    );
    this.independent.set(definition, result);
    return result;
  }

  private isHarmless(f: FunctionSymbol, i: Instr): boolean {
    if (i.kind === 'scope-end') return true;
    if (i.kind === 'assign') return isOwnPlace(i.place) && isOwn(i.value);
    return i.kind === 'call' && (!i.result || isOwnPlace(i.result)) && this.isHarmlessCall(f, i);
  }

  /** What a model reads must be there: the program passes literals only. */
  private isHarmlessCall(caller: FunctionSymbol, call: CallInstr): boolean {
    const { callee, args } = call;
    if (callee.kind !== 'direct' || !args.every(isOwn)) return false;
    if (isModel(caller) && READS_ONLY.has(symbolOf(callee.function))) return true;
    const definition = this.program.definitionOf(callee.function);
    if (!definition || (isModel(definition) && hasUnknownEffects(definition, call))) return false;
    const isGiven = isModel(caller) || !isModel(definition) || args.every((a) => isInteger(a.type) || isLiteral(a));
    return isGiven && this.isIndependent(definition);
  }
}

const READS_ONLY: ReadonlySet<string> = new Set([
  '__caulk_read',
  '__caulk_string',
  '__caulk_nondet',
  '__caulk_nondet_long',
  '__caulk_nondet_double',
]);

/** The functions that the call names as its handlers; null if they are not known. A number is no function (`SIG_IGN`). */
function namedIn(model: FunctionSymbol, { args }: CallInstr): FunctionSymbol[] | null {
  const params = model.type.params ?? [];
  const handlers = params.flatMap(({ type }, i) =>
    type.kind === 'pointer' && type.target.kind === 'function' ? [args[i] && withoutCasts(args[i])] : [],
  );
  const named = handlers.flatMap((e) => (e?.kind === 'function-address' ? [e.target] : []));
  const isKnown = handlers.length > 0 && handlers.every((e) => e?.kind === 'function-address' || e?.kind === 'int');
  return isKnown ? named : null;
}

const withoutCasts = (e: Expr): Expr => (e.kind === 'cast' ? withoutCasts(e.operand) : e);

/** A variable that no pointer leads to, or a number that every reader takes for any number. */
function isOwnPlace(place: Place): boolean {
  if (place.kind !== 'var') return false;
  const { variable } = place;
  if (variable.kind !== 'global') return !variable.addressTaken;
  return isInteger(variable.type) && (variable.type.quals & VOLATILE) !== 0;
}

function isOwn(e: Expr): boolean {
  switch (e.kind) {
    case 'int':
    case 'float':
    case 'function-address':
      return true;
    case 'address':
      return isLiteral(e);
    case 'load':
      return isOwnPlace(e.place);
    case 'unary':
    case 'cast':
      return isOwn(e.operand);
    case 'binary':
      return isOwn(e.left) && isOwn(e.right) && e.op !== 'div' && e.op !== 'rem';
    default:
      return false;
  }
}

function isLiteral(e: Expr): boolean {
  if (e.kind === 'cast') return isLiteral(e.operand);
  if (e.kind !== 'address') return false;
  const root = e.place.kind === 'index' && e.place.index.kind === 'int' ? e.place.base : e.place;
  return root.kind === 'var' && root.variable.kind === 'global' && root.variable.literal;
}
