// All functions of a program, in groups, callees before callers: each group goes to whoever is free once those it calls
// are done, unless an earlier run has kept the verdict. Gives the same result for any number of hands.

import type { AnalysisOptions, AnalysisResult } from '../../engines/engine.js';
import { NOTHING_TOLD } from '../../engines/modular/beliefs/claims.js';
import { CallGraph } from '../../engines/modular/call-graph.js';
import { type Care, FEW } from '../../engines/modular/group.js';
import { type Concluded, conclude, isModel } from '../../engines/modular/result.js';
import { openFindings } from '../../engines/modular/seal.js';
import type { PackedFunction } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import { calledTooEarly, groupsBottomUp } from '../../solver/summaries.js';
import type { Cache } from './cache.js';
import { type Crew, type Hand, WORTH_A_THREAD } from './crew.js';
import type { GroupOrder, Verdict } from './executor.js';
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

/**
 * A piece of work. Functions that call each other are one piece if they are few. Of many, each is one, and those that others before
 * them call are two: in the first round they know the summaries of such before them, in the second those of all; so that they need
 * not wait for each other's threads, and a change of one does not concern all.
 */
interface Group {
  readonly members: readonly PackedFunction[];
  readonly round: 'first' | 'last';
  /** For one of many: its place among them. */
  readonly place: Place | null;
  readonly callers: Group[];
  /** How many of the groups it calls are not done. */
  waits: number;
  key: string;
}

interface Place {
  readonly order: ReadonlyMap<PackedFunction, number>;
  readonly at: number;
  /** Those that are looked at in the first round. */
  readonly early: ReadonlySet<PackedFunction>;
}

/** A task is about this many instructions, so that nobody waits long for the last. */
const ENOUGH = 1_500;

/** Tasks on their way to each hand: one is done while the next waits. */
const AHEAD = 2;

const groupOf = (members: readonly PackedFunction[]): Group => ({
  members,
  round: 'last',
  place: null,
  callers: [],
  waits: 0,
  key: '',
});

function roundsOf(members: readonly PackedFunction[], early: ReadonlySet<PackedFunction>): Group[] {
  const order = new Map(members.map((f, i) => [f, i]));
  return (['first', 'last'] as const).flatMap((round) =>
    members.flatMap((f, at): Group[] =>
      round === 'last' || early.has(f) ? [{ ...groupOf([f]), callers: [], round, place: { order, at, early } }] : [],
    ),
  );
}

/** Of which round is the summary of a callee that the group gets; null if there is none yet. */
function roundFor({ place, round }: Group, callee: PackedFunction): Group['round'] | null {
  const at = place?.order.get(callee);
  if (!place || at === undefined) return 'last';
  if (round === 'last') return at < place.at ? 'last' : 'first';
  return at < place.at && place.early.has(callee) ? 'first' : null;
}

const careOf = ({ round }: Group): Care => (round === 'first' ? 'quick' : 'thorough');

class Schedule {
  private readonly graph: CallGraph;
  private readonly keys: Keys;
  private readonly functions: readonly PackedFunction[];
  private readonly groups: readonly Group[];
  /** Groups that can be analysed, by unit. */
  private readonly ready = new Map<string, Group[]>();
  private readonly verdicts = {
    first: new Map<PackedFunction, Verdict>(),
    last: new Map<PackedFunction, Verdict>(),
  };
  private readonly idle: (() => void)[] = [];
  private readonly kept = new Map<string, ReadonlyMap<string, readonly Verdict[]>>();
  private readonly news = new Map<string, Map<string, readonly Verdict[]>>();
  private readonly problems = new Map<PackedFunction, string>();
  private left: number;
  /** Groups that are not done, by the unit of their first function. */
  private readonly leftIn = new Map<string, number>();

  constructor(private readonly request: GroupsRequest) {
    const { program, entries } = request;
    this.graph = new CallGraph(program);
    this.keys = new Keys(program, this.graph, request.options);
    this.functions = this.graph.reachableFrom(entries) as PackedFunction[];
    this.groups = this.makeGroups();
    this.left = this.groups.length;
    for (const { members } of this.groups) {
      const { id } = members[0]!.unit;
      this.leftIn.set(id, (this.leftIn.get(id) ?? 0) + 1);
    }
  }

  private makeGroups(): Group[] {
    const all = groupsBottomUp(this.functions, (f) => this.calleesOf(f));
    const early = (members: readonly PackedFunction[]) => calledTooEarly(members, (f) => this.calleesOf(f));
    const groups = all.flatMap((members) =>
      members.length > FEW ? roundsOf(members, early(members)) : [groupOf(members)],
    );
    const first = new Map<PackedFunction, Group>();
    const last = new Map<PackedFunction, Group>();
    for (const group of groups) for (const f of group.members) (group.round === 'first' ? first : last).set(f, group);
    for (const group of groups) {
      const called = new Set<Group>();
      for (const f of group.members)
        for (const callee of this.calleesOf(f)) {
          const round = roundFor(group, callee);
          if (round) called.add((round === 'first' ? first : last).get(callee)!);
        }
      const twin = group.place && group.round === 'last' ? first.get(group.members[0]!) : null;
      if (twin) called.add(twin);
      called.delete(group);
      for (const one of called) one.callers.push(group);
      group.waits = called.size;
    }
    return groups;
  }

  private calleesOf(f: PackedFunction): readonly PackedFunction[] {
    return this.graph.calleesOf(f) as readonly PackedFunction[];
  }

  async run(): Promise<AnalysisResult> {
    this.report();
    for (const group of this.groups.filter(({ waits }) => waits === 0)) {
      const known = this.prepare(group);
      if (known) this.finish(group, known);
    }
    if (this.left > 0) await this.distribute();
    return this.conclude();
  }

  private async distribute(): Promise<void> {
    const { crew, objects, options } = this.request;
    const hands = crew.hands(this.left < WORTH_A_THREAD.functions ? 'little' : 'much');
    await Promise.all(
      hands.map(async (hand) => {
        await hand.link({ kind: 'link', objects, options });
        const sent = new Set<string>();
        await Promise.all(Array.from({ length: AHEAD }, () => this.employ(hand, sent)));
      }),
    );
  }

  private async employ(hand: Hand, sent: Set<string>): Promise<void> {
    while (this.left > 0) {
      const task = this.take();
      if (task.length === 0) {
        await new Promise<void>((resume) => this.idle.push(resume));
        continue;
      }
      await this.assign(task, hand, sent);
    }
  }

  /** Where several groups cannot be analysed, each is tried by itself: the fault is one's. */
  private async assign(task: readonly Group[], hand: Hand, sent: Set<string>): Promise<void> {
    const summaries = this.needed(task, sent);
    const groups = task.map((group) => this.orderFor(group));
    const verdicts = await hand.analyse({ kind: 'analyse', groups, summaries }).catch(messageOf);
    if (typeof verdicts !== 'string') return this.receive(task, verdicts);
    sent.clear();
    if (task.length === 1) return this.giveUp(task[0]!, verdicts);
    for (const group of task) await this.assign([group], hand, sent);
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

  private orderFor(group: Group): GroupOrder {
    const functions = group.members.map((f) => this.idOf(f));
    if (!group.place) return { functions, care: 'thorough' };
    const { order } = group.place;
    const callees = this.calleesOf(group.members[0]!).filter((f) => order.has(f));
    const names = callees.map((f) => [this.idOf(f), this.nameOf(f, roundFor(group, f))] as const);
    return { functions, names, care: careOf(group) };
  }

  private nameOf(f: PackedFunction, round: Group['round'] | null): string | null {
    return round && (round === 'last' ? this.idOf(f) : `${this.idOf(f)} at first`);
  }

  /** Summaries that the hand has not seen yet, by the names under which they are looked for. */
  private needed(task: readonly Group[], sent: Set<string>): [string, Uint8Array][] {
    const needed: [string, Uint8Array][] = [];
    for (const group of task)
      for (const f of group.members)
        for (const callee of this.calleesOf(f)) {
          const verdict = this.verdictFor(group, callee);
          const name = this.nameOf(callee, roundFor(group, callee));
          if (!verdict || !name || sent.has(name)) continue;
          sent.add(name);
          needed.push([name, verdict.summary]);
        }
    return needed;
  }

  private verdictFor(group: Group, callee: PackedFunction): Verdict | undefined {
    const round = roundFor(group, callee);
    return round ? this.verdicts[round].get(callee) : undefined;
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
  private giveUp(group: Group, problem: string): void {
    for (const f of group.members) this.problems.set(f, problem);
    this.finish(group, []);
  }

  private finish(group: Group, verdicts: readonly Verdict[]): void {
    const done = [{ group, verdicts }];
    for (const { group, verdicts } of done) {
      verdicts.forEach((verdict, i) => {
        this.verdicts[group.round].set(group.members[i]!, verdict);
      });
      this.left--;
      this.countDown(group);
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
    group.key = this.keys.keyOf(group.members, careOf(group), (f) => this.verdictFor(group, f)?.hash ?? '');
    const known = this.news.get(id)?.get(group.key) ?? this.keptIn(id).get(group.key);
    if (known?.length === group.members.length && known.every((verdict) => this.looksSame(verdict))) {
      this.note(group, known);
      return known;
    }
    const waiting = this.ready.get(id);
    if (waiting) waiting.push(group);
    else this.ready.set(id, [group]);
    return null;
  }

  /** What is said in words names lines, which may have moved. */
  private looksSame({ looks }: Verdict): boolean {
    return looks.every(([id, look]) => this.request.program.lookOf(id) === look);
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

  /** A unit that is done is kept at once: whoever ends a long run finds it half done the next time. */
  private countDown({ members }: Group): void {
    const { id } = members[0]!.unit;
    const left = this.leftIn.get(id)! - 1;
    this.leftIn.set(id, left);
    if (left > 0) return;
    const [news, kept] = [this.news.get(id), this.kept.get(id)];
    const same = kept?.size === news?.size && [...(news?.keys() ?? [])].every((key) => kept?.has(key));
    if (news && !same) this.request.cache.keepVerdicts(id, this.request.options, news);
  }

  private report(): void {
    this.request.step(this.groups.length - this.left, this.groups.length);
  }

  private conclude(): AnalysisResult {
    const { program } = this.request;
    const own = this.functions.filter((f) => !isModel(f));
    return conclude(
      own.map((f): Concluded => {
        const verdict = this.verdicts.last.get(f);
        const { instructions } = f.entry.body!;
        if (!verdict) return { ...NOT_ANALYSED, function: f, instructions, failed: this.problems.get(f) ?? 'left out' };
        const { findings, steps, stopped, complete } = verdict;
        const told = findings.length === 0 ? NOTHING_TOLD : openFindings(program, findings);
        return { ...told, function: f, steps, stopped, summary: { complete }, instructions };
      }),
    );
  }
}

const NOT_ANALYSED = { ...NOTHING_TOLD, steps: 0, stopped: null, summary: { complete: false } };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
