// The story of a run that shows an error: what led to it, step by step, with the heap at each step.
// The run is repeated twice: once to write it down, once to look at the heap at the moments that matter.

import type { Location } from '../../../base/source.js';
import type { Drawing } from '../../../engines/drawing.js';
import type { Rule, Site } from '../../../engines/engine.js';
import { nameLine, sentenceOf } from '../../../engines/shared/sentences.js';
import { pointerIn } from '../../../findings/wording.js';
import { type Chronicle, LONGEST_CHRONICLE, writeChronicle } from '../../../interp/chronicle.js';
import type { Linkage } from '../../../interp/linkage.js';
import type { Machine } from '../../../interp/machine.js';
import type { RunOptions } from '../../../interp/options.js';
import { type HeapSnapshot, takeSnapshot } from '../../../interp/snapshot.js';
import { runWithStops } from '../../../interp/stops.js';
import type { FunctionBody, GlobalVariable, LocalVariable } from '../../../ir/program.js';
import { walkNode } from '../../../ir/walk.js';
import { isInModel } from '../../../models/origin.js';
import { culpritIn } from './culprit.js';
import { type Moment, Moments } from './moments.js';
import { holderOf, waysIn } from './names.js';
import { originsOf } from './origin.js';
import { drawSnapshot } from './picture.js';

/** A run that shows an error, and where. */
export interface Telling {
  readonly linkage: Linkage;
  readonly options: RunOptions;
  readonly rule: Rule;
  /** The allocation in question, by its number. */
  readonly serial: number | null;
  /** The number of instructions before the one that loses the memory; null: the last instruction of the run is in error. */
  readonly after: number | null;
  /** What is wrong beyond the rule. */
  readonly how?: string;
}

export interface Story {
  readonly steps: readonly (Moment & { readonly heap: Drawing })[];
  readonly site: Site;
  readonly function: string;
  readonly message: string;
  /** The code that the message quotes, in this order. */
  readonly quotes?: readonly Site[];
  readonly heap: Drawing;
  readonly heapAfter: Drawing | null;
}

/** Null if the run is too long to be told. */
export function tellStory(telling: Telling): Story | null {
  const { linkage, options, serial, rule } = telling;
  const steps = telling.after === null ? LONGEST_CHRONICLE : telling.after + 1;
  const chronicle = writeChronicle(linkage, options, { steps, serial });
  const after = telling.after ?? (chronicle?.nodes.length ?? 0) - 1;
  if (!chronicle || after < 0 || chronicle.nodes.length <= after) return null;
  const isOwn = (body: FunctionBody) => !isInModel(body.source) && !linkage.isModel(body);
  const camera = new Camera(telling, chronicle, isOwn);
  const found = placeOfLoss(camera, chronicle, new Moments(chronicle, isOwn).ownStep(after));
  if (!found) return null;
  const { place, before } = found;
  const subject = subjectOf(telling, chronicle, place, before);
  const moments = new Moments(chronicle, isOwn, /\w+/.exec(subject.facts.name ?? '')?.[0] ?? null);
  const since = rule === 'null-dereference' ? place : (chronicle.born ?? 0);
  for (const source of subject.origins) moments.leadTo({ ...source, since: 0 });
  if (chronicle.born !== null) moments.leadToBirth(chronicle.born, place);
  if (chronicle.freed !== null && chronicle.freed < after)
    moments.leadTo({ step: chronicle.freed, message: 'freed here', since });
  moments.leadTo({ step: place, message: null, since: subject.origins[0]?.step ?? since });
  const told = moments.all().filter(({ step }) => step < place);
  const shots = camera.shoot([...told.map(({ step }) => step), place, after + 1]);
  return {
    steps: told.map((moment) => ({ ...moment, heap: shots.get(moment.step) ?? NOTHING })),
    site: moments.siteOf(place),
    function: moments.bodyAt(place).symbol.name,
    message: sentenceOf({ rule, how: telling.how ?? null, ...subject.facts, ...linesOf(chronicle, moments, place) }),
    heap: shots.get(place) ?? NOTHING,
    heapAfter: rule === 'leak' ? (shots.get(after + 1) ?? null) : null,
  };
}

const NOTHING: Drawing = { title: 'Heap of the run', nodes: [], edges: [], notes: [] };

const placeOf = ({ source, at }: Site): Location => source.locate(at);

function linesOf({ born, freed }: Chronicle, moments: Moments, place: number) {
  const here = placeOf(moments.siteOf(place));
  const lineOf = (at: number) => (at < 0 ? null : nameLine(placeOf(moments.siteOf(at)), here));
  return {
    allocatedIn: born === null ? null : lineOf(moments.birthplace(born, place)),
    freedIn: freed === null ? null : lineOf(moments.ownStep(freed)),
  };
}

/** Where the error is told, with the heap before. A return whose result overwrites a pointer of the caller is told as the call. */
function placeOfLoss(camera: Camera, { nodes, by, activations }: Chronicle, step: number) {
  const before = step < 0 ? undefined : camera.look([step]).get(step);
  if (!before) return null;
  const call = activations[by[step]!]!.calledAt;
  const node = nodes[call];
  const isResult = nodes[step]!.kind === 'return' && node?.kind === 'call' && node.result !== null;
  if (!isResult || before.focus === null || isHeldInside(before.snapshot, before.focus)) return { place: step, before };
  const earlier = camera.look([call]).get(call);
  return earlier ? { place: call, before: earlier } : { place: step, before };
}

/** Does a variable of the innermost frame lead to the object? */
const isHeldInside = (snapshot: HeapSnapshot, node: number): boolean => {
  const inner = { ...snapshot, frames: snapshot.frames.slice(0, 1), globals: [] };
  return waysIn(inner).has(node);
};

// ---- the subject -----------------------------------------------------------------------------------------------------

interface Subject {
  readonly facts: { readonly name: string | null; readonly how?: string };
  readonly origins: ReturnType<typeof originsOf>;
}

function subjectOf({ rule }: Telling, chronicle: Chronicle, place: number, { snapshot, focus }: Look): Subject {
  const node = chronicle.nodes[place]!;
  const { source } = chronicle.activations[chronicle.by[place]!]!.body;
  if (rule === 'leak') {
    const name = focus === null ? null : holderOf(snapshot, focus);
    return { facts: { name, how: howLost(chronicle, place) }, origins: [] };
  }
  const isAtFault = (value: { readonly kind: string; readonly node?: number }) =>
    rule === 'null-dereference' ? value.kind === 'null' : focus !== null && value.node === focus;
  const culprit = culpritIn(node, snapshot, isAtFault);
  const name = culprit ? source.phrase(culprit) : pointerIn({ source, at: node.at, end: node.end });
  const origins = culprit && rule === 'null-dereference' ? originsOf(chronicle, place, culprit) : [];
  return { facts: { name }, origins };
}

/** The clause that says how the last pointer goes. */
function howLost({ nodes, by, activations }: Chronicle, place: number): string {
  const node = nodes[place]!;
  const { source, symbol } = activations[by[place]!]!.body;
  switch (node.kind) {
    case 'assign':
    case 'clear':
      return `\`${source.phrase(node.place)}\` is overwritten`;
    case 'scope-end':
      return 'its last pointer goes out of scope';
    case 'return':
      return `its last pointer is gone when \`${symbol.name}\` returns`;
    case 'call':
      return node.result === null
        ? 'nothing points to it any more'
        : `\`${source.phrase(node.result)}\` is overwritten`;
    default:
      return 'nothing points to it any more';
  }
}

// ---- the camera ------------------------------------------------------------------------------------------------------

interface Look {
  readonly snapshot: HeapSnapshot;
  /** The object in question, if there is one at this moment. */
  readonly focus: number | null;
}

const LIMITS = { nodes: 60, cellsPerNode: 12, frames: 12, characters: 40 };

/** Looks at the heap before given instructions. */
class Camera {
  private readonly mentioned = new Set<LocalVariable | GlobalVariable>();

  constructor(
    private readonly telling: Telling,
    private readonly chronicle: Chronicle,
    private readonly isOwn: (body: FunctionBody) => boolean,
  ) {}

  shoot(steps: readonly number[]): Map<number, Drawing> {
    for (const step of steps) this.mention(step);
    const { mentioned } = this;
    const isOwn = ({ function: { body } }: HeapSnapshot['frames'][number]) => body !== null && this.isOwn(body);
    const looks = [...this.look(steps)];
    return new Map(
      looks.map(([step, { snapshot, focus }]) => [step, drawSnapshot(snapshot, { focus, mentioned, isOwn })]),
    );
  }

  look(steps: readonly number[]): Map<number, Look> {
    const { linkage, options } = this.telling;
    const { leaks: _, observer: __, coverage: ___, ...again } = options;
    for (const step of steps) this.mention(step);
    const found = new Map<number, Look>();
    const isWanted = (g: GlobalVariable) => this.mentioned.has(g);
    runWithStops(
      linkage,
      again,
      [...new Set(steps)].sort((a, b) => a - b),
      (m) => {
        found.set(m.steps, { snapshot: takeSnapshot(m, { ...LIMITS, isWanted }), focus: this.focusIn(m) });
      },
    );
    return found;
  }

  /** The variables in the instruction. */
  private mention(step: number): void {
    const node = this.chronicle.nodes[step];
    if (!node) return;
    const { linkage } = this.telling;
    walkNode(node, {
      place: (p) => {
        if (p.kind === 'var')
          this.mentioned.add(p.variable.kind === 'global' ? linkage.variableOf(p.variable) : p.variable);
      },
    });
  }

  private focusIn({ memory }: Machine): number | null {
    const { serial } = this.telling;
    if (serial === null) return null;
    const id = memory.info.findIndex((info) => info?.serial === serial);
    return id > 0 ? id : null;
  }
}
