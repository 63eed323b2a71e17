// The text of a file around a finding, as far as fixes must know it: functions, statements, indentation, the style of braces and tests.
// By the look of the text alone: whether a fix is right is what the analysis of the changed program says.

/** Comments, strings and directives as blanks, so that what is searched for is code; columns stay. */
export function blankOut(text: string): string {
  const noise = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:[^\n\\]|\\[\s\S])*/gm;
  return text.replace(noise, (found) =>
    found.replace(/[^\n]/g, (_, i: number) => (found[0] === '"' && (i === 0 || i === found.length - 1) ? '"' : ' ')),
  );
}

export class Code {
  /** As written, and with comments and strings as blanks; line n is element n - 1. */
  readonly lines: readonly string[];
  readonly plain: readonly string[];

  constructor(readonly text: string) {
    this.lines = text.split(/\r?\n/);
    this.plain = blankOut(text).split(/\r?\n/);
  }

  line(n: number): string {
    return this.lines[n - 1] ?? '';
  }

  code(n: number): string {
    return this.plain[n - 1] ?? '';
  }

  indent(n: number): string {
    return /^\s*/.exec(this.line(n))![0];
  }

  /** The lines of the function around a line: from the brace in the first column, or what looks like it, to its end. */
  functionAround(n: number): { readonly first: number; readonly last: number } | null {
    let depth = 0;
    let first = 0;
    for (let i = 1; i <= this.plain.length; i++) {
      for (const c of this.code(i)) {
        if (c === '{' && depth++ === 0) first = i;
        if (c !== '}') continue;
        depth = Math.max(0, depth - 1);
        if (depth === 0 && first <= n && n <= i) return { first, last: i };
      }
    }
    return null;
  }

  /** The last line of the statement that begins in this line: that of its semicolon outside of parentheses. */
  endOfStatement(n: number): number | null {
    let depth = 0;
    for (let i = n; i <= Math.min(this.plain.length, n + 40); i++) {
      for (const c of this.code(i)) {
        if (c === '(') depth++;
        if (c === ')') depth--;
        if (depth === 0 && (c === '{' || c === '}')) return null;
        if (depth === 0 && c === ';') return i;
      }
    }
    return null;
  }

  /** The line where the statement begins that this line belongs to. */
  startOfStatement(n: number): number {
    let i = n;
    while (i > 1 && !/[;{}:]\s*$/.test(this.before(i)) && !this.isHead(i - 1) && /\S/.test(this.before(i))) i--;
    return i;
  }

  /** Is the statement in this line the body of an `if`, `else` or loop, without braces? */
  isBareBody(n: number): boolean {
    const above = this.codeAbove(n);
    return above !== null && (this.isHead(above) || /\belse\s*$/.test(this.code(above)));
  }

  /** The nearest line above with code. */
  codeAbove(n: number): number | null {
    for (let i = n - 1; i >= 1; i--) if (/\S/.test(this.code(i))) return i;
    return null;
  }

  /** One more level. */
  deeper(indent: string): string {
    if (indent.endsWith('\t')) return `${indent}\t`;
    const steps = this.lines.map((line) => /^ +(?=\S)/.exec(line)?.[0].length ?? 0).filter((size) => size > 0);
    if (steps.length === 0) return `${indent}\t`;
    return indent + ' '.repeat(Math.min(8, Math.max(2, steps.reduce(gcd))));
  }

  /** `if (…)` and `{` in one line, or in two, or in two with the brace halfway between head and body, as in GNU style. */
  get bracesStand(): 'behind' | 'below' | 'halfway' {
    const behind = this.plain.filter((line) => /\)\s*\{\s*$/.test(line) && /^\s/.test(line)).length;
    const alone = this.plain.flatMap((line, i) => (/^\s+\{\s*$/.test(line) ? [i + 1] : []));
    if (behind >= alone.length) return 'behind';
    const deeper = alone.filter((n) => this.indent(n).length > this.indent(this.codeAbove(n) ?? n).length);
    return 2 * deeper.length > alone.length ? 'halfway' : 'below';
  }

  /** How null is tested for here. */
  testForNull(pointer: string): string {
    const count = (pattern: RegExp) => this.plain.filter((line) => pattern.test(line)).length;
    const short = count(/\bif \(!\s*[\w>.-]+\)/);
    return count(/==\s*NULL\b/) > short ? `${pointer} == NULL` : `!${pointer}`;
  }

  /** `if (`, or `if(`. */
  get ifWord(): string {
    const count = (pattern: RegExp) => this.plain.filter((line) => pattern.test(line)).length;
    return count(/\bif\(/) > count(/\bif \(/) ? 'if(' : 'if (';
  }

  private before(n: number): string {
    const above = this.codeAbove(n);
    return above === null ? '' : this.code(above);
  }

  /** Does the line end the head of an `if` or a loop? Its parentheses may have begun above. */
  private isHead(n: number): boolean {
    const code = this.code(n).trimEnd();
    if (!code.endsWith(')')) return false;
    let depth = 0;
    for (let i = n; i > Math.max(0, n - 12); i--) {
      const line = i === n ? code : this.code(i);
      for (let c = line.length - 1; c >= 0; c--) {
        if (line[c] === ')') depth++;
        if (line[c] === '(' && --depth === 0) return /\b(?:if|while|for|switch)\s*$/.test(line.slice(0, c));
      }
    }
    return false;
  }
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
