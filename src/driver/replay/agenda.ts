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

export class Agenda<T> {
  private readonly streams: Stream<T>[] = [];

  add(prospects: Prospects<T>): void {
    this.streams.push({ ...prospects });
  }

  /** The next attempt, with its cost; null if nothing is left to try. */
  next(): { readonly attempt: T; readonly cost: number } | null {
    for (let best = this.best(); best; best = this.best()) {
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

  private best(): Stream<T> | null {
    let best: Stream<T> | null = null;
    for (const stream of this.streams)
      if (!best || stream.progress > best.progress || (stream.progress === best.progress && stream.cost < best.cost))
        best = stream;
    return best;
  }
}
