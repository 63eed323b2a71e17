// Small immutable tables by number: the nodes of a state, the cells of a node. Most have a handful of rows.
// A hot path: every step creates some, and copying two arrays is much cheaper than copying a Map.

/** Up to this size a linear search is faster than an index. */
const FEW = 16;

export class Table<T> {
  /** Built when a large table is searched. */
  private index: Map<number, number> | null = null;

  private constructor(
    private readonly ids: readonly number[],
    private readonly rows: readonly T[],
  ) {}

  static readonly EMPTY: Table<never> = new Table<never>([], []);

  /** Row i has id i of the list; ids are distinct. */
  static of<T>(ids: readonly number[], rows: readonly T[]): Table<T> {
    return new Table(ids, rows);
  }

  get size(): number {
    return this.ids.length;
  }

  get(id: number): T | undefined {
    const at = this.find(id);
    return at < 0 ? undefined : this.rows[at];
  }

  has(id: number): boolean {
    return this.find(id) >= 0;
  }

  keys(): readonly number[] {
    return this.ids;
  }

  values(): readonly T[] {
    return this.rows;
  }

  /** Replaces the row with this id, or appends it. */
  with(id: number, row: T): Table<T> {
    const at = this.find(id);
    const rows = this.rows.slice();
    if (at < 0) {
      const ids = this.ids.slice();
      ids.push(id);
      rows.push(row);
      return new Table(ids, rows);
    }
    rows[at] = row;
    return new Table(this.ids, rows);
  }

  without(id: number): Table<T> {
    const at = this.find(id);
    if (at < 0) return this;
    const [ids, rows] = [this.ids.slice(), this.rows.slice()];
    ids.splice(at, 1);
    rows.splice(at, 1);
    return new Table(ids, rows);
  }

  /** Applies `change` to every row; returns the table itself if nothing changes. */
  map(change: (row: T) => T): Table<T> {
    let changed: T[] | null = null;
    for (let i = 0; i < this.rows.length; i++) {
      const row = this.rows[i]!;
      const next = change(row);
      if (next === row) continue;
      changed ??= this.rows.slice();
      changed[i] = next;
    }
    return changed ? new Table(this.ids, changed) : this;
  }

  private find(id: number): number {
    const { ids } = this;
    if (ids.length > FEW) return this.indexed().get(id) ?? -1;
    for (let i = 0; i < ids.length; i++) if (ids[i] === id) return i;
    return -1;
  }

  private indexed(): Map<number, number> {
    this.index ??= new Map(this.ids.map((id, at) => [id, at]));
    return this.index;
  }
}
