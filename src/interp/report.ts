// The result of a run as text: the incident with its call chain, the leaks, the summary.
// Last stage of `caulk run`; it depends on the RunResult only.

import type { Location } from '../base/source.js';
import type { CallSite } from './incidents.js';
import { type Incident, ruleOf } from './incidents.js';
import type { LostBlock } from './leaks.js';
import type { RunResult } from './run.js';

/** Formats a path for the user. */
export type ShowPath = (file: string) => string;

export function formatReport(result: RunResult, show: ShowPath): string {
  const { outcome } = result;
  const lines: string[] = [];
  if (outcome.kind === 'incident') lines.push(...formatIncident(outcome.incident, show));
  if (outcome.kind === 'obstacle') {
    lines.push(`${place(outcome.calls[0]?.location, show)}the run ended: ${outcome.message}`);
    lines.push(...chain(outcome.calls.slice(1), show));
  }
  for (const group of groupLosses(result.lost)) lines.push(...formatLoss(group, show));
  if (result.reliesOn) lines.push(`the run relies on ${result.reliesOn}: other results are possible`);
  lines.push(summarize(result));
  return lines.map((line) => `${line}\n`).join('');
}

function formatIncident(incident: Incident, show: ShowPath): string[] {
  const [top, ...rest] = incident.calls;
  const lines = [`${place(top?.location, show)}${ruleOf(incident.kind)}: ${incident.message}${inside(top)}`];
  lines.push(...chain(rest, show));
  if (incident.allocated) lines.push(`  allocated at ${position(incident.allocated, show)}`);
  if (incident.freed) lines.push(`  freed at ${position(incident.freed, show)}`);
  return lines;
}

const inside = (site: CallSite | undefined) => (site ? ` (in ${site.function})` : '');

/** At most ten calls are shown from either end of a long chain. */
function chain(calls: readonly CallSite[], show: ShowPath): string[] {
  const line = (c: CallSite) => `  called from ${c.function} at ${position(c.location, show)}`;
  if (calls.length <= 20) return calls.map(line);
  return [...calls.slice(0, 10).map(line), `  … ${calls.length - 20} more`, ...calls.slice(-10).map(line)];
}

function position(l: Location, show: ShowPath): string {
  return `${show(l.file)}:${l.line}:${l.column}`;
}

const place = (l: Location | undefined, show: ShowPath) => (l ? `${position(l, show)}: ` : '');

/** Allocations with the same site that are lost at the same place are one finding. */
function groupLosses(lost: readonly LostBlock[]): LostBlock[][] {
  const groups = new Map<string, LostBlock[]>();
  for (const block of lost) {
    const key = JSON.stringify([block.allocated, block.lost?.[0]?.location ?? null]);
    const group = groups.get(key);
    if (group) group.push(block);
    else groups.set(key, [block]);
  }
  return [...groups.values()];
}

function formatLoss(group: readonly LostBlock[], show: ShowPath): string[] {
  const [first] = group as [LostBlock];
  const bytes = group.reduce((sum, b) => sum + b.size, 0);
  const what =
    group.length === 1 ? `an allocation of ${bytes} bytes` : `${group.length} allocations of ${bytes} bytes in total`;
  const top = first.lost?.[0];
  const where = top ? place(top.location, show) : first.allocated ? place(first.allocated, show) : '';
  const how = top ? 'the last reference is lost here' : 'never freed, and unreachable';
  const lines = [`${where}leak: ${what}: ${how}${inside(top)}`];
  lines.push(...chain(first.lost?.slice(1) ?? [], show));
  if (top && first.allocated) lines.push(`  allocated at ${position(first.allocated, show)}`);
  return lines;
}

function summarize(result: RunResult): string {
  const { outcome, lost, reachable, steps, milliseconds } = result;
  const allocations = (n: number) => `${n} allocation${n === 1 ? '' : 's'}`;
  const ended = outcome.kind === 'exit' ? `exit status ${outcome.status}` : 'ended early';
  const rate = milliseconds > 0 ? ` in ${(milliseconds / 1000).toFixed(2)} s` : '';
  const heap = `${allocations(lost.length)} lost, ${allocations(reachable.length)} still reachable`;
  return `${ended}; ${steps} instructions${rate}; ${heap}`;
}
