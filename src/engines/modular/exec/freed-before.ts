// Errors that no path needs to be chosen for: on every way to a place a variable was freed and not set since, and there it is freed again, or
// dereferenced. Used by group.ts where states of a procedure were merged, which hides such errors; elsewhere paths know more.

import type { Span } from '../../../base/source.js';
import type { CallInstr, Expr, Instr } from '../../../ir/instr.js';
import type { LocalVariable } from '../../../ir/program.js';
import type { Rule } from '../../engine.js';
import { siteIn } from '../../shared/frames.js';
import { rangeOf } from '../domain/facts.js';
import { NO_FACTS, NO_PRECONDITION } from '../domain/preconditions.js';
import { addressOf } from '../domain/symbols.js';
import type { Outcome, Summary } from '../summary/summary.js';
import { dereferencedBy, dereferencedIn, isZero, nullTestOf, registerIn, setBy, withoutCasts } from './dereferences.js';
import { followAllWays, type Known } from './must-flow.js';
import { type Here, nameOf } from './report.js';

/** Freed variables, with the argument of the call, and variables that are null. */
type Freed = Known<Expr | 'null'>;

/** `isTold`: is there a finding already? */
export function reportFreedBefore(here: Here, isTold: (span: Span) => boolean): void {
  const { body } = here;
  const freeing = new Map<Instr, readonly Expr[]>();
  for (const { instrs } of body.blocks)
    for (const i of instrs) if (i.kind === 'call') freeing.set(i, freedBy(here, i).filter(registerIn));
  if ([...freeing.values()].every((args) => args.length === 0)) return;
  const step = (freed: Freed, i: Instr): void => {
    if (i.kind === 'asm') freed.clear();
    if (i.kind === 'scope-end') for (const variable of i.variables) freed.delete(variable);
    for (const arg of freeing.get(i) ?? []) {
      const variable = registerIn(arg)!;
      if (!freed.has(variable)) freed.set(variable, arg);
    }
    const set = setBy(i);
    if (set && i.kind === 'assign' && isZero(withoutCasts(i.value))) freed.set(set, 'null');
    else if (set) freed.delete(set);
  };
  /** Behind the first error after a call others follow from it. */
  const done = new Set<Expr>();
  const find = (rule: Rule, span: Span, of: Iterable<Expr>, freed: ReadonlyMap<LocalVariable, Expr | 'null'>): void => {
    for (const e of of) {
      const variable = registerIn(e);
      const before = variable && freed.get(variable);
      if (!before || before === 'null' || done.has(before)) continue;
      done.add(before);
      if (!isTold(span)) report(here, rule, span, e, before);
    }
  };
  followAllWays(
    body,
    { step, assume: noteNull, join: (a, b) => (a === 'null' ? b : a) },
    ({ terminator: t }, instr, freed) => {
      if (freed.size === 0) return;
      const condition = t.kind === 'branch' ? t.condition : t.kind === 'switch' ? t.value : null;
      if (instr) find('use-after-free', instr, dereferencedBy(instr), freed);
      else if (condition) find('use-after-free', condition, dereferencedIn(condition), freed);
      if (instr) find('double-free', instr, freeing.get(instr) ?? [], freed);
    },
  );
}

/** A pointer that is found to be null was not freed. */
function noteNull(freed: Freed, condition: Expr, holds: boolean): void {
  const test = nullTestOf(condition, holds);
  const variable = test?.isNull ? registerIn(test.pointer) : null;
  if (variable) freed.set(variable, 'null');
}

function report(here: Here, rule: Rule, span: Span, e: Expr, before: Expr): void {
  const { body, symbol } = here;
  const name = nameOf(here, e);
  const isUse = rule === 'use-after-free';
  const message = isUse ? `${quoted(name)} points to memory that has been freed` : 'the memory has been freed before';
  here.report(
    {
      rule,
      certainty: 'possible',
      engine: 'modular',
      function: symbol.name,
      site: siteIn(body, span),
      message,
      condition: null,
      facts: { name, how: null },
      trace: [
        { site: siteIn(body, before), message: `${quoted(nameOf(here, before))} is freed here` },
        { site: siteIn(body, span), message: `${quoted(name)} is ${isUse ? 'dereferenced' : 'freed again'} here` },
      ],
      allocation: null,
    },
    { precondition: NO_PRECONDITION, certain: NO_FACTS, learned: new Set(), at: span.at, allocation: null },
  );
}

const quoted = (name: string): string => `\`${name}\``;

/** The arguments that the call frees whatever happens, unless they are null. */
function freedBy(here: Here, { callee, args }: CallInstr): Expr[] {
  const definition = callee.kind === 'direct' ? here.program.definitionOf(callee.function) : null;
  const summary = definition ? here.summaryOf(definition) : null;
  if (!summary || summary === 'pending' || summary.gaps.length > 0 || summary.outcomes.length === 0) return [];
  return args.filter((_, i) => summary.outcomes.every((outcome) => isFreed(summary, outcome, i)));
}

function isFreed({ symbols }: Summary, { state }: Outcome, index: number): boolean {
  const symbol = symbols.pointerParameters().find(({ symbol }) => {
    const info = symbols.info(symbol);
    return info.kind === 'parameter' && info.index === index;
  })?.symbol;
  if (symbol === undefined) return false;
  const { low, high } = rangeOf(state, addressOf(symbol));
  if (low === 0 && high === 0) return true;
  const cell = state.cells.get(symbol);
  return cell?.status === 'freed' && cell.freed?.conditional === false && cell.freed.plus === 0;
}
