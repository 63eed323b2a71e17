// Deterministic random numbers: a small generator of our own, and the sequence that glibc's rand() gives.
// The first feeds nondeterministic inputs and failing allocations; the second is what the program sees.

/** splitmix32: every seed, however small, gives an unrelated sequence. */
export class Random {
  private state: number;
  constructor(seed: number) {
    this.state = seed | 0;
  }
  next(): number {
    this.state = (this.state + 0x9e3779b9) | 0;
    let z = this.state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  }
  below(n: number): number {
    return this.next() % n;
  }
}

/** The additive feedback generator behind rand() and random() of glibc. */
export class GlibcRandom {
  private readonly r: number[] = [];
  constructor(seed: number) {
    this.seed(seed);
  }
  seed(seed: number): void {
    const { r } = this;
    r.length = 0;
    r.push((seed | 0) === 0 ? 1 : seed | 0);
    for (let i = 1; i < 31; i++) {
      const previous = r[i - 1]!;
      let word = 16807 * (previous % 127773) - 2836 * Math.trunc(previous / 127773);
      if (word < 0) word += 2147483647;
      r.push(word);
    }
    for (let i = 31; i < 34; i++) r.push(r[i - 31]!);
    for (let i = 34; i < 344; i++) r.push((r[i - 31]! + r[i - 3]!) | 0);
    r.splice(0, r.length - 31);
  }
  next(): number {
    const { r } = this;
    const word = (r[0]! + r[28]!) | 0;
    r.push(word);
    r.shift();
    return word >>> 1;
  }
}
