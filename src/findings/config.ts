// The configuration of a project, caulk.config.json: read, checked against its schema, errors located.
// Read before anything else; command line options override it.

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type DocumentNode, evaluate, parse } from '@humanwhocodes/momoa';
import { Ajv } from 'ajv';
import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import { packageFile } from '../base/package-root.js';
import { explainError, findPlace } from './config-errors.js';
import type { EngineName } from './report.js';
import { type Rule, ruleNames } from './rules.js';

export const CONFIG = 'caulk.config.json';

/** The content of the file; its shape is that of schema/config.schema.json. */
interface Written {
  readonly rules?: Readonly<Partial<Record<Rule, 'on' | 'off'>>>;
  readonly engine?: EngineName | 'auto';
  readonly entry?: readonly string[];
  readonly models?: readonly string[];
  readonly exclude?: readonly string[];
  readonly baseline?: string;
  readonly mallocMayFail?: boolean;
  readonly leakAtExit?: boolean;
  readonly latent?: boolean;
  readonly withoutBeliefs?: readonly string[];
}

export interface Config {
  /** The rules that are on. */
  readonly rules: ReadonlySet<Rule>;
  readonly engine: EngineName | 'auto';
  readonly entry: readonly string[];
  /** Absolute paths. */
  readonly models: readonly string[];
  readonly exclude: readonly string[];
  /** What the patterns in `exclude` are relative to. */
  readonly directory: string;
  readonly baseline: string | null;
  readonly mallocMayFail: boolean;
  readonly leakAtExit: boolean;
  readonly latent: boolean;
  readonly withoutBeliefs: readonly string[];
}

export function defaultConfig(directory: string): Config {
  return complete({}, directory);
}

/** `shown` is the path as the user would write it. */
export function readConfig(shown: string): Config | readonly Diagnostic[] {
  let text: string;
  try {
    text = readFileSync(shown, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    return [diagnostic('unreadable-file', `cannot read the configuration ${shown}: ${(error as Error).message}`)];
  }
  const document = parseText(shown, text);
  if ('code' in document) return [document];
  const written: unknown = evaluate(document);
  const problems = validate(shown, document, written);
  return problems.length > 0 ? problems : complete(written as Written, dirname(resolve(shown)));
}

/** Comments are allowed, so that settings can be explained. */
function parseText(file: string, text: string): DocumentNode | Diagnostic {
  try {
    return parse(text, { mode: 'jsonc' });
  } catch (error) {
    const { message, line = 1, column = 1 } = error as { message: string; line?: number; column?: number };
    return diagnostic('bad-config', message.replace(/\s*\(\d+:\d+\)$/, ''), { file, line, column });
  }
}

function validate(file: string, document: DocumentNode, written: unknown): Diagnostic[] {
  const schema = JSON.parse(readFileSync(packageFile('schema/config.schema.json'), 'utf8'));
  const check = new Ajv({ allErrors: true, verbose: true }).compile(schema);
  if (check(written)) return [];
  return (check.errors ?? []).map((error) =>
    diagnostic('bad-config', explainError(error), { file, ...findPlace(document, error) }),
  );
}

function complete(written: Written, directory: string): Config {
  return {
    rules: new Set(ruleNames.filter((rule) => written.rules?.[rule] !== 'off')),
    engine: written.engine ?? 'auto',
    entry: written.entry ?? [],
    models: (written.models ?? []).map((path) => resolve(directory, path)),
    exclude: written.exclude ?? [],
    directory,
    baseline: written.baseline === undefined ? null : resolve(directory, written.baseline),
    mallocMayFail: written.mallocMayFail ?? false,
    leakAtExit: written.leakAtExit ?? false,
    latent: written.latent ?? false,
    withoutBeliefs: written.withoutBeliefs ?? [],
  };
}
