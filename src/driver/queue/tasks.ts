// Tasks that stand alone, as bytes: each carries the summaries it needs, and names by hash the program that it looks at. What arrives
// is data of others until its shape is checked. Between remote-workers.ts, which gives them out, and serve-tasks.ts.

import { catalogue, type Diagnostic } from '../../base/diagnostics.js';
import { pickle } from '../../base/pickle.js';
import { unpickle } from '../../base/unpickle.js';
import type { AnalysisOptions, EngineName } from '../../engines/engine.js';
import { engineNames, PROVERS, type ProverName } from '../../engines/registry.js';
import type { FunctionResult } from '../../engines/summary-engine.js';
import type { CompileJob } from '../../frontend/compile-job.js';
import { attempt } from '../project/attempt.js';
import type { Reading } from '../project/executor.js';
import { isResult } from '../project/kept-results.js';
import type { PieceOrder } from '../project/piece-runner.js';
import type { Question } from '../project/questions.js';

export type RemoteTask =
  | {
      readonly kind: 'analyse';
      /** The hash of the list of its units. */
      readonly program: string;
      readonly engine: EngineName;
      readonly options: AnalysisOptions;
      readonly pieces: readonly PieceOrder[];
      readonly summaries: readonly (readonly [string, Uint8Array])[];
    }
  | { readonly kind: 'answer'; readonly program: string; readonly question: Question }
  /** A unit by its text. */
  | { readonly kind: 'read'; readonly job: CompileJob; readonly id: string; readonly text: Uint8Array };

/** What a worker says: results of all pieces, an answer, or how caulk crashed. */
export type RemoteResult =
  | { readonly results: readonly (readonly FunctionResult[])[] }
  | { readonly answer: Uint8Array }
  | { readonly reading: Reading }
  | { readonly problem: string };

/** The entry of the queue: small, since Redis keeps it in memory. */
export interface Order {
  readonly client: string;
  /** The hash of the task. */
  readonly task: string;
  /** For people. */
  readonly name: string;
}

/** The answer of the queue; `skipped`: the client is gone. */
export type Delivery = { readonly result: string } | { readonly skipped: true };

const WORDS: readonly string[] = [];

export const writeTask = (task: RemoteTask): Uint8Array => pickle(task, WORDS);
export const writeResult = (result: RemoteResult): Uint8Array => pickle(result, WORDS);
export const writeProgram = (units: readonly string[]): Uint8Array => pickle(units, WORDS);

/** null: the bytes are no task. What options and questions say is checked by what reads them. */
export function readTask(bytes: Uint8Array): RemoteTask | null {
  const task = attempt(() => unpickle(bytes, WORDS)) as RemoteTask | null;
  if (!isRecord(task)) return null;
  if (task.kind === 'read') return isJob(task.job) && isText(task.id) && task.text instanceof Uint8Array ? task : null;
  if (!isHash(task.program)) return null;
  if (task.kind === 'answer') return isQuestion(task.question) ? task : null;
  if (task.kind !== 'analyse' || !isOptions(task.options)) return null;
  if (!engineNames.includes(task.engine)) return null;
  const areFine = isListOf(task.pieces, isPiece) && isListOf(task.summaries, isSummary);
  return areFine ? task : null;
}

export function readResult(bytes: Uint8Array): RemoteResult | null {
  const result = attempt(() => unpickle(bytes, WORDS)) as RemoteResult | null;
  if (!isRecord(result)) return null;
  if ('results' in result) return isListOf(result.results, (list) => isListOf(list, isResult)) ? result : null;
  if ('reading' in result) return isReading(result.reading) ? result : null;
  if ('answer' in result) return result.answer instanceof Uint8Array ? result : null;
  return isText(result.problem) ? result : null;
}

export function readProgram(bytes: Uint8Array): readonly string[] | null {
  const units = attempt(() => unpickle(bytes, WORDS));
  return isListOf(units, isHash) && units.length > 0 ? units : null;
}

export function readOrder(data: unknown): Order | null {
  if (!isRecord(data)) return null;
  const { client, task, name } = data as Partial<Order>;
  return isText(client) && /^[\w-]{1,80}$/.test(client) && isHash(task) && isText(name) ? { client, task, name } : null;
}

/** A worker has taken the client for gone. */
export const isSkipped = (value: unknown): boolean => isRecord(value) && 'skipped' in value;

/** null: what came is no delivery. */
export const readDelivery = (value: unknown): string | null =>
  isRecord(value) && 'result' in value && isHash(value.result) ? value.result : null;

export const isHash = (value: unknown): value is string => isText(value) && /^[0-9a-f]{64}$/.test(value);

const isText = (value: unknown): value is string => typeof value === 'string';

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

const isListOf = <T>(value: unknown, is: (element: unknown) => element is T): value is T[] =>
  Array.isArray(value) && value.every(is);

const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1e12;

/** A budget ends every analysis. */
const isOptions = (value: unknown): value is AnalysisOptions =>
  isRecord(value) && 'budget' in value && isCount(value.budget);

const isProverName = (name: unknown): name is ProverName => PROVERS.includes(name as ProverName);

function isQuestion(value: unknown): value is Question {
  if (!isRecord(value)) return false;
  const question = value as Question;
  const areUnits = (units: unknown) => isListOf(units, isText);
  switch (question.kind) {
    case 'engine':
      return isProverName(question.engine) && isText(question.entry) && isOptions(question.options);
    case 'proof': {
      const { function: id, plan } = question;
      return isText(id) && isRecord(plan) && isListOf(plan.engines, isProverName) && isCount(plan.steps);
    }
    case 'trial': {
      const { finding, effort } = question;
      return finding instanceof Uint8Array && isRecord(effort) && isCount(effort.runs) && isCount(effort.instructions);
    }
    case 'replay':
      return areUnits(question.units) && question.finding instanceof Uint8Array;
    case 'exploration':
      return areUnits(question.units) && question.goals instanceof Uint8Array && isCount(question.steps);
    case 'runs':
      return areUnits(question.units) && isText(question.entry) && isCount(question.steps);
    default:
      return false;
  }
}

/** What is needed of a job to read a text: no compiler, and no flags for one. */
function isJob(value: unknown): value is CompileJob {
  if (!isRecord(value)) return false;
  const { file, directory, root, compiler, target } = value as Partial<CompileJob>;
  return [file, directory, root].every(isText) && isRecord(target) && isRecord(compiler) && compiler.kind === 'wasm';
}

function isReading(value: unknown): value is Reading {
  if (!isRecord(value)) return false;
  const { object, diagnostics, files, missed, milliseconds } = value as Partial<Reading>;
  const areNames = isListOf(files, isText) && isListOf(missed, isText);
  const isTimed = isRecord(milliseconds) && isCount(milliseconds.preprocess) && isCount(milliseconds.read);
  return (
    (object === null || object instanceof Uint8Array) && isListOf(diagnostics, isDiagnostic) && areNames && isTimed
  );
}

function isDiagnostic(value: unknown): value is Diagnostic {
  if (!isRecord(value)) return false;
  const { code, severity, message, location } = value as Partial<Diagnostic>;
  const isKnown = isText(code) && Object.hasOwn(catalogue, code) && catalogue[code].severity === severity;
  const isPlace = location === null || (isRecord(location) && isText(location.file) && isCount(location.line));
  return isKnown && isText(message) && isPlace;
}

function isPiece(value: unknown): value is PieceOrder {
  if (!isRecord(value)) return false;
  const { functions, pass, names } = value as Partial<PieceOrder>;
  const isName = (pair: unknown): pair is readonly [string, string | null] =>
    Array.isArray(pair) && isText(pair[0]) && (pair[1] === null || isText(pair[1]));
  const isPass = isText(pass) && ['only', 'first', 'last'].includes(pass);
  return isPass && isListOf(functions, isText) && (names === undefined || isListOf(names, isName));
}

const isSummary = (value: unknown): value is readonly [string, Uint8Array] =>
  Array.isArray(value) && isText(value[0]) && value[1] instanceof Uint8Array;
