// A project in the server: its rounds of analysis, the last report, and what has been published of it.
// Between the workspace, which tells what has changed, and the thread that analyses.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Diagnostic as Shown } from 'vscode-languageserver';
import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import { readVersion } from '../base/version.js';
import { lastReport } from '../driver/session/last-report.js';
import type { Fix } from '../findings/fix.js';
import type { ReportedFinding } from '../findings/report.js';
import { readSourceFile } from '../findings/source-files.js';
import type { UnsavedTexts } from '../frontend/compile-job.js';
import { diagnosticsOf, type Texts } from './diagnostics.js';
import { type Lines, linesOf } from './positions.js';
import type { Answers, ProjectKey, Question, ServedReport } from './protocol.js';
import { type Outcome, type Pending, Thread } from './thread.js';

/** What a project does not know by itself. */
export interface Surroundings {
  /** The texts of the editor that differ from the disk. */
  unsaved(): UnsavedTexts;
  publish(uri: string, shown: readonly Shown[]): void;
  /** What a person must know who sees no findings. */
  complain(problems: readonly Diagnostic[]): void;
  /** Lenses and hints are old. */
  refresh(): void;
}

/** After the last key press, in milliseconds: the first stage, then both. */
export const PAUSE = { first: 60, both: 1_200 } as const;

type Stages = 'first' | 'both';

/** A report, with the lines of its files when it was made. */
export interface Current {
  readonly report: ServedReport;
  readonly texts: Texts;
}

export class Project {
  current: Current | null = null;
  private readonly thread = new Thread();
  private round: Pending<Answers['check']> | null = null;
  private clock: NodeJS.Timeout | null = null;
  private published = new Set<string>();
  /** Otherwise the report is that of an earlier server. */
  private isChecked = false;
  private fixes = new Map<string, Promise<Fix | null>>();

  constructor(
    readonly key: ProjectKey,
    private readonly around: Surroundings,
  ) {
    const unsaved = around.unsaved();
    const last = lastReport(key, readVersion(), unsaved);
    if (last) this.take({ ...last, functions: [], diagnostics: [] }, unsaved);
  }

  /** A text has changed: what is under way is about an old one. */
  changed(): void {
    this.fixes.clear();
    this.schedule(this.isChecked ? 'first' : 'both', PAUSE.first);
  }

  /** Saved, opened, or something on the disk is new. */
  renew(): void {
    this.fixes.clear();
    this.schedule('both', PAUSE.first);
  }

  /** A question of the user comes before what goes on in the background, which is begun again afterwards. */
  async ask<Q extends Question>(question: Q): Promise<Outcome<Answers[Q['kind']]>> {
    const isBusy = this.round !== null;
    this.round?.stop();
    const task = { ...question, project: this.key, unsaved: this.around.unsaved() };
    const outcome = (await this.thread.ask(task).outcome) as Outcome<Answers[Q['kind']]>;
    if (isBusy && !this.clock) this.schedule('both', PAUSE.first);
    return outcome;
  }

  /** A checked fix of a finding in the texts as they are; it is looked for once. */
  fix(fingerprint: string): Promise<Fix | null> {
    const known = this.fixes.get(fingerprint);
    if (known) return known;
    const found = this.ask({ kind: 'fix', fingerprint }).then((outcome) =>
      'answer' in outcome ? outcome.answer : null,
    );
    this.fixes.set(fingerprint, found);
    return found;
  }

  finding(fingerprint: string): ReportedFinding | null {
    const { report } = this.current ?? {};
    return (
      [...(report?.findings ?? []), ...(report?.suppressed ?? [])].find((f) => f.fingerprint === fingerprint) ?? null
    );
  }

  async close(): Promise<void> {
    if (this.clock) clearTimeout(this.clock);
    for (const uri of this.published) this.around.publish(uri, []);
    await this.thread.close();
  }

  private schedule(stages: Stages, pause: number): void {
    this.round?.stop();
    if (this.clock) clearTimeout(this.clock);
    this.clock = setTimeout(() => {
      this.clock = null;
      void this.check(stages);
    }, pause);
  }

  private async check(stages: Stages): Promise<void> {
    const unsaved = this.around.unsaved();
    const round = this.thread.ask({ kind: 'check', project: this.key, unsaved, stages });
    this.round = round;
    const outcome = await round.outcome;
    if (this.round === round) this.round = null;
    if (this.clock || 'stopped' in outcome) return; // a newer round follows
    if ('problem' in outcome) return this.around.complain([diagnostic('internal', outcome.problem)]);
    if ('problems' in outcome.answer) return this.around.complain(outcome.answer.problems);
    this.isChecked = true;
    this.take(outcome.answer, unsaved);
    if (stages === 'first') this.schedule('both', PAUSE.both);
  }

  private take(report: ServedReport, unsaved: UnsavedTexts): void {
    const texts = textsOf(report.root, unsaved);
    this.current = { report, texts };
    const shown = new Map([...diagnosticsOf(report, texts)].map(([file, all]) => [texts.uriOf(file), all]));
    for (const uri of this.published) if (!shown.has(uri)) this.around.publish(uri, []);
    for (const [uri, all] of shown) this.around.publish(uri, all);
    this.published = new Set(shown.keys());
    this.around.complain(report.diagnostics.filter(({ location, severity }) => !location && severity === 'error'));
    this.around.refresh();
  }
}

/** Files by their names in reports, as they were in the round. */
function textsOf(root: string, unsaved: UnsavedTexts): Texts {
  const kept = new Map<string, Lines>();
  const pathOf = (file: string) => resolve(root, file);
  return {
    uriOf: (file) => pathToFileURL(pathOf(file)).href,
    linesOf: (file) => {
      const path = pathOf(file);
      const lines =
        kept.get(path) ??
        linesOf(new TextDecoder().decode(unsaved.get(path) ?? readSourceFile(path) ?? new Uint8Array()));
      kept.set(path, lines);
      return lines;
    },
  };
}
