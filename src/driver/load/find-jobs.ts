// Turns the files, directories and databases that the user names into compile jobs.
// First step of every command that reads C.

import { readdirSync, statSync } from 'node:fs';
import { extname, join, relative, resolve } from 'node:path';
import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import { type CompileJobs, readCompileCommands } from '../../frontend/compile-commands.js';
import { type CompileJob, jobFor, type PreprocessorName, singleFileJob } from '../../frontend/compile-job.js';
import { keptFlags } from '../../frontend/compiler-flags.js';

export interface JobRequest {
  readonly paths: readonly string[];
  /** The user's compiler flags; they come after a project's own, so that they win. */
  readonly flags: readonly string[];
  /** A compile_commands.json or the directory that holds it. */
  readonly compileCommands?: string;
  /** Who preprocesses, if not the usual one. */
  readonly preprocess?: PreprocessorName;
}

const DATABASE = 'compile_commands.json';

export function findJobs(request: JobRequest): CompileJobs {
  const collected = collect(request);
  const found = forOneMachine(
    collected.jobs.map((job) => preprocessedBy(withFlags(job, request.flags), request)),
    collected.diagnostics,
  );
  const { jobs } = found;
  if (jobs.length > 0 || found.diagnostics.some((d) => d.severity === 'error')) return found;
  const where = request.paths.length > 0 ? request.paths.join(', ') : (request.compileCommands ?? 'nothing');
  const none = diagnostic('not-c', `there are no C files in ${where}`);
  return { jobs, diagnostics: [...found.diagnostics, none] };
}

function collect({ paths, compileCommands }: JobRequest): CompileJobs {
  if (compileCommands === undefined) {
    const all = paths.map((path) => (isDirectory(path) ? jobsInDirectory(path) : jobsOfFile(path)));
    return { jobs: all.flatMap((part) => part.jobs), diagnostics: all.flatMap((part) => part.diagnostics) };
  }
  const database = readCompileCommands(
    isDirectory(compileCommands) ? join(compileCommands, DATABASE) : compileCommands,
  );
  if (paths.length === 0) return database;
  const wanted = paths.map((path) => selectFrom(database.jobs, path));
  return {
    jobs: wanted.flatMap((part) => part.jobs),
    diagnostics: [...database.diagnostics, ...wanted.flatMap((part) => part.diagnostics)],
  };
}

/** The jobs for `path` and below; a file that the database does not know is read with `cc`. */
function selectFrom(jobs: readonly CompileJob[], path: string): CompileJobs {
  const root = resolve(path);
  const below = jobs.filter((job) => {
    const file = resolve(job.directory, job.file);
    return file === root || file.startsWith(`${root}/`);
  });
  if (below.length > 0) return { jobs: below, diagnostics: [] };
  return isDirectory(path) ? { jobs: [], diagnostics: [] } : jobsOfFile(path);
}

function jobsInDirectory(directory: string): CompileJobs {
  const database = [join(directory, DATABASE), join(directory, 'build', DATABASE)].find(isFile);
  if (database) return readCompileCommands(database);
  return { jobs: findCFiles(directory).map((file) => singleFileJob(file, process.cwd(), [])), diagnostics: [] };
}

function jobsOfFile(path: string): CompileJobs {
  const problem = complainAbout(path);
  if (problem) return { jobs: [], diagnostics: [problem] };
  return { jobs: [singleFileJob(path, process.cwd(), [])], diagnostics: [] };
}

function complainAbout(path: string): Diagnostic | null {
  if (!statSync(path, { throwIfNoEntry: false })) {
    return diagnostic('unreadable-file', `cannot read ${path}: there is no such file or directory`);
  }
  return ['.c', '.i', '.h', '.adb'].includes(extname(path)) ? null : diagnostic('not-c', `${path} is not a C file`);
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
  return jobFor({ ...job, flags: all });
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

/** The path of a file relative to the working directory; compilers name files relative to their own. */
export function displayPath(job: CompileJob, file: string): string {
  if (/^<.*>$/.test(file)) return file;
  const path = resolve(job.directory, file);
  const nearby = relative(process.cwd(), path);
  return nearby.startsWith('..') ? path : nearby;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
