// A worklist as a priority queue: takes the pending entry that is first in a given order; an entry is pending at most
// once. Used by all fixpoint solvers; a binary heap, because it is hot.

export class Worklist<T> {
  private readonly heap: { readonly item: T; readonly rank: number; readonly age: number }[] = [];
  private readonly waiting = new Set<T>();
  private age = 0;

  constructor(private readonly rankOf: (item: T) => number) {}

  get size(): number {
    return this.heap.length;
  }

  add(item: T): void {
    if (this.waiting.has(item)) return;
    this.waiting.add(item);
    this.heap.push({ item, rank: this.rankOf(item), age: this.age++ });
    this.rise(this.heap.length - 1);
  }

  take(): T | null {
    const first = this.heap[0];
    if (!first) return null;
    const last = this.heap.pop()!;
    if (this.heap.length > 0) {
      this.heap[0] = last;
      this.sink(0);
    }
    this.waiting.delete(first.item);
    return first.item;
  }

  private before(i: number, j: number): boolean {
    const [a, b] = [this.heap[i]!, this.heap[j]!];
    return a.rank < b.rank || (a.rank === b.rank && a.age < b.age);
  }

  private swap(i: number, j: number): void {
    const kept = this.heap[i]!;
    this.heap[i] = this.heap[j]!;
    this.heap[j] = kept;
  }

  private rise(from: number): void {
    for (let i = from; i > 0; ) {
      const parent = (i - 1) >> 1;
      if (!this.before(i, parent)) return;
      this.swap(i, parent);
      i = parent;
    }
  }

  private sink(from: number): void {
    for (let i = from; ; ) {
      const left = 2 * i + 1;
      const right = left + 1;
      let least = i;
      if (left < this.heap.length && this.before(left, least)) least = left;
      if (right < this.heap.length && this.before(right, least)) least = right;
      if (least === i) return;
      this.swap(i, least);
      i = least;
    }
  }
}
