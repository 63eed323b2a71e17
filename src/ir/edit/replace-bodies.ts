// A copy of a program in which some functions have other bodies. The original stays as it is.
// Calls name symbols, so that all symbols with a body are copied, and all code and initial values that mention them.

import { Program } from '../link.js';
import type { FunctionBody, FunctionSymbol, GlobalVariable, InitialValue, LocalVariable, Unit } from '../program.js';
import { type Renaming, renameExpr, renameInstr, renameTerminator } from './rename.js';

export interface Replacement {
  readonly program: Program;
  /** The counterpart of a unit of the original. */
  readonly unitOf: (unit: Unit) => Unit;
  /** The counterpart of a function of the original. */
  readonly functionOf: (f: FunctionSymbol) => FunctionSymbol;
}

/** `added`: variables of the first unit that the new bodies use. */
export function replaceBodies(
  { units }: Program,
  bodies: ReadonlyMap<FunctionSymbol, FunctionBody>,
  added: readonly GlobalVariable[],
): Replacement {
  const functions = new Map<FunctionSymbol, FunctionSymbol>();
  const globals = new Map<GlobalVariable, GlobalVariable>();
  for (const unit of units) {
    for (const f of unit.functions) if (f.body) functions.set(f, copyFunction(f, bodies.has(f)));
    for (const g of unit.globals) globals.set(g, { ...g });
  }
  const functionOf = (f: FunctionSymbol): FunctionSymbol => functions.get(f) ?? f;
  const renaming: Omit<Renaming, 'block'> = {
    function: functionOf,
    variable: (v) => (v.kind === 'global' ? (globals.get(v) ?? v) : v),
  };
  for (const [f, copy] of functions) copy.body = copyBody(bodies.get(f) ?? f.body!, copy, renaming);
  for (const [g, copy] of globals) copy.initializer = g.initializer?.map((v) => copyInitial(v, renaming)) ?? null;
  const copies = new Map(
    units.map((unit, i): [Unit, Unit] => {
      const own = unit.globals.map((g) => globals.get(g)!);
      return [
        unit,
        { ...unit, functions: unit.functions.map(functionOf), globals: i === 0 ? [...own, ...added] : own },
      ];
    }),
  );
  return { program: new Program([...copies.values()]), unitOf: (unit) => copies.get(unit)!, functionOf };
}

/** A body that has been changed may return where the original does not. */
function copyFunction(f: FunctionSymbol, isChanged: boolean): FunctionSymbol {
  const { kind, name, linkage, type, addressTaken, body, at } = f;
  const attributes = isChanged ? { ...f.attributes, noreturn: false, pure: false } : f.attributes;
  return { kind, name, linkage, type, attributes, addressTaken, body, at };
}

const ELSEWHERE: Renaming['block'] = () => {
  throw new Error('a label outside of its function');
};

const copyInitial = (initial: InitialValue, r: Omit<Renaming, 'block'>): InitialValue =>
  initial.value.kind === 'string'
    ? initial
    : { ...initial, value: renameExpr(initial.value, { ...r, block: ELSEWHERE }) };

function copyBody(body: FunctionBody, symbol: FunctionSymbol, symbols: Omit<Renaming, 'block'>): FunctionBody {
  const copies = body.blocks.map((b) => ({ ...b, instrs: [...b.instrs] }));
  const renaming: Renaming = { ...symbols, block: (b) => copies[b.id]! };
  for (const [i, block] of body.blocks.entries()) {
    copies[i]!.instrs = block.instrs.map((instr) => renameInstr(instr, renaming));
    copies[i]!.terminator = renameTerminator(block.terminator, renaming);
  }
  const variables: readonly LocalVariable[] = body.variables;
  return { ...body, symbol, variables, blocks: copies, entry: copies[0]! };
}
