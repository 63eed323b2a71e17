// `#pragma pack`: which alignment is in force from where on.
// Read from the text by lexer.ts, or told by the preprocessor while it prints.

export interface PackChange {
  readonly at: number;
  readonly align: number;
}

export class PackPragmas {
  readonly changes: PackChange[] = [];
  private readonly stack: number[] = [];
  private align = 0;

  /**
   * A directive at an offset: pack(), pack(n), pack(push), pack(push, n), pack(pop); identifiers in between are ignored.
   * False if it is about something else.
   */
  read(directive: string, at: number): boolean {
    const pack = /^#\s*pragma\s+pack\s*\(([^)]*)\)/.exec(directive);
    if (!pack) return false;
    const words = pack[1]!.split(',').map((w) => w.trim());
    const number = words.find((w) => /^\d+$/.test(w));
    if (words[0] === 'push') this.stack.push(this.align);
    if (words[0] === 'pop') this.align = this.stack.pop() ?? 0;
    if (number !== undefined) this.align = Number(number);
    else if (words[0] === '') this.align = 0;
    this.changes.push({ at, align: this.align });
    return true;
  }
}
