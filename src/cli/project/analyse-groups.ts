// All functions of a program, in groups, callees before callers: each group goes to whoever is free once those it calls
// are done, unless an earlier run has kept the verdict. Gives the same result for any number of hands.

import type { AnalysisOptions, AnalysisResult } from '../../engines/engine.js';
import { CallGraph } from '../../engines/modular/call-graph.js';
import { type Concluded, conclude, isModel } from '../../engines/modular/result.js';
import { openFindings } from '../../engines/modular/seal.js';
import type { PackedFunction } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import { groupsBottomUp } from '../../solver/summaries.js';
import type { Cache } from './cache.js';
import { type Crew, type Hand, WORTH_A_THREAD } from './crew.js';
import type { Verdict } from './executor.js';
import { Keys } from './keys.js';

export interface GroupsRequest {
  readonly objects: readonly Uint8Array[];
  readonly program: PackedProgram;
  readonly options: AnalysisOptions;
  readonly entries: readonly PackedFunction[];
  readonly crew: Crew;
  readonly cache: Cache;
  /** Told how many functions are done. */
  step(done: number, all: number): void;
}

export async function analyseGroups(request: GroupsRequest): Promise<AnalysisResult> {
  return new Schedule(request).run();
}

interface Group {
  readonly members: readonly PackedFunction[];
  readonly callers: Group[];
  /** How many of the groups it calls are not done. */
  waits: number;
  key: string;
}

/** A task is about this many instructions, so that nobody waits long for the last. */
const ENOUGH = 1_500;

/** Tasks on their way to each hand: one is done while the next waits. */
const AHEAD = 2;

class Schedule {
  private readonly graph: CallGraph;
  private readonly keys: Keys;
  private readonly functions: readonly PackedFunction[];
  private readonly groups: readonly Group[];
  /** Groups that can be analysed, by unit. */
  private readonly ready = new Map<string, Group[]>();
  private readonly verdicts = new Map<PackedFunction, Verdict>();
  private readonly idle: (() => void)[] = [];
  private readonly kept = new Map<string, ReadonlyMap<string, readonly Verdict[]>>();
  private readonly news = new Map<string, Map<string, readonly Verdict[]>>();
  private readonly problems = new Map<PackedFunction, string>();
  private left: number;

  constructor(private readonly request: GroupsRequest) {
    const { program, entries } = request;
    this.graph = new CallGraph(program);
    this.keys = new Keys(program, this.graph, request.options);
    this.functions = this.graph.reachableFrom(entries) as PackedFunction[];
    this.groups = this.makeGroups();
    this.left = this.groups.length;
  }

  private makeGroups(): Group[] {
    const callees = (f: PackedFunction) => this.graph.calleesOf(f) as readonly PackedFunction[];
    const all = groupsBottomUp(this.functions, callees);
    const groups = all.map((members): Group => ({ members, callers: [], waits: 0, key: '' }));
    const groupOf = new Map(groups.flatMap((group) => group.members.map((f) => [f, group] as const)));
    for (const group of groups) {
      const called = new Set(group.members.flatMap((f) => callees(f).map((g) => groupOf.get(g)!)));
      called.delete(group);
      for (const one of called) one.callers.push(group);
      group.waits = called.size;
    }
    return groups;
  }

  async run(): Promise<AnalysisResult> {
    this.report();
    for (const group of this.groups.filter(({ waits }) => waits === 0)) {
      const known = this.prepare(group);
      if (known) this.finish(group, known);
    }
    if (this.left > 0) await this.distribute();
    this.keep();
    return this.conclude();
  }

  private async distribute(): Promise<void> {
    const { crew, objects, options } = this.request;
    const hands = crew.hands(this.functions.length - this.verdicts.size < WORTH_A_THREAD.functions ? 'little' : 'much');
    await Promise.all(
      hands.map(async (hand) => {
        await hand.link({ kind: 'link', objects, options });
        const sent = new Set<PackedFunction>();
        await Promise.all(Array.from({ length: AHEAD }, () => this.employ(hand, sent)));
      }),
    );
  }

  private async employ(hand: Hand, sent: Set<PackedFunction>): Promise<void> {
    while (this.left > 0) {
      const task = this.take();
      if (task.length === 0) {
        await new Promise<void>((resume) => this.idle.push(resume));
        continue;
      }
      const summaries = this.needed(task, sent).map((f) => [this.idOf(f), this.verdicts.get(f)!.summary] as const);
      const groups = task.map(({ members }) => members.map((f) => this.idOf(f)));
      try {
        const verdicts = await hand.analyse({ kind: 'analyse', groups, summaries });
        this.receive(task, verdicts);
      } catch (error) {
        sent.clear();
        this.giveUp(task, error instanceof Error ? error.message : String(error));
      }
    }
  }

  private idOf(f: PackedFunction): string {
    return this.request.program.idOf(f);
  }

  /** Groups of one unit that can be analysed: what one mentions others mention too. */
  private take(): Group[] {
    for (const [unit, groups] of this.ready) {
      const task: Group[] = [];
      for (let size = 0; size < ENOUGH && groups.length > 0; ) {
        const group = groups.shift()!;
        task.push(group);
        for (const f of group.members) size += f.entry.body!.instructions + 20;
      }
      if (groups.length === 0) this.ready.delete(unit);
      if (task.length > 0) return task;
    }
    return [];
  }

  /** Summaries that the hand has not seen yet. */
  private needed(task: readonly Group[], sent: Set<PackedFunction>): PackedFunction[] {
    const needed: PackedFunction[] = [];
    for (const { members } of task) {
      for (const f of members)
        for (const callee of this.graph.calleesOf(f) as readonly PackedFunction[]) {
          if (sent.has(callee) || !this.verdicts.has(callee)) continue;
          sent.add(callee);
          needed.push(callee);
        }
      for (const f of members) sent.add(f);
    }
    return needed;
  }

  private receive(task: readonly Group[], verdicts: readonly Verdict[]): void {
    const byId = new Map(verdicts.map((v) => [v.id, v]));
    for (const group of task) {
      const own = group.members.map((f) => byId.get(this.idOf(f))!);
      this.note(group, own);
      this.finish(group, own);
    }
  }

  /** A group that cannot be analysed is code that is not seen. */
  private giveUp(task: readonly Group[], problem: string): void {
    for (const group of task) {
      for (const f of group.members) this.problems.set(f, problem);
      this.finish(group, []);
    }
  }

  private finish(group: Group, verdicts: readonly Verdict[]): void {
    const done = [{ group, verdicts }];
    for (const { group, verdicts } of done) {
      verdicts.forEach((verdict, i) => {
        this.verdicts.set(group.members[i]!, verdict);
      });
      this.left--;
      for (const caller of group.callers) {
        const known = --caller.waits === 0 ? this.prepare(caller) : null;
        if (known) done.push({ group: caller, verdicts: known });
      }
    }
    this.report();
    for (const resume of this.idle.splice(0)) resume();
  }

  /**
   * Everything that the group depends on is known: an earlier run may have come to the same point, and its verdict is
   * ours. Else somebody will have to look at it.
   */
  private prepare(group: Group): readonly Verdict[] | null {
    const { id } = group.members[0]!.unit;
    group.key = this.keys.keyOf(group.members, (f) => this.verdicts.get(f)?.hash ?? '');
    const known = this.keptIn(id).get(group.key);
    if (known?.length === group.members.length) {
      this.note(group, known);
      return known;
    }
    const waiting = this.ready.get(id);
    if (waiting) waiting.push(group);
    else this.ready.set(id, [group]);
    return null;
  }

  /** For the next run. */
  private note(group: Group, verdicts: readonly Verdict[]): void {
    const { id } = group.members[0]!.unit;
    const news = this.news.get(id) ?? new Map<string, readonly Verdict[]>();
    this.news.set(id, news.set(group.key, verdicts));
  }

  private keptIn(unit: string): ReadonlyMap<string, readonly Verdict[]> {
    const known = this.kept.get(unit);
    if (known) return known;
    const kept = this.request.cache.verdicts(unit, this.request.options);
    this.kept.set(unit, kept);
    return kept;
  }

  private keep(): void {
    for (const [unit, news] of this.news) {
      const kept = this.kept.get(unit);
      const same = kept?.size === news.size && [...news.keys()].every((key) => kept.has(key));
      if (!same) this.request.cache.keepVerdicts(unit, this.request.options, news);
    }
  }

  private report(): void {
    this.request.step(this.groups.length - this.left, this.groups.length);
  }

  private conclude(): AnalysisResult {
    const { program } = this.request;
    const own = this.functions.filter((f) => !isModel(f));
    return conclude(
      own.map((f): Concluded => {
        const verdict = this.verdicts.get(f);
        const { instructions } = f.entry.body!;
        if (!verdict) return { ...NOT_ANALYSED, function: f, instructions, stopped: this.problems.get(f) ?? '' };
        const { findings, steps, stopped, complete } = verdict;
        const found = findings.length === 0 ? [] : openFindings(program, findings);
        return { function: f, found, steps, stopped, summary: { complete }, instructions };
      }),
    );
  }
}

const NOT_ANALYSED = { found: [], steps: 0, summary: { complete: false } };
