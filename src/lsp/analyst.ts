// The program of the thread that analyses for the language server: one task after the other, with the sessions of its projects.
// Started by thread.ts; a task that nobody waits for ends between two pieces of work.

import { parentPort } from 'node:worker_threads';
import { describeError } from '../base/crash.js';
import { fixFinding } from '../driver/fix/fix.js';
import type { Stopper } from '../driver/project/stopper.js';
import { keepReport } from '../driver/session/last-report.js';
import { Session } from '../driver/session/session.js';
import type { Answers, Kind, Reply, Request, Task } from './protocol.js';

const sessions = new Map<string, Session>();
let queue = Promise.resolve();

parentPort!.on('message', (request: Request) => {
  queue = queue.then(() => perform(request));
});

async function perform({ number, task, stop }: Request): Promise<void> {
  const stopper = stopperOf(stop);
  const session = sessionOf(task);
  const reply: Reply = await answer(session, task, stopper).then(
    (answer) => ({ number, answer }),
    (error: unknown) => (stopper.aborted ? { number, stopped: true } : { number, problem: describeError(error) }),
  );
  parentPort!.postMessage(reply);
  if (task.kind === 'check' && task.stages === 'both') await session.settle({ ...task, stopper }).catch(() => {});
}

async function answer(session: Session, task: Task, stopper: Stopper): Promise<Answers[Kind]> {
  stopper.throwIfAborted();
  if (task.kind === 'check') return check(session, task, stopper);
  if (task.kind === 'fix') return fix(session, task, stopper);
  const unit = await session.unit(task.file, task.unsaved);
  if (!unit) return null;
  if (task.kind === 'look') return unit.lookAt(task.file, task.line);
  return task.kind === 'prove' ? unit.prove(task.function) : unit.run(task.function);
}

async function check(
  session: Session,
  { project, unsaved, stages }: Extract<Task, { kind: 'check' }>,
  stopper: Stopper,
): Promise<Answers['check']> {
  const checked = await session.check({ unsaved, stages, stopper });
  if ('problems' in checked) return checked;
  if (stages === 'both' && unsaved.size === 0) keepReport(project, checked.report);
  const { root, findings, suppressed, functions, diagnostics } = checked.report;
  return { root, findings, suppressed, functions, diagnostics };
}

async function fix(
  session: Session,
  { unsaved, fingerprint }: Extract<Task, { kind: 'fix' }>,
  stopper: Stopper,
): Promise<Answers['fix']> {
  const checked = await session.check({ unsaved, stages: 'both', stopper });
  if ('problems' in checked) return null;
  const { report } = checked;
  await session.settle({ unsaved, stopper });
  const finding = report.findings.find((f) => f.fingerprint === fingerprint);
  return finding ? fixFinding(finding, { session, report, unsaved, stopper }) : null;
}

function sessionOf({ project }: Task): Session {
  const key = JSON.stringify(project);
  const known = sessions.get(key) ?? new Session(project);
  sessions.set(key, known);
  return known;
}

function stopperOf(flag: Int32Array): Stopper {
  const isStopped = () => Atomics.load(flag, 0) !== 0;
  return {
    get aborted() {
      return isStopped();
    },
    throwIfAborted() {
      if (isStopped()) throw new Error('the task was stopped');
    },
  };
}
