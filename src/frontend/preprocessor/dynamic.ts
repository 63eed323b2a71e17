// Macros whose value depends on where and when they are used: `__LINE__`, `__COUNTER__`, `__has_include`, `_Pragma` …
// Called by expand.ts; each is replaced by one token.

import { basename, resolve } from 'node:path';
import { findParenthesis, nextReal, pushOne } from './expand.js';
import { findHeader, readHeader } from './include.js';
import { keepNoRecord } from './include-records.js';
import { Dynamic, type Macro } from './macros.js';
import { destringize, isObeyed, obey, pragmaText } from './pragma.js';
import { Mode, type Reader } from './reader.js';
import { ORIGIN_SHIFT, Origin, S, SHIFT, Sort, WHITE } from './spellings.js';

/** The names that every compiler has; compiler-facts.ts knows which of the others there are. */
export const DYNAMIC_MACROS: Readonly<Record<string, Dynamic>> = {
  __FILE__: Dynamic.File,
  __LINE__: Dynamic.Line,
  __DATE__: Dynamic.Date,
  __TIME__: Dynamic.Time,
  _Pragma: Dynamic.Pragma,
};

export const OPTIONAL_MACROS: Readonly<Record<string, Dynamic>> = {
  __BASE_FILE__: Dynamic.BaseFile,
  __FILE_NAME__: Dynamic.FileName,
  __TIMESTAMP__: Dynamic.Timestamp,
  __COUNTER__: Dynamic.Counter,
  __INCLUDE_LEVEL__: Dynamic.IncludeLevel,
  __has_include: Dynamic.HasInclude,
  __has_include_next: Dynamic.HasIncludeNext,
  __has_embed: Dynamic.HasEmbed,
};

/** False if the name stays. */
export function expandDynamic(r: Reader, macro: Macro, token: number): boolean {
  if (macro.dynamic === Dynamic.Pragma) return !r.inDirective && expandPragma(r, token);
  if (macro.dynamic === Dynamic.HasInclude || macro.dynamic === Dynamic.HasIncludeNext) {
    return pushNumber(r, hasInclude(r, macro.dynamic === Dynamic.HasIncludeNext) ? 1 : 0);
  }
  if (macro.dynamic === Dynamic.HasEmbed) {
    r.stop('refused', '__has_embed');
    return false;
  }
  if (macro.dynamic === Dynamic.Asked) return askCompiler(r, macro);
  const value = computed(r, macro);
  return typeof value === 'number' ? pushNumber(r, value) : pushText(r, quoteText(value), Sort.String);
}

function computed(r: Reader, macro: Macro): number | string {
  const name = r.entered?.name ?? '';
  switch (macro.dynamic) {
    case Dynamic.Line:
      return lineOf(r, macro);
    case Dynamic.Counter:
      keepNoRecord(r);
      return r.counter++;
    case Dynamic.IncludeLevel:
      keepNoRecord(r);
      return r.stack.length - 1;
    case Dynamic.BaseFile:
      keepNoRecord(r);
      return r.mainFile;
    case Dynamic.FileName:
      return basename(name);
    case Dynamic.Date:
      return dateText(translationTime());
    case Dynamic.Time:
      return timeText(translationTime());
    case Dynamic.Timestamp:
      return timestampOf(r);
    default:
      return name;
  }
}

function lineOf(r: Reader, macro: Macro): number {
  if (r.dialect.linesAtEnd && !r.inDirective) return r.invocationEnd;
  if (macro.value > 0) return macro.value;
  return r.inDirective && r.entered ? r.line : r.invocationLine;
}

function pushNumber(r: Reader, value: number): boolean {
  return pushText(r, String(value), Sort.Number);
}

function pushText(r: Reader, text: string, sort: Sort): boolean {
  const id = r.spellings.add(Buffer.from(text), sort);
  pushOne(r, (id << SHIFT) | (Origin.Compiler << ORIGIN_SHIFT));
  return true;
}

const quoteText = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;

// ---- times -------------------------------------------------------------------------------------------------------

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** SOURCE_DATE_EPOCH stands for a time in UTC, as if it were the local one. */
function translationTime(): Date {
  const epoch = process.env.SOURCE_DATE_EPOCH;
  if (epoch === undefined || !/^\d{1,12}$/.test(epoch)) return new Date();
  const time = new Date(Number(epoch) * 1000);
  return new Date(time.getTime() + time.getTimezoneOffset() * 60_000);
}

const two = (n: number, fill: '0' | ' '): string => String(n).padStart(2, fill);

const dateText = (d: Date): string => `${MONTHS[d.getMonth()]} ${two(d.getDate(), ' ')} ${d.getFullYear()}`;

const timeText = (d: Date): string => [d.getHours(), d.getMinutes(), d.getSeconds()].map((n) => two(n, '0')).join(':');

/** When the file that is being read was last changed, as `asctime` writes it. */
function timestampOf(r: Reader): string {
  const look = r.files.look(resolve(r.directory, r.entered?.path ?? ''));
  if (!look) return '??? ??? ?? ??:??:?? ????';
  const d = new Date(look.time);
  return `${DAYS[d.getDay()]} ${MONTHS[d.getMonth()]} ${two(d.getDate(), ' ')} ${timeText(d)} ${d.getFullYear()}`;
}

// ---- questions ---------------------------------------------------------------------------------------------------

function hasInclude(r: Reader, next: boolean): boolean {
  if (!r.inDirective) {
    r.stop('error', '__has_include used outside of a preprocessing directive');
    return false;
  }
  if (!findParenthesis(r)) {
    r.stop('error', "missing '(' after __has_include");
    return false;
  }
  const header = readHeader(r, nextReal(r));
  if (header === null || nextReal(r) >> SHIFT !== S.RightParen) {
    r.stop('error', 'operator __has_include requires a header name');
    return false;
  }
  const found = findHeader(r, header, next);
  if (found) r.read.push(found.path);
  return found !== null;
}

/** `__has_attribute(x)`: the operands are not replaced, and the compiler is asked about them once. */
function askCompiler(r: Reader, macro: Macro): boolean {
  const name = r.spellings.text(macro.name);
  const operand = readOperand(r);
  const answer = operand === null ? null : r.facts.answer(`${name}(${operand})`);
  if (answer === null) {
    r.stop('refused', `${name}, about which the compiler gives no answer`);
    return false;
  }
  return pushText(r, answer, Sort.Number);
}

/** Up to the parenthesis; null if there is none. */
function readOperand(r: Reader): string | null {
  r.frozen++;
  const { mode } = r;
  r.mode = Mode.Arguments;
  let text: string | null = null;
  if (nextReal(r) >> SHIFT === S.LeftParen) {
    text = '';
    for (let level = 1; ; ) {
      const token = nextReal(r);
      const id = token >> SHIFT;
      if (id === S.LeftParen) level++;
      if (id === S.End) text = null;
      if (id === S.End || (id === S.RightParen && --level === 0)) break;
      text += ((token & WHITE) !== 0 && text !== '' ? ' ' : '') + r.spellings.text(id);
    }
  }
  r.mode = mode;
  r.frozen--;
  return text;
}

/** `_Pragma("…")` becomes a token that prints itself as a line. */
function expandPragma(r: Reader, token: number): boolean {
  r.frozen++;
  const { mode } = r;
  r.mode = Mode.Arguments;
  const words = [nextReal(r), nextReal(r), nextReal(r)].map((token) => token >> SHIFT);
  r.mode = mode;
  r.frozen--;
  const isRight = words[0] === S.LeftParen && r.spellings.sorts[words[1]!] === Sort.String && words[2] === S.RightParen;
  if (!isRight) {
    r.stop('error', '_Pragma takes a parenthesized string literal');
    return false;
  }
  const pragma = destringize(r, words[1]!);
  if (isObeyed(r, pragma)) {
    obey(r, pragma);
    return pushNothing(r);
  }
  const id = r.spellings.add(Buffer.from(pragmaText(r, pragma)), Sort.Pragma);
  pushOne(r, (id << SHIFT) | (token & WHITE));
  return true;
}

function pushNothing(r: Reader): boolean {
  r.pushContext(r.arena, 0, 0, null);
  return true;
}
