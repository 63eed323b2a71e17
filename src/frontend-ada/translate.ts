// Translates the Ada-like language of the paper to C, statement by statement, with line markers back to the `.adb`
// file. From here on it is ordinary C: the same types, the same IR, the same interpreter.

import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import { expression, name, sum } from './expressions.js';
import { readWords, type Word } from './lexer.js';
import { AdaError, type AdaType, cName, cType, Parser, type Routine } from './parser.js';

const PRELUDE = `void *calloc(unsigned long, unsigned long);
void free(void *);
void exit(int);
int __VERIFIER_nondet_int(void);`;

/** The C text, or the error. */
export function translateAda(
  file: string,
  text: string,
): { readonly bytes: Uint8Array } | { readonly failure: Diagnostic } {
  const p = new Parser(readWords(text), file);
  try {
    unit(p);
    return { bytes: new TextEncoder().encode(`${PRELUDE}\n${p.output.join('\n')}\n`) };
  } catch (error) {
    if (!(error instanceof AdaError)) throw error;
    const { line, column } = error.word;
    return { failure: diagnostic('syntax', error.message, { file, line, column }) };
  }
}

/** unit = { type | routine } { variables } { statement } : a program, or a fragment as papers print it */
function unit(p: Parser): void {
  let last: Routine | null = null;
  while (p.is('type') || p.is('procedure') || p.is('function')) {
    if (p.is('type')) typeDeclaration(p);
    else last = routine(p);
  }
  const { word } = p;
  if (word.kind === 'end') {
    if (!last) p.fail('there is nothing to run');
    p.emit(word, `int main(void) { ${callWithoutArguments(p, last)}; return 0; }`);
    return;
  }
  p.emit(word, 'int main(void)\n{');
  declarations(p);
  const begun = p.accept('begin');
  while (p.word.kind !== 'end' && !p.is('end')) statement(p);
  p.emit(p.word, 'return 0; }');
  if (begun) p.expect('end');
  p.accept(';');
}

function callWithoutArguments(p: Parser, { name: id, params }: Routine): string {
  if (params.length > 0) p.fail(`the last routine, \`${id}\`, must have no parameters: it is the program`);
  return `${cName(id)}()`;
}

// ---- types -----------------------------------------------------------------------------------------------------

/** type = "type" name ";" | "type" name "is" ("access" name | "record" { field } "end" "record") ";" */
function typeDeclaration(p: Parser): void {
  const start = p.expect('type');
  const id = p.name();
  if (p.accept('is')) {
    if (p.accept('access')) p.types.set(id, { kind: 'access', target: p.name() });
    else record(p, start, id);
  } else {
    p.types.set(id, { kind: 'record', name: id, fields: new Map() });
    p.emit(start, `struct ${cName(id)};`);
  }
  p.expect(';');
}

/** field = names ":" type ";" */
function record(p: Parser, start: Word, id: string): void {
  p.expect('record');
  const known = p.types.get(id);
  const type =
    known?.kind === 'record' ? known : ({ kind: 'record', name: id, fields: new Map<string, AdaType>() } as const);
  p.types.set(id, type);
  const lines: string[] = [];
  while (!p.accept('end')) {
    const names = namesBefore(p);
    const fieldType = p.typeNamed(p.name());
    p.expect(';');
    for (const n of names) {
      type.fields.set(n, fieldType);
      lines.push(`${cType(fieldType)}${cName(n)};`);
    }
  }
  p.expect('record');
  p.emit(start, `struct ${cName(id)} { ${lines.join(' ')} };`);
}

/** names ":" */
function namesBefore(p: Parser): string[] {
  const names = [p.name()];
  while (p.accept(',')) names.push(p.name());
  p.expect(':');
  return names;
}

// ---- routines and variables ------------------------------------------------------------------------------------

/** routine = ("procedure" | "function") name [parameters] ["return" type] "is" variables "begin" statements "end" [name] ";" */
function routine(p: Parser): Routine {
  const start = p.next();
  const id = p.name();
  const outer = p.scope;
  p.scope = new Map();
  const { params, texts } = parameters(p);
  const result: AdaType = start.text === 'function' && p.expect('return') ? p.typeNamed(p.name()) : { kind: 'none' };
  const made: Routine = { name: id, params, result };
  p.routines.set(id, made);
  p.emit(start, `static ${cType(result)}${cName(id)}(${texts.join(', ') || 'void'})\n{`);
  p.expect('is');
  declarations(p);
  p.expect('begin');
  while (!p.is('end')) statement(p);
  p.emit(p.expect('end'), '}');
  p.accept(id);
  p.expect(';');
  p.scope = outer;
  return made;
}

/** parameters = "(" names ":" ["in"] ["out"] type { ";" … } ")" */
function parameters(p: Parser): { params: { type: AdaType; mode: 'in' | 'out' }[]; texts: string[] } {
  const params: { type: AdaType; mode: 'in' | 'out' }[] = [];
  const texts: string[] = [];
  if (!p.accept('(')) return { params, texts };
  do {
    const names = namesBefore(p);
    p.accept('in');
    const mode = p.accept('out') ? 'out' : 'in';
    const type = p.typeNamed(p.name());
    for (const n of names) {
      params.push({ type, mode });
      texts.push(`${cType(type)}${mode === 'out' ? '*' : ''}${cName(n)}`);
      p.scope.set(n, { type, text: mode === 'out' ? `(*${cName(n)})` : cName(n) });
    }
  } while (p.accept(';'));
  p.expect(')');
  return { params, texts };
}

/** declarations = { type | names ":" type [":=" expression] ";" } */
function declarations(p: Parser): void {
  while (p.is('type') || (p.word.kind === 'name' && [',', ':'].includes(p.peek(1).text))) {
    if (p.is('type')) {
      typeDeclaration(p);
      continue;
    }
    const start = p.word;
    const names = namesBefore(p);
    const type = p.typeNamed(p.name());
    const value = p.accept(':=') ? expression(p).text : null;
    p.expect(';');
    for (const n of names) declare(p, start, n, type, value);
  }
}

/** An uninitialised number is arbitrary, as the γ of the paper: an input. Access variables are initially nil. */
function declare(p: Parser, start: Word, id: string, type: AdaType, value: string | null): void {
  p.scope.set(id, { type, text: cName(id) });
  if (value !== null) p.emit(start, `${cType(type)}${cName(id)} = ${value};`);
  else if (type.kind === 'access') p.emit(start, `${cType(type)}${cName(id)} = 0;`);
  else if (type.kind === 'number' && p.loopVariables.has(id)) p.emit(start, `int ${cName(id)} = 0;`);
  else if (type.kind === 'number') p.emit(start, `int ${cName(id)} = __VERIFIER_nondet_int();${inRange(id, type.low)}`);
  else p.emit(start, `${cType(type)}${cName(id)} = { 0 };`);
}

const inRange = (id: string, low: number | null): string =>
  low === null ? '' : ` if (${cName(id)} < ${low}) exit(0);`;

// ---- statements ------------------------------------------------------------------------------------------------

/** statement = if | for | while | loop | exit | return | "null" ";" | free | assignment | call */
function statement(p: Parser): void {
  const start = p.word;
  switch (start.text) {
    case 'if':
      return conditional(p);
    case 'for':
      return forLoop(p);
    case 'while':
      p.next();
      p.emit(start, `while (${expression(p).text}) {`);
      return body(p);
    case 'loop':
      p.emit(start, 'for (;;) {');
      return body(p);
    case 'exit':
      return leave(p);
    case 'return': {
      p.next();
      p.emit(start, p.is(';') ? 'return;' : `return ${expression(p).text};`);
      p.expect(';');
      return;
    }
    case 'null':
      p.next();
      p.expect(';');
      return;
    case 'free':
    case 'delete':
      return release(p);
    default:
      return simple(p);
  }
}

/** assignment = name ":=" expression ";"   call = name ";" */
function simple(p: Parser): void {
  const start = p.word;
  const target = name(p);
  if (p.accept(':=')) p.emit(start, `${target.text} = ${expression(p).text};`);
  else p.emit(start, `${target.text};`);
  p.expect(';');
}

/** free = ("free" | "delete") name ";" */
function release(p: Parser): void {
  const start = p.next();
  p.emit(start, `free(${expression(p).text});`);
  p.expect(';');
}

/** if = "if" expression "then" … { "elsif" expression "then" … } ["else" …] "end" "if" ";" */
function conditional(p: Parser): void {
  const start = p.expect('if');
  p.emit(start, `if (${expression(p).text}) {`);
  p.expect('then');
  for (;;) {
    const { word } = p;
    if (p.accept('elsif')) {
      p.emit(word, `} else if (${expression(p).text}) {`);
      p.expect('then');
    } else if (p.accept('else')) p.emit(word, '} else {');
    else if (p.is('end')) break;
    else statement(p);
  }
  p.emit(p.expect('end'), '}');
  p.expect('if');
  p.expect(';');
}

/** for = "for" name "in" ["reverse"] sum ".." sum loop ; the variable is the loop's own, the bounds are evaluated once */
function forLoop(p: Parser): void {
  const start = p.expect('for');
  const id = p.name();
  p.expect('in');
  const reverse = p.accept('reverse');
  const low = sum(p).text;
  p.expect('..');
  const high = sum(p).text;
  const v = cName(id);
  const outer = p.scope;
  p.scope = new Map(outer).set(id, { type: { kind: 'number', low: null }, text: v });
  const limit = `${v}_limit`;
  const [from, to] = reverse ? [high, low] : [low, high];
  const [test, step] = reverse ? ['>=', '--'] : ['<=', '++'];
  p.emit(start, `for (int ${limit} = ${to}, ${v} = ${from}; ${v} ${test} ${limit}; ${v}${step}) {`);
  body(p);
  p.scope = outer;
}

/** loop = "loop" { statement } "end" "loop" ";" */
function body(p: Parser): void {
  p.expect('loop');
  while (!p.is('end')) statement(p);
  p.emit(p.expect('end'), '}');
  p.expect('loop');
  p.expect(';');
}

/** exit = "exit" ["when" expression] ";" */
function leave(p: Parser): void {
  const start = p.expect('exit');
  p.emit(start, p.accept('when') ? `if (${expression(p).text}) break;` : 'break;');
  p.expect(';');
}
