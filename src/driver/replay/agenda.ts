// What a search for a route tries next: the changes of the runs so far, made one at a time when their turn comes.
// Between route-search.ts, which runs, and alternatives.ts, which proposes.

/** Attempts that follow from one run, the likeliest first. */
export interface Prospects<T> {
  /** How far that run came: what follows from the furthest is tried first. */
  readonly progress: number;
  /** Of the first attempt, and between two of them. Cheap ones come first. */
  readonly cost: number;
  readonly step: number;
  readonly attempts: Iterator<T>;
}

interface Stream<T> extends Prospects<T> {
  cost: number;
}

/** In every such turn how far runs came does not count: what came furthest may be a dead end. */
const OTHER_TURN = 4;

export class Agenda<T> {
  private readonly streams: Stream<T>[] = [];
  private turns = 0;

  add(prospects: Prospects<T>): void {
    this.streams.push({ ...prospects });
  }

  /** The next attempt, with its cost; null if nothing is left to try. */
  next(): { readonly attempt: T; readonly cost: number } | null {
    const before = ++this.turns % OTHER_TURN === 0 ? isCheaper : isFurther;
    for (let best = this.first(before); best; best = this.first(before)) {
      const { cost } = best;
      const { value, done } = best.attempts.next();
      if (done) this.streams.splice(this.streams.indexOf(best), 1);
      else {
        best.cost += best.step;
        return { attempt: value, cost };
      }
    }
    return null;
  }

  private first(before: Before): Stream<T> | null {
    let best: Stream<T> | null = null;
    for (const stream of this.streams) if (!best || before(stream, best)) best = stream;
    return best;
  }
}

/** Does the first come before the second? Of equals the older one. */
type Before = (a: Stream<unknown>, b: Stream<unknown>) => boolean;

const isFurther: Before = (a, b) => a.progress > b.progress || (a.progress === b.progress && a.cost < b.cost);
const isCheaper: Before = (a, b) => a.cost < b.cost || (a.cost === b.cost && a.progress > b.progress);
