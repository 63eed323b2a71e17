// A small process that starts compilers for a large one: a fork copies the page tables, which for a gigabyte takes
// longer than preprocessing a file. Used where many units are read; launcher-process.ts is its program.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Frames, frameOf } from './frames.js';
import { type CompilerCall, type CompilerRun, runCompiler } from './run-compiler.js';

/** An order to the process; the reply is followed by the output of the compiler. */
export interface LauncherOrder extends CompilerCall {
  readonly number: number;
}

export interface LauncherAnswer extends Omit<CompilerRun, 'output'> {
  readonly number: number;
}

/** Beside this file in a build; tests run the sources, without it. */
const PROGRAM = fileURLToPath(new URL('./launcher-process.js', import.meta.url));

interface Waiting {
  readonly call: CompilerCall;
  done(run: CompilerRun | Promise<CompilerRun>): void;
}

export class Launcher {
  private readonly child: ChildProcess | null;
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;
  private gone = false;

  constructor(program = PROGRAM) {
    this.child = existsSync(program) ? spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'ignore'] }) : null;
    if (!this.child) return;
    const frames = new Frames<LauncherAnswer>(({ number, errors, problem }, output) => {
      const waiting = this.waiting.get(number);
      this.waiting.delete(number);
      waiting?.done({ output, errors, problem });
    });
    this.child.stdout!.on('data', (chunk: Buffer) => frames.add(chunk));
    this.child.stdin!.on('error', () => this.manage());
    this.child.on('error', () => this.manage());
    this.child.on('close', () => this.manage());
  }

  /** Runs a compiler, in this process if there is no launcher. */
  readonly run = (call: CompilerCall): Promise<CompilerRun> => {
    if (!this.child || this.gone) return runCompiler(call);
    return new Promise((done) => {
      const number = this.next++;
      this.waiting.set(number, { call, done });
      const order: LauncherOrder = { number, ...call };
      this.child!.stdin!.write(frameOf(order));
    });
  };

  end(): void {
    this.child?.stdin?.end();
  }

  /** The launcher has died: its pending orders are run here. */
  private manage(): void {
    this.gone = true;
    const left = [...this.waiting.values()];
    this.waiting.clear();
    for (const { call, done } of left) done(runCompiler(call));
  }
}
