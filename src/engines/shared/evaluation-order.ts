// Expressions whose operands C evaluates in any order and whose result depends on it: every proof leaves them open.
// Engines follow the order of the IR, left to right; here is decided whether all others are the same.

import type { Span } from '../../base/source.js';
import type { Expr, Instr, Place, Terminator } from '../../ir/instr.js';
import type { Program } from '../../ir/link.js';
import { printPlace } from '../../ir/print.js';
import type { FunctionBody, FunctionSymbol, Unordered } from '../../ir/program.js';
import { walkNode } from '../../ir/walk.js';
import { isModel } from '../../models/origin.js';
import type { Obligation, Property } from '../engine.js';
import { because } from '../reason.js';
import { type Effects, EffectTable, include, interfere, noEffects } from './effects.js';
import { siteIn } from './frames.js';
import { PROPERTIES } from './ledger.js';
import { reachableFrom } from './reachable-functions.js';

/** Something that happens when an expression is evaluated. */
interface Event extends Span {
  readonly effects: Effects;
  /** The place that a load or store of the expression itself accesses; null for calls. */
  readonly place: Place | null;
  readonly isStore: boolean;
}

/** Effects of larger programs are not computed. */
const MOST_FUNCTIONS = 3_000;

/** Calls of functions that are not `reached` may do anything. Of `settled` expressions an engine follows all orders. */
export function openOrders(
  program: Program,
  entry: FunctionSymbol,
  reached: ReadonlySet<FunctionSymbol> = reachableFrom(program, entry),
  settled: ReadonlySet<Unordered> = new Set(),
): Obligation[] {
  const concerned = concernedIn(reached);
  if (reached.size > MOST_FUNCTIONS) return concerned.flatMap((f) => PROPERTIES.map((p) => open(f.body!, f.body!, p)));
  return dependences(program, reached, concerned).flatMap(({ function: f, unordered: u, properties }) =>
    settled.has(u) ? [] : properties.map((property) => open(f.body!, u, property)),
  );
}

/** The expressions with an order that matters, by function; none of larger programs. */
export function unsettledOrders(
  program: Program,
  entry: FunctionSymbol,
): { readonly function: FunctionSymbol; readonly orders: readonly Unordered[] }[] {
  const reached = reachableFrom(program, entry);
  const concerned = concernedIn(reached);
  if (reached.size > MOST_FUNCTIONS) return [];
  const found = dependences(program, reached, concerned).filter((d) => d.properties.length > 0);
  return concerned.map((f) => ({
    function: f,
    orders: found.filter((d) => d.function === f).map((d) => d.unordered),
  }));
}

const concernedIn = (reached: ReadonlySet<FunctionSymbol>): FunctionSymbol[] =>
  [...reached].filter((f) => !isModel(f) && f.body!.unordered);

/** An expression, and the properties that depend on the order of its operands. */
interface Dependence {
  readonly function: FunctionSymbol;
  readonly unordered: Unordered;
  readonly properties: readonly Property[];
}

function dependences(
  program: Program,
  reached: ReadonlySet<FunctionSymbol>,
  concerned: readonly FunctionSymbol[],
): Dependence[] {
  if (concerned.length === 0) return [];
  const table = new EffectTable(program, reached);
  return concerned.flatMap((f) => {
    const events = eventsIn(f, table);
    return f.body!.unordered!.map((u) => {
      const inside = events.filter((e) => isWithin(e, u));
      return { function: f, unordered: u, properties: u.stores ? storesTwice(u, inside) : differences(u, inside) };
    });
  });
}

const open = (body: FunctionBody, at: Span, property: Property): Obligation => ({
  property,
  site: siteIn(body, at),
  status: 'unknown',
  reason: because('unsupported', 'the order in which the operands are evaluated may matter'),
});

// ---- events ----------------------------------------------------------------------------------------------------

/** In the expressions that are noted. */
function eventsIn(f: FunctionSymbol, table: EffectTable): Event[] {
  const events: Event[] = [];
  const noted = f.body!.unordered!;
  const concerns = (span: Span): boolean => noted.some((u) => isWithin(span, u));
  for (const { instrs, terminator } of f.body!.blocks) {
    for (const node of [...instrs, terminator]) {
      walkNode(node, { expr: (e) => concerns(e) && events.push(...loadIn(e, table)) });
      if (!concerns(node)) continue;
      events.push(...storeBy(node, table));
      if (node.kind === 'call') {
        events.push({ ...spanOf(node), effects: table.ofCall(f, node), place: null, isStore: false });
      }
    }
  }
  return events;
}

function loadIn(e: Expr, table: EffectTable): Event[] {
  if (e.kind !== 'load') return [];
  return [{ ...spanOf(e), effects: table.ofAccess(e.place, 'read'), place: e.place, isStore: false }];
}

/** From the place to the value: the store of an assignment is in neither of its sides, even if a call makes it. */
function storeBy(node: Instr | Terminator, table: EffectTable): Event[] {
  const place =
    node.kind === 'assign' || node.kind === 'clear' ? node.place : node.kind === 'call' ? node.result : null;
  if (!place) return [];
  const at = Math.min(place.at, node.at);
  return [{ at, end: node.end, effects: table.ofAccess(place, 'write'), place, isStore: true }];
}

const spanOf = ({ at, end }: Span): Span => ({ at, end });

export const isWithin = (inner: Span, outer: Span): boolean => outer.at <= inner.at && inner.end <= outer.end;

// ---- comparing -------------------------------------------------------------------------------------------------

/** i = i++ */
function storesTwice(u: Unordered, events: readonly Event[]): readonly Property[] {
  const own = events.filter((e) => e.isStore && e.at === u.at && e.end === u.end);
  const inner = events.filter((e) => e.isStore && u.operands.some((o) => isWithin(e, o)));
  return own.some((a) => inner.some((b) => isSamePlace(a, b))) ? PROPERTIES : [];
}

/** The properties that may depend on the order of the operands. */
function differences(u: Unordered, events: readonly Event[]): readonly Property[] {
  const sides = u.operands.map((o) => events.filter((e) => isWithin(e, o)));
  const pairs = sides.flatMap((a, i) => sides.slice(i + 1).map((b) => [a, b] as const));
  if (pairs.some(([a, b]) => depend(a, b))) return PROPERTIES;
  return pairs.some(([a, b]) => hides(a, b) || hides(b, a)) ? AT_THE_END : [];
}

/** If one side may end the program, the other side may have allocated before. */
const AT_THE_END: readonly Property[] = ['valid-memtrack', 'valid-memcleanup'];
const hides = (a: readonly Event[], b: readonly Event[]): boolean =>
  a.some((e) => e.effects.leaves) && b.some((e) => e.effects.allocates);

function depend(a: readonly Event[], b: readonly Event[]): boolean {
  const ends = (x: readonly Event[], y: readonly Event[]): boolean =>
    x.some((e) => e.effects.leaves) && y.some((e) => e.effects.dereferences);
  if (ends(a, b) || ends(b, a)) return true;
  const [callsOfA, callsOfB] = [a, b].map((side) => unionOf(side.filter((e) => !e.place))) as [Effects, Effects];
  if (interfere(callsOfA, unionOf(b)) || interfere(callsOfB, unionOf(a))) return true;
  return a.some((x) => x.place && b.some((y) => y.place && (x.isStore || y.isStore) && isSamePlace(x, y)));
}

function unionOf(events: readonly Event[]): Effects {
  const all = noEffects();
  for (const { effects } of events) include(all, effects);
  return all;
}

/**
 * Two accesses of one expression to the same object are undefined if one is a store. Of places behind pointers, only those
 * that are written alike are taken for the same.
 */
function isSamePlace({ place: a }: Event, { place: b }: Event): boolean {
  if (!a || !b) return false;
  return a.kind === 'var' && b.kind === 'var'
    ? a.variable === b.variable && a.variable.kind !== 'temporary'
    : printPlace(a) === printPlace(b);
}
