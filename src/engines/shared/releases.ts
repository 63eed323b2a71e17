// Memory that the library gives and takes back: a stream must not reach `free`, nor other memory `fclose`.
// Engines that prove see all of it as heap memory. Where types do not tell the kinds apart, every release is open.

import type { CallInstr, Expr } from '../../ir/instr.js';
import type { Program } from '../../ir/link.js';
import { type FunctionSymbol, type GlobalVariable, symbolOf } from '../../ir/program.js';
import { walkExpr, walkNode } from '../../ir/walk.js';
import { isModel } from '../../models/origin.js';
import type { CType } from '../../types/types.js';
import type { Obligation } from '../engine.js';
import { because } from '../reason.js';
import { siteIn } from './frames.js';
import { callsIn, reachableFrom } from './reachable-functions.js';

/** Who must release the memory that a model allocates, and as whom it releases. */
const GIVES = '__caulk_released_by';
const TAKES = '__caulk_release';
const FREES = '__caulk_free';

export function openReleases(
  program: Program,
  entry: FunctionSymbol,
  reached: ReadonlySet<FunctionSymbol> = reachableFrom(program, entry),
): Obligation[] {
  const own = [...reached].filter((f) => !isModel(f));
  const calls = own.flatMap((f) => callsIn(f.body!).map((call) => ({ f, call, model: modelOf(program, call) })));
  const models = new Set(calls.flatMap(({ model }) => model ?? []));
  const behind = new Map([...models].map((model) => [model, wordsOf(program, model)]));
  const given = calls.filter(({ model }) => model && behind.get(model)!.gives);
  const kinds = new Set(given.flatMap(({ call }) => kindsOf(call)));
  if (kinds.size === 0) return [];
  const frees = (model: FunctionSymbol | null) => model !== null && behind.get(model)!.frees;
  const isMixed = own.some((f) => mixes(program, f, kinds, frees)) || kinds.has(ANY);
  const names = new Set([...behind.values()].flatMap(({ names }) => names));
  if (!isMixed && names.size <= kinds.size) return [];
  return calls.filter(({ model }) => frees(model)).map(({ f, call }) => open(f, call));
}

const open = (f: FunctionSymbol, call: CallInstr): Obligation => ({
  property: 'valid-free',
  site: siteIn(f.body!, call),
  status: 'unknown',
  reason: because('unsupported', 'whether this function may release the memory is not known'),
});

const modelOf = (program: Program, { callee }: CallInstr): FunctionSymbol | null => {
  const definition = callee.kind === 'direct' ? program.definitionOf(callee.function) : null;
  return definition && isModel(definition) ? definition : null;
};

interface Words {
  readonly gives: boolean;
  readonly frees: boolean;
  /** The names of functions that release. */
  readonly names: readonly string[];
}

/** What a model says about releases, by itself or by others that it calls. */
function wordsOf(program: Program, model: FunctionSymbol): Words {
  const calls = [...reachableFrom(program, model)].flatMap((f) => callsIn(f.body!));
  const said = (name: string) =>
    calls.filter(({ callee }) => callee.kind === 'direct' && symbolOf(callee.function) === name);
  const names = [...said(GIVES), ...said(TAKES)].flatMap(({ args }) => textsIn(args[1]));
  return { gives: said(GIVES).length > 0 && said('__caulk_alloc').length > 0, frees: said(FREES).length > 0, names };
}

function textsIn(e: Expr | undefined): string[] {
  const found: GlobalVariable[] = [];
  const place = (p: Parameters<NonNullable<Parameters<typeof walkExpr>[1]['place']>>[0]) => {
    if (p.kind === 'var' && p.variable.kind === 'global') found.push(p.variable);
  };
  if (e) walkExpr(e, { place });
  return found.flatMap(({ initializer }) =>
    (initializer ?? []).flatMap(({ value }) => (value.kind === 'string' ? [Buffer.from(value.bytes).toString()] : [])),
  );
}

/** A kind of memory: the name of its record, in all files. */
type Kind = string;
/** Memory without a type of its own. */
const ANY: Kind = '';

const kindOf = (t: CType): Kind => (t.kind === 'record' ? (t.body.tag ?? ANY) : ANY);

/** What a function gives: as its result, or through a pointer to a pointer. */
function kindsOf({ callee }: CallInstr): Kind[] {
  if (callee.kind !== 'direct') return [];
  const { result, params } = callee.function.type;
  if (result.kind === 'pointer') return [kindOf(result.target.unqualified)];
  const stored = (params ?? []).map(({ type }) => (type.kind === 'pointer' ? type.target : type));
  return stored.flatMap((t) => (t.kind === 'pointer' && t.target.kind === 'record' ? [kindOf(t.target)] : []));
}

/** Are pointers to such memory converted to others, or others to them, but for a call that releases nothing? */
function mixes(
  program: Program,
  f: FunctionSymbol,
  kinds: ReadonlySet<Kind>,
  frees: (model: FunctionSymbol | null) => boolean,
): boolean {
  let found = false;
  const isKind = (t: CType): boolean =>
    t.kind === 'pointer' && (t.target.kind === 'record' ? kinds.has(kindOf(t.target)) : isKind(t.target));
  const expr = (e: Expr) => {
    if (e.kind === 'cast' && isKind(e.type) !== isKind(e.operand.type) && !isNumber(e)) found = true;
  };
  for (const { instrs, terminator } of f.body!.blocks) {
    for (const node of [...instrs, terminator]) {
      const model = node.kind === 'call' ? modelOf(program, node) : null;
      if (!model || frees(model)) walkNode(node, { expr });
    }
  }
  return found;
}

const isNumber = (e: Expr): boolean => (e.kind === 'cast' ? isNumber(e.operand) : e.kind === 'int');
