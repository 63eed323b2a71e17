// Entries of runs in programs without a main: functions without parameters and callers that depend on no other function
// having run before. Used by the second stage of `check`.

import { reachableFrom } from '../../engines/shared/reachable-functions.js';
import { hasBody, mentionsIn, outlineIn, type Program, placeIn, variablesIn } from '../../ir/link.js';
import type { FunctionSymbol, GlobalVariable, Unit } from '../../ir/program.js';
import { CONST } from '../../types/types.js';

/** More functions than this are a library: how it is used is unknown. */
const MOST_ROOTS = 24;
/** Every run initialises all variables: large tables make that expensive. */
const MOST_BYTES = 2 ** 16;

export function rootsOf(program: Program, units: readonly Unit[]): FunctionSymbol[] {
  const bytes = units.flatMap(variablesIn).reduce((sum, { type }) => sum + Math.max(0, type.size), 0);
  if (bytes > MOST_BYTES) return [];
  const all = units.flatMap((unit) => unit.functions.filter(hasBody));
  const called = new Set(
    all.flatMap((f) => {
      const { called, mentioned } = outlineIn(f);
      return [...called, ...mentioned].map((g) => program.definitionOf(g));
    }),
  );
  const free = all.filter((f) => isOpenToAll(f) && !called.has(f));
  if (free.length > MOST_ROOTS) return [];
  const users = usersOf(program, units, all);
  return free.filter((f) => {
    const reach = reachableFrom(program, f);
    return [...reach].every((g) => outlineIn(g).variables.every((v) => isAsAtStart(program, v, users, reach)));
  });
}

/** Has no parameters, and may be called from outside. */
const isOpenToAll = (f: FunctionSymbol): boolean =>
  f.linkage === 'external' &&
  !f.addressTaken &&
  !f.attributes.constructor &&
  !f.attributes.destructor &&
  !placeIn(f).system &&
  (f.type.params?.length ?? f.body!.params.length) === 0; // the type of an old-style definition does not tell its parameters

type Users = ReadonlyMap<GlobalVariable, ReadonlySet<FunctionSymbol | GlobalVariable>>;

function usersOf(program: Program, units: readonly Unit[], all: readonly FunctionSymbol[]): Users {
  const users = new Map<GlobalVariable, Set<FunctionSymbol | GlobalVariable>>();
  const note = (variables: readonly GlobalVariable[], user: FunctionSymbol | GlobalVariable) => {
    for (const mentioned of variables) {
      const v = program.variableOf(mentioned);
      users.set(v, (users.get(v) ?? new Set()).add(user));
    }
  };
  for (const f of all) note(outlineIn(f).variables, f);
  for (const unit of units) for (const g of variablesIn(unit)) note(mentionsIn(g).variables, g);
  return users;
}

/** Variables that the C library defines. */
const LIBRARY: ReadonlySet<string> = new Set(['stdin', 'stdout', 'stderr', 'environ', 'optarg', 'optind']);

/**
 * Is the variable changed by nothing but what this entry runs: no other function that may have to be called before, no file
 * outside of the program? A pointer that no file sets is assumed to be set by such a file.
 */
function isAsAtStart(
  program: Program,
  mentioned: GlobalVariable,
  users: Users,
  reach: ReadonlySet<FunctionSymbol>,
): boolean {
  const v = program.variableOf(mentioned);
  if (v.literal || LIBRARY.has(v.name) || program.isNeverChanged(v)) return true;
  if (!v.defined) return false;
  const element = v.type.kind === 'array' ? v.type.element : v.type;
  if ((element.quals & CONST) !== 0) return true;
  const isNumber = element.kind === 'int' || element.kind === 'enum' || element.kind === 'float';
  if (v.linkage === 'external' && !v.changed && !isNumber) return false;
  return [...(users.get(v) ?? [])].every((user) => user.kind === 'function' && reach.has(user));
}
