// The settings of a check: the project's configuration, overridden by options of the command line.
// Read first, and used by everything that follows.

import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { closestName } from '../../base/closest-name.js';
import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import { type Baseline, readBaseline } from '../../findings/baseline.js';
import { type Config, defaultConfig, readConfig } from '../../findings/config.js';
import { excludeFiles } from '../../findings/exclude.js';
import { MARKS_FILE, type Mark } from '../../findings/marks.js';
import { readMarks } from '../../findings/read-marks.js';
import { nameFrom } from '../../findings/relocate.js';
import { isRule, type Rule, ruleNames } from '../../findings/rules.js';
import { isDirectory } from '../load/compile-database.js';
import { findConfigFile, findRoot, type Inputs } from '../load/root.js';

/** The options of the command line that a configuration can also set. */
export interface SettingsRequest extends Inputs {
  /** The root of the project, if it is not to be found from the inputs. */
  readonly root?: string;
  /** The configuration file; without it, the nearest caulk.config.json from the inputs upwards, if there is one. */
  readonly config?: string;
  readonly engine?: string;
  readonly entry?: readonly string[];
  readonly models?: readonly string[];
  /** Separated by commas. */
  readonly rules?: string;
  readonly baseline?: string;
  readonly mallocMayFail?: true;
  readonly leakAtExit?: true;
  /** Beliefs that the engine shall do without. */
  readonly withoutBelief?: readonly string[];
  /** Also what a belief speaks against. */
  readonly doubtful?: true;
  /** Also what no known caller makes happen. */
  readonly latent?: true;
  /** The directory for harnesses. */
  readonly reproduce?: string;
}

export interface Settings {
  readonly rules: ReadonlySet<Rule>;
  readonly engine: string;
  /** Empty: the engine chooses. */
  readonly entry: readonly string[];
  readonly models: readonly string[];
  readonly mallocMayFail: boolean;
  readonly leakAtExit: boolean;
  readonly withoutBeliefs: readonly string[];
  readonly doubtful: boolean;
  readonly latent: boolean;
  /** The directory for harnesses; null if none are asked for. */
  readonly reproduce: string | null;
  readonly baseline: Baseline | null;
  readonly isExcluded: (file: string) => boolean;
  /** The root of the project, as an absolute path. */
  readonly root: string;
  /** What reviewers have said about findings. */
  readonly marks: readonly Mark[];
}

export function readSettings(request: SettingsRequest): Settings | readonly Diagnostic[] {
  const config = findConfig(request);
  if (isProblem(config)) return config;
  const root = chooseRoot(request);
  const rules = chooseRules(request.rules, config);
  const baseline = chooseBaseline(request.baseline ?? config.baseline);
  const models = [...(request.models ?? []), ...config.models];
  const marks = chooseMarks(root.value);
  const problems = [
    ...root.problems,
    ...marks.problems,
    ...rules.problems,
    ...baseline.problems,
    ...models.flatMap(complainAboutModel),
  ];
  if (problems.length > 0) return problems;
  return {
    rules: rules.value,
    engine: request.engine === undefined || request.engine === 'auto' ? config.engine : request.engine,
    entry: request.entry ?? config.entry,
    models,
    mallocMayFail: request.mallocMayFail ?? config.mallocMayFail,
    leakAtExit: request.leakAtExit ?? config.leakAtExit,
    withoutBeliefs: request.withoutBelief ?? config.withoutBeliefs,
    doubtful: request.doubtful ?? false,
    latent: request.latent ?? config.latent,
    reproduce: request.reproduce ?? null,
    baseline: baseline.value,
    isExcluded: excludeFiles(config.exclude, config.directory, root.value),
    root: root.value,
    marks: marks.value,
  };
}

/** A setting, and what is wrong with it. */
interface Choice<T> {
  readonly value: T;
  readonly problems: readonly Diagnostic[];
}

function isProblem(value: Config | readonly Diagnostic[]): value is readonly Diagnostic[] {
  return Array.isArray(value);
}

function findConfig(request: SettingsRequest): Config | readonly Diagnostic[] {
  const path = request.config ?? findConfigFile(request);
  return path === null ? defaultConfig(process.cwd()) : readConfig(asSeenFromHere(path));
}

/** A file below the current directory is named from there. */
const asSeenFromHere = (path: string): string => nameFrom(process.cwd(), process.cwd())(path);

function chooseRoot({ root, ...inputs }: SettingsRequest): Choice<string> {
  if (root === undefined) return { value: findRoot(inputs), problems: [] };
  const missing = diagnostic('unreadable-file', `the root ${root} is not a directory`);
  return { value: resolve(root), problems: isDirectory(root) ? [] : [missing] };
}

function chooseMarks(root: string): Choice<readonly Mark[]> {
  const read = readMarks(join(root, MARKS_FILE));
  return 'code' in read ? { value: [], problems: [read] } : { value: read, problems: [] };
}

function chooseRules(list: string | undefined, config: Config): Choice<ReadonlySet<Rule>> {
  if (list === undefined) return { value: config.rules, problems: [] };
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !isRule(name));
  return { value: new Set(names.filter(isRule)), problems: unknown.map(complainAboutRule) };
}

function chooseBaseline(path: string | null): Choice<Baseline | null> {
  const read = path === null ? null : readBaseline(path);
  return read && 'code' in read ? { value: null, problems: [read] } : { value: read, problems: [] };
}

function complainAboutRule(name: string): Diagnostic {
  const meant = closestName(name, ruleNames);
  const hint = meant ? `did you mean \`${meant}\`?` : `the rules are ${ruleNames.join(', ')}`;
  return diagnostic('bad-usage', `there is no rule \`${name}\`; ${hint}`);
}

function complainAboutModel(path: string): Diagnostic[] {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return [];
  return [diagnostic('unreadable-file', `cannot read the model ${path}: there is no such file`)];
}
