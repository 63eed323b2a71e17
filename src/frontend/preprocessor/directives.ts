// Directives (C17 6.10): what each does. Conditional groups that are not taken are passed over in one step.
// Called by the reader when it comes to a directive; #include is in include.ts, #if in condition.ts.

import { evaluate } from './condition.js';
import { nextReal } from './expand.js';
import { include } from './include.js';
import { parseMacro } from './macros.js';
import { isObeyed, obey, pragmaText } from './pragma.js';
import { Mode, type Reader } from './reader.js';
import { ORIGIN_SHIFT, Origin, SHIFT, Sort, WHITE } from './spellings.js';
import { D, type Directive } from './token-file.js';

/** Executes a directive and goes on behind it, or behind the groups it excludes. */
export function execute(r: Reader, directive: Directive): void {
  const { mode, frozen, invocationLine } = r;
  const index = r.directive;
  r.mode = Mode.Text;
  r.frozen = 0;
  if (mode === Mode.Arguments && directive.kind >= D.Include && directive.kind <= D.Pragma) {
    r.stop('refused', 'a directive among the arguments of a macro');
  } else if (directive.kind <= D.Endif) runConditional(r, directive, index);
  else {
    openOperands(r, directive);
    run(r, directive);
    r.inDirective = false;
    if (!r.stopped) r.continueAt(directive.end, index + 1);
  }
  r.mode = mode;
  r.frozen = frozen;
  r.invocationLine = invocationLine;
  const { pending } = r;
  r.pending = null;
  if (pending && !r.stopped) pending();
}

/** The tokens up to the end of the directive are read next. */
function openOperands(r: Reader, { hash, first, end }: Directive): void {
  r.inDirective = true;
  r.pos = first;
  r.limit = end;
  r.line = r.lines[hash]! + r.shift;
  r.column = r.columns[hash]!;
  r.invocationLine = r.line;
}

function run(r: Reader, directive: Directive): void {
  switch (directive.kind) {
    case D.Define:
      return define(r, directive);
    case D.Undef:
      return undefine(r, directive);
    case D.Include:
    case D.IncludeNext:
    case D.Import:
      return include(r, directive);
    case D.Line:
    case D.Marker:
      return renumber(r, directive);
    case D.Pragma:
      return pragma(r, directive);
    case D.Ident:
      return r.printer.directive(`#ident ${textOf(r, directive)}`, r.line);
    case D.Error:
      return r.stop('error', `#error ${textOf(r, directive)}`);
    case D.Warning:
    case D.Nothing:
      return;
    case D.Embed:
    case D.Assert:
      return r.stop('refused', 'a directive that only the compiler knows');
    default:
      return r.stop('error', `invalid preprocessing directive #${textOf(r, directive)}`);
  }
}

/** The operands as they are written, with single spaces. */
function textOf(r: Reader, { first, end }: Directive): string {
  const words = Array.from(r.tokens.subarray(first, end), (token, i) => {
    const text = r.spellings.text(token >> SHIFT);
    return i > 0 && (token & WHITE) !== 0 ? ` ${text}` : text;
  });
  return words.join('');
}

// ---- macros ------------------------------------------------------------------------------------------------------

/** What a #define defines is made once, however often the file is read. */
export function define(r: Reader, directive: Directive): void {
  const origin: Origin = r.originBits >> ORIGIN_SHIFT;
  let { macro } = directive;
  if (macro === null || macro.origin !== origin) {
    const parsed = parseMacro(r.tokens.subarray(directive.first, directive.end), r.spellings, origin);
    if (typeof parsed === 'string') return r.stop('error', parsed);
    macro = parsed;
    directive.macro = macro;
  }
  if (macro.vaOpt && !r.dialect.vaOpt) return r.stop('refused', '__VA_OPT__ in a language without it');
  r.define(macro.name, macro);
}

function undefine(r: Reader, { first, end }: Directive): void {
  const name = first < end ? r.tokens[first]! >> SHIFT : 0;
  if (r.spellings.sorts[name] !== Sort.Name) return r.stop('error', 'macro names must be identifiers');
  r.define(name, undefined);
}

// ---- conditions --------------------------------------------------------------------------------------------------

function runConditional(r: Reader, directive: Directive, index: number): void {
  const { conditions } = r.entered!;
  if (directive.kind <= D.Ifndef) {
    const holds = test(r, directive);
    conditions.push({ taken: holds, last: false });
    if (r.stopped) return;
    return holds ? r.continueAt(directive.end, index + 1) : skip(r, directive);
  }
  if (conditions.length === 0) return r.stop('error', `#${nameOf(directive.kind)} without #if`);
  if (directive.kind !== D.Endif) return skip(r, directive);
  conditions.pop();
  r.continueAt(directive.end, index + 1);
}

/** From a group that is over, or not taken, to the one that is taken, or behind the #endif. */
function skip(r: Reader, from: Directive): void {
  const { conditions } = r.entered!;
  const condition = conditions.at(-1)!;
  let index = from.next;
  if (from.kind === D.Else) condition.last = true;
  for (; ; index = r.directives[index]!.next) {
    const directive = r.directives[index];
    if (!directive) return r.stop('error', 'unterminated #if');
    if (directive.kind === D.Endif) {
      conditions.pop();
      return r.continueAt(directive.end, index + 1);
    }
    if (condition.last) return r.stop('error', `#${nameOf(directive.kind)} after #else`);
    if (directive.kind === D.Else) condition.last = true;
    if (condition.taken) continue;
    const isIgnored = directive.kind > D.Elif && directive.kind < D.Else && !r.dialect.elifdef;
    condition.taken = directive.kind === D.Else || (!isIgnored && test(r, directive));
    if (r.stopped) return;
    if (condition.taken) return r.continueAt(directive.end, index + 1);
  }
}

function test(r: Reader, directive: Directive): boolean {
  const { kind, first, end } = directive;
  if (kind === D.If || kind === D.Elif) {
    openOperands(r, directive);
    const holds = evaluate(r);
    r.inDirective = false;
    return holds;
  }
  const name = first < end ? r.tokens[first]! >> SHIFT : 0;
  if (r.spellings.sorts[name] !== Sort.Name) r.stop('error', `no macro name given in #${nameOf(kind)} directive`);
  const isDefined = r.lookUp(name) !== undefined;
  return kind === D.Ifdef || kind === D.Elifdef ? isDefined : !isDefined;
}

const nameOf = (kind: D): string => D[kind]!.toLowerCase();

// ---- lines and pragmas -------------------------------------------------------------------------------------------

/** `#line 12 "file.c"`, and `# 12 "file.c" 3`. */
function renumber(r: Reader, directive: Directive): void {
  const number = r.spellings.text(nextReal(r) >> SHIFT);
  if (!/^\d{1,10}$/.test(number)) return r.stop('error', `"${number}" after #line is not a positive integer`);
  const name = r.spellings.text(nextReal(r) >> SHIFT);
  const flags = [nextReal(r), nextReal(r)].map((token) => r.spellings.text(token >> SHIFT));
  if (name !== '' && !/^"([^"\\]|\\["\\])*"$/.test(name)) return r.stop('refused', `the file name of #line: ${name}`);
  if (flags.includes('1') || flags.includes('2')) return r.stop('refused', 'a line marker that enters a file');
  const entered = r.entered!;
  if (name !== '') entered.name = name.slice(1, -1).replace(/\\(.)/g, '$1');
  entered.shift = Number(number) - (directive.last + 1);
  r.shift = entered.shift;
  if (directive.kind === D.Marker) r.changeOrigin(flags.includes('3') ? Origin.System : Origin.Own);
  r.printer.renameFile(entered.name, entered.origin, Number(number), '');
}

function pragma(r: Reader, { first, end, hash }: Directive): void {
  const line = r.lines[hash]! + r.shift;
  if (first === end) return r.printer.directive('#pragma ', line);
  const tokens = r.tokens.subarray(first, end);
  if (!isObeyed(r, tokens)) return r.printer.directive(pragmaText(r, tokens), line);
  r.printer.startLine(line, r.columns[first]!, r.originBits);
  obey(r, tokens);
}
