// A map with constant-time fork: copy on write, both copies share their content until one of them changes.
// The representation of abstract states: most forks are discarded before anything is written to them.
//
// Hot: every state of the modular engine has several.

/** Hot: faster than the copy constructor of Map. */
export function copyMap<K, V>(map: ReadonlyMap<K, V>): Map<K, V> {
  const copy = new Map<K, V>();
  for (const [key, value] of map) copy.set(key, value);
  return copy;
}

export class ForkingMap<K, V> implements ReadonlyMap<K, V> {
  private isShared = false;

  constructor(private content: Map<K, V> = new Map()) {}

  fork(): ForkingMap<K, V> {
    const copy = new ForkingMap(this.content);
    copy.isShared = true;
    this.isShared = true;
    return copy;
  }

  /** The current content, read-only. */
  get plain(): ReadonlyMap<K, V> {
    return this.content;
  }

  /** Do both still share the content that they had at the fork? */
  shares(other: ForkingMap<K, V>): boolean {
    return this.content === other.content;
  }

  get size(): number {
    return this.content.size;
  }

  get(key: K): V | undefined {
    return this.content.get(key);
  }

  has(key: K): boolean {
    return this.content.has(key);
  }

  set(key: K, value: V): this {
    this.own().set(key, value);
    return this;
  }

  delete(key: K): boolean {
    return this.content.has(key) && this.own().delete(key);
  }

  keys(): MapIterator<K> {
    return this.content.keys();
  }

  values(): MapIterator<V> {
    return this.content.values();
  }

  entries(): MapIterator<[K, V]> {
    return this.content.entries();
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.content[Symbol.iterator]();
  }

  forEach(visit: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    this.content.forEach(visit);
  }

  private own(): Map<K, V> {
    if (!this.isShared) return this.content;
    this.content = copyMap(this.content);
    this.isShared = false;
    return this.content;
  }
}
