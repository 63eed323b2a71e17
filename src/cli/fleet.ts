// `caulk fleet`: checks many projects, by one queue if there is one, and tells what is new in each against the last time.
// From a list through a report for each project to one table. The last time is in the folder of the reports.

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { newFindings } from '../findings/assemble.js';
import type { Report } from '../findings/report.js';
import { plain } from '../report/colour.js';
import { formats } from '../report/formats.js';
import { type Console, type ExitStatus, refuse } from './console.js';
import { type FleetProject, readFleetList } from './fleet-list.js';
import { makeReport, type ReportRequest } from './make-report.js';
import { writeOutput } from './write-file.js';

type FromCheck = Pick<ReportRequest, 'jobs' | 'cache' | 'queue' | 'store' | 'storeWrite' | 'rules' | 'mallocMayFail'>;

export interface FleetRequest extends FromCheck {
  readonly list: string;
  /** The folder of the reports. */
  readonly output: string;
  /** Projects that are checked at the same time. */
  readonly atOnce: number;
  readonly json?: true;
  readonly quiet?: true;
}

/** What became of a project; `problem`: it could not be checked, or not all of it. */
interface Row {
  readonly name: string;
  readonly units: number;
  readonly functions: number;
  readonly findings: number;
  readonly new: number;
  readonly gone: number;
  readonly seconds: number;
  readonly problem: string | null;
}

/** 1 if there is something new, 2 if a project could not be checked. */
export async function fleet(request: FleetRequest, console: Console): Promise<ExitStatus> {
  const projects = readFleetList(request.list);
  if ('code' in projects) return refuse(console, projects);
  mkdirSync(request.output, { recursive: true });
  const rows = new Map<string, Row>();
  const left = [...projects];
  const work = async (): Promise<void> => {
    for (let project = left.shift(); project; project = left.shift()) {
      const row = await checkProject(project, request, console);
      rows.set(project.name, row);
      if (!request.quiet) console.err(`caulk fleet: ${rows.size}/${projects.length} ${asLine(row)}\n`);
    }
  };
  await Promise.all(Array.from({ length: request.atOnce }, work));
  const all = projects.map(({ name }) => rows.get(name)!);
  const total = sumOf(all);
  console.out(request.json ? `${JSON.stringify({ projects: all, total })}\n` : tableOf([...all, total]));
  if (all.some(({ problem }) => problem !== null)) return 2;
  return total.new > 0 ? 1 : 0;
}

async function checkProject(
  { name, compileCommands }: FleetProject,
  { list: _, output, atOnce: __, json: ___, ...request }: FleetRequest,
  console: Console,
): Promise<Row> {
  const start = performance.now();
  const path = join(output, `${name}.json`);
  const before = existsSync(path) ? { baseline: path } : {};
  let said = '';
  const quiet: Console = {
    ...console,
    err: (text) => {
      said += text;
    },
  };
  const asked = { ...request, ...before, paths: [], flags: [], compileCommands, format: 'json', quiet: true } as const;
  const made = await makeReport(asked, quiet);
  const seconds = (performance.now() - start) / 1000;
  if ('status' in made) return { ...NOTHING, name, seconds, problem: firstLine(said) };
  const { report, sources } = made;
  const problem = writeOutput(
    path,
    formats.json(report, sources, { palette: plain, summary: 'unwanted', detail: 'usual' }),
  );
  return { ...rowOf(name, report), seconds, problem: problem?.message ?? problemIn(report) };
}

const NOTHING = { units: 0, functions: 0, findings: 0, new: 0, gone: 0 };

function rowOf(name: string, { findings, gone, stats }: Report): Omit<Row, 'seconds' | 'problem'> {
  const { files: units, functions } = stats;
  const fresh = newFindings(findings).length;
  return { name, units, functions, findings: findings.length, new: fresh, gone: gone?.length ?? 0 };
}

function problemIn({ diagnostics }: Report): string | null {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const more = errors.length > 1 ? `, and ${errors.length - 1} more` : '';
  return errors.length === 0 ? null : `${firstLine(errors[0]!.message)}${more}`;
}

const firstLine = (text: string): string => text.trim().split('\n')[0]!;

function sumOf(rows: readonly Row[]): Row {
  const sum = (of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);
  return {
    name: 'total',
    units: sum((row) => row.units),
    functions: sum((row) => row.functions),
    findings: sum((row) => row.findings),
    new: sum((row) => row.new),
    gone: sum((row) => row.gone),
    seconds: sum((row) => row.seconds),
    problem: null,
  };
}

const COLUMNS = ['project', 'units', 'functions', 'findings', 'new', 'gone', 'seconds'] as const;

const cellsOf = ({ name, units, functions, findings, new: fresh, gone, seconds }: Row): string[] => [
  name,
  ...[units, functions, findings, fresh, gone].map(String),
  seconds.toFixed(1),
];

function tableOf(rows: readonly Row[]): string {
  const lines = [[...COLUMNS], ...rows.map(cellsOf)];
  const widths = COLUMNS.map((_, i) => Math.max(...lines.map((cells) => cells[i]!.length)));
  const pad = (cell: string, i: number) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!));
  const table = lines.map((cells) => cells.map(pad).join('  '));
  const problems = rows.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${problem}`]));
  return `${[...table, ...problems].join('\n')}\n`;
}

const asLine = ({ name, findings, new: fresh, problem }: Row): string =>
  problem === null ? `${name}: ${findings} findings, ${fresh} new` : `${name}: ${problem}`;
