// The commands: what each is called, what it is for, its options, and the module that runs it, which is loaded only then.
// The table that program.ts parses by, and that completion and the manual page are made of.

import type { Option } from 'commander';
import type { CheckRequest } from './check.js';
import type { Console, ExitStatus } from './console.js';
import type { FixCommandRequest } from './fix.js';
import type { FleetRequest } from './fleet.js';
import type { IrRequest } from './ir.js';
import {
  benchOptions,
  checkOptions,
  fixOptions,
  fleetOptions,
  irOptions,
  lspOptions,
  markOptions,
  proveOptions,
  queueOptions,
  runOptions,
  serveOptions,
  shapesOptions,
  workerOptions,
} from './options.js';
import type { ProveRequest } from './prove.js';
import type { QueueStatusRequest } from './queue.js';
import type { RunRequest } from './run.js';
import type { ShapesRequest } from './shapes.js';
import type { WorkerRequest } from './worker.js';

/** What was given on the command line. */
export interface Given {
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  /** The compiler flags after `--`. */
  readonly flags: readonly string[];
}

export interface CommandEntry {
  /** The name, then the operands: `<one>`, `[optional]`, `[any...]`. */
  readonly usage: string;
  readonly description: string;
  readonly options: readonly Option[];
  readonly run: (given: Given, console: Console) => Promise<ExitStatus>;
}

/** Parsed options have the members of the request that are not operands or flags. */
type OptionsOf<Request, Operands extends keyof Request> = Omit<Request, Operands | 'flags'>;

const check: CommandEntry = {
  usage: 'check [paths...]',
  description: 'find heap errors in files and directories; `-` is standard input',
  options: checkOptions(),
  run: async ({ operands: paths, options, flags }, console) => {
    const { check } = await import('./check.js');
    return check({ paths, flags, ...(options as unknown as OptionsOf<CheckRequest, 'paths'>) }, console);
  },
};

const prove: CommandEntry = {
  usage: 'prove [files...]',
  description: 'prove that a program has no heap errors, or refute it',
  options: proveOptions(),
  run: async ({ operands: files, options, flags }, console) => {
    const { prove } = await import('./prove.js');
    return prove({ files, flags, ...(options as unknown as OptionsOf<ProveRequest, 'files'>) }, console);
  },
};

const shapes: CommandEntry = {
  usage: 'shapes <file>',
  description: 'draw the heaps a program can have',
  options: shapesOptions(),
  run: async ({ operands: [file], options, flags }, console) => {
    const { shapes } = await import('./shapes.js');
    return shapes({ file: file!, flags, ...(options as unknown as OptionsOf<ShapesRequest, 'file'>) }, console);
  },
};

const run: CommandEntry = {
  usage: 'run [files...]',
  description: 'run a program and report its errors',
  options: runOptions(),
  run: async ({ operands: files, options, flags }, console) => {
    const { run } = await import('./run.js');
    return run({ files, flags, ...(options as OptionsOf<RunRequest, 'files'>) }, console);
  },
};

const ir: CommandEntry = {
  usage: 'ir <file>',
  description: 'show the intermediate representation',
  options: irOptions(),
  run: async ({ operands: [file], options, flags }, console) => {
    const { showIr } = await import('./ir.js');
    return showIr({ file: file!, flags, ...(options as unknown as OptionsOf<IrRequest, 'file'>) }, console);
  },
};

const explain: CommandEntry = {
  usage: 'explain [rule]',
  description: 'explain a rule; without one, list them',
  options: [],
  run: async ({ operands: [rule] }, console) => {
    const { explain } = await import('./explain.js');
    return explain(rule, console);
  },
};

const serve: CommandEntry = {
  usage: 'serve',
  description: 'serve a local page: edit, analyse, view heaps',
  options: serveOptions(),
  run: async ({ options, flags }, console) => {
    const { serve } = await import('../web/serve.js');
    return serve({ flags, ...(options as { port?: number }) }, console);
  },
};

const lsp: CommandEntry = {
  usage: 'lsp',
  description: 'a language server on standard input and output: findings while you edit',
  options: lspOptions(),
  run: async () => {
    const { serveLanguage } = await import('../lsp/serve.js');
    return serveLanguage();
  },
};

const fleet: CommandEntry = {
  usage: 'fleet <list>',
  description: 'check many projects; the list has a name and a compile database in each line',
  options: fleetOptions(),
  run: async ({ operands: [list], options }, console) => {
    const { fleet } = await import('./fleet.js');
    return fleet({ list: list!, ...(options as unknown as OptionsOf<FleetRequest, 'list'>) }, console);
  },
};

const worker: CommandEntry = {
  usage: 'worker',
  description: 'work for checks on other machines, which give their tasks to a queue',
  options: workerOptions(),
  run: async ({ options }, console) => {
    const { worker } = await import('./worker.js');
    return worker(options as unknown as WorkerRequest, console);
  },
};

const queue: CommandEntry = {
  usage: 'queue <what>',
  description: 'status: who is on a queue, what waits, what workers were lost over',
  options: queueOptions(),
  run: async ({ operands: [what], options }, console) => {
    const { queue } = await import('./queue.js');
    return queue({ what: what!, ...(options as unknown as OptionsOf<QueueStatusRequest, 'what'>) }, console);
  },
};

const bench: CommandEntry = {
  usage: 'bench [names...]',
  description:
    'measure: agree, bdd, beliefs, cluster, corpus, csmith, fixes, growth ENGINE, interp, latency, library, mutants, mutation, preprocess, seeds ENGINE, speed, start, torture',
  options: benchOptions(),
  run: async ({ operands, options }, console) => {
    const { bench } = await import('../../bench/bench.js');
    return bench(operands, options as Parameters<typeof bench>[1], console);
  },
};

const fix: CommandEntry = {
  usage: 'fix [paths...]',
  description: 'show fixes of findings, each checked by analysing the changed program',
  options: fixOptions(),
  run: async ({ operands: paths, options, flags }, console) => {
    const { fix } = await import('./fix.js');
    return fix({ paths, flags, ...(options as unknown as OptionsOf<FixCommandRequest, 'paths'>) }, console);
  },
};

const mark: CommandEntry = {
  usage: 'mark <place> <verdict>',
  description: 'say of a finding (FILE:LINE or fingerprint) that it is false, intended or to-fix; none takes it back',
  options: markOptions(),
  run: async ({ operands: [place, verdict], options, flags }, console) => {
    const { mark } = await import('./mark.js');
    return mark({ place: place!, verdict: verdict!, flags, ...options }, console);
  },
};

const completion: CommandEntry = {
  usage: 'completion <shell>',
  description: 'print the completion of the command line for bash, zsh or fish',
  options: [],
  run: async ({ operands: [shell] }, console) => {
    const { completion } = await import('./completion.js');
    return completion(shell!, commands, console);
  },
};

export const commands: readonly CommandEntry[] = [
  check,
  prove,
  fix,
  mark,
  shapes,
  run,
  ir,
  explain,
  serve,
  lsp,
  fleet,
  worker,
  queue,
  bench,
  completion,
];

export const nameOf = ({ usage }: CommandEntry): string => usage.split(' ')[0]!;
