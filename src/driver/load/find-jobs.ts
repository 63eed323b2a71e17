// Turns the files, directories and databases that the user names into compile jobs.
// First step of every command that reads C.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { extname, join, relative, resolve } from 'node:path';
import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import type { CompileJobs } from '../../frontend/compile-commands.js';
import {
  type CompileJob,
  jobFor,
  type PreprocessorName,
  singleFileJob,
  type UnsavedTexts,
} from '../../frontend/compile-job.js';
import { keptFlags } from '../../frontend/compiler-flags.js';
import { CompileDatabases, databaseAround, isDirectory, jobsBelow } from './compile-database.js';
import { portableJobs } from './portable-job.js';

export interface JobRequest {
  readonly paths: readonly string[];
  /** The user's compiler flags; they come after a project's own, so that they win. */
  readonly flags: readonly string[];
  /** A compile_commands.json or the directory that holds it; without it, that of the project around each path. */
  readonly compileCommands?: string;
  /** Who preprocesses, if not the usual one. */
  readonly preprocess?: PreprocessorName;
  /** The root of the project; without it, the working directory. */
  readonly root?: string;
  /** A file that holds what came from standard input: the path `-`. */
  readonly standardInput?: string;
  /** Texts that come before what is on the disk. */
  readonly unsaved?: UnsavedTexts;
}

export function findJobs(request: JobRequest): CompileJobs {
  const { root = process.cwd(), unsaved } = request;
  const edited = unsaved ? { unsaved } : {};
  const collected = withoutMissing(collect(request), unsaved);
  const placed = (job: CompileJob) => ({ ...preprocessedBy(withFlags(job, request.flags), request), root, ...edited });
  const found = forOneMachine(portableJobs(collected.jobs.map(placed)), collected.diagnostics);
  const { jobs } = found;
  if (jobs.length > 0 || found.diagnostics.some((d) => d.severity === 'error')) return found;
  const where = request.paths.length > 0 ? request.paths.join(', ') : (request.compileCommands ?? 'nothing');
  const none = diagnostic('not-c', `there are no C files in ${where}`);
  return { jobs, diagnostics: [...found.diagnostics, none] };
}

/** Of each path: the files, whether named or below a folder, and the database that has their commands, if there is one. */
function collect({ paths, compileCommands, standardInput, unsaved }: JobRequest): CompileJobs {
  const databases = new CompileDatabases();
  if (compileCommands !== undefined && paths.length === 0) return databases.open(compileCommands);
  const strangers = new Map<string, number>();
  const parts = paths.map((path): CompileJobs => {
    if (path === '-' && standardInput !== undefined) return { jobs: [jobOfInput(standardInput)], diagnostics: [] };
    const problem = unsaved?.has(resolve(path)) ? null : complainAbout(path);
    if (problem) return { jobs: [], diagnostics: [problem] };
    const database = compileCommands ?? databaseAround(path);
    if (database === null) return { jobs: plainJobs(path), diagnostics: [] };
    const { jobs, diagnostics } = databases.open(database);
    const below = jobsBelow(jobs, path);
    if (diagnostics.some((d) => d.severity === 'error') && jobs.length === 0) return { jobs, diagnostics };
    if (below.length > 0 || isDirectory(path)) return { jobs: below, diagnostics };
    strangers.set(database, (strangers.get(database) ?? 0) + 1);
    return { jobs: plainJobs(path), diagnostics };
  });
  const said = [...new Set(parts.flatMap((part) => part.diagnostics))];
  return {
    jobs: parts.flatMap((part) => part.jobs),
    diagnostics: [...said, ...[...strangers].map(complainAboutStrangers)],
  };
}

function complainAboutStrangers([database, count]: readonly [string, number]): Diagnostic {
  const files = count === 1 ? 'a file is' : `${count} files are`;
  return diagnostic('not-in-database', `${files} not in ${database}: read without flags of the project`);
}

/** Headers are looked for in the working directory, as compilers do for `-`. */
function jobOfInput(file: string): CompileJob {
  const folder = process.cwd();
  return { ...singleFileJob(file, folder, ['-iquote', folder]), isStandardInput: true };
}

const plainJobs = (path: string): CompileJob[] =>
  (isDirectory(path) ? findCFiles(path) : [path]).map((file) => singleFileJob(file, process.cwd(), []));

function complainAbout(path: string): Diagnostic | null {
  if (!statSync(path, { throwIfNoEntry: false })) {
    return diagnostic('unreadable-file', `cannot read ${path}: there is no such file or directory`);
  }
  return isDirectory(path) || ['.c', '.i', '.h', '.adb'].includes(extname(path))
    ? null
    : diagnostic('not-c', `${path} is not a C file`);
}

/** Every .c file below, except in hidden folders and node_modules. */
function findCFiles(directory: string): string[] {
  const entries = readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return /^\.|^node_modules$/.test(entry.name) ? [] : findCFiles(path);
    return entry.isFile() && extname(entry.name) === '.c' ? [path] : [];
  });
}

const preprocessedBy = (job: CompileJob, { preprocess }: JobRequest): CompileJob =>
  preprocess ? { ...job, preprocessor: preprocess } : job;

function withFlags(job: CompileJob, flags: readonly string[]): CompileJob {
  if (flags.length === 0) return job;
  const all = [...job.flags, ...keptFlags(flags)];
  return { ...job, ...jobFor({ ...job, flags: all }) };
}

/** Databases outlive files: those of configuration tests are gone at once, generated ones may not be there yet. */
function withoutMissing({ jobs: all, diagnostics }: CompileJobs, unsaved?: UnsavedTexts): CompileJobs {
  const isThere = (path: string): boolean => unsaved?.has(path) || existsSync(path);
  const jobs = all.filter(({ directory, file }) => isThere(resolve(directory, file)));
  const there = new Set(jobs);
  const missing = all.filter((job) => !there.has(job));
  if (missing.length === 0) return { jobs, diagnostics };
  const names = missing.length > 1 ? `${missing[0]!.file} and ${missing.length - 1} more` : missing[0]!.file;
  const problem =
    jobs.length > 0
      ? diagnostic('missing-source', `left out of the compile database, since these files do not exist: ${names}`)
      : diagnostic('no-source', `no file of the compile database exists: ${names}`);
  return { jobs, diagnostics: [...diagnostics, problem] };
}

/** What units of one program must have in common. */
const machineIn = ({ target: t, refused }: CompileJob): string =>
  refused ?? [t.name, t.pointerSize, t.longSize, t.wchar, t.vaList.kind, t.libraryRecords].join();

/** The jobs for the machine that most of them are for: programs are for one. */
function forOneMachine(jobs: readonly CompileJob[], diagnostics: readonly Diagnostic[]): CompileJobs {
  const counts = new Map<string, number>();
  for (const job of jobs) counts.set(machineIn(job), (counts.get(machineIn(job)) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [''];
  const kept = jobs.filter((job) => machineIn(job) === most);
  const others = jobs.length - kept.length;
  if (others === 0) return { jobs, diagnostics };
  const message = `${others} of ${jobs.length} files are compiled for another machine than the others: not analysed`;
  return { jobs: kept, diagnostics: [...diagnostics, diagnostic('other-machine', message)] };
}

/** How compilers call it. */
export const STANDARD_INPUT = '<stdin>';

/** The path of a file relative to the root of the project; compilers name files relative to their own directory. */
export function displayPath(job: CompileJob, file: string): string {
  if (/^<.*>$/.test(file)) return file;
  const path = resolve(job.directory, file);
  if (job.isStandardInput && path === resolve(job.directory, job.file)) return STANDARD_INPUT;
  const nearby = relative(job.root, path);
  return nearby.startsWith('..') ? path : nearby;
}
