// Expressions of the Ada-like language, to C, with their types: `p.next.item` depends on which parts are pointers.
// Called by translate.ts; the grammar production is above each function.

import { type AdaType, cName, type Parser } from './parser.js';

export interface Translated {
  readonly text: string;
  readonly type: AdaType;
}

const NUMBER: AdaType = { kind: 'number', low: null };
const LOGIC: Readonly<Record<string, string>> = { and: '&&', or: '||', xor: '!=' };
const RELATIONS: Readonly<Record<string, string>> = {
  '=': '==',
  '/=': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};
const SUMS: Readonly<Record<string, string>> = { '+': '+', '-': '-' };
const PRODUCTS: Readonly<Record<string, string>> = { '*': '*', '/': '/', mod: '%', rem: '%' };

/** expression = relation { ("and" ["then"] | "or" ["else"] | "xor") relation } */
export function expression(p: Parser): Translated {
  let left = relation(p);
  for (let op = LOGIC[p.word.text]; op && p.word.kind === 'name'; op = LOGIC[p.word.text]) {
    p.next();
    if (p.is('then') && op === '&&') p.next();
    if (p.is('else') && op === '||') p.next();
    left = { text: `(${left.text} ${op} ${relation(p).text})`, type: NUMBER };
  }
  return left;
}

/** relation = sum [ ("=" | "/=" | "<" | "<=" | ">" | ">=") sum ] */
function relation(p: Parser): Translated {
  const left = sum(p);
  const op = RELATIONS[p.word.text];
  if (!op) return left;
  p.next();
  return { text: `(${left.text} ${op} ${sum(p).text})`, type: NUMBER };
}

/** sum = ["-"] product { ("+" | "-") product } */
export function sum(p: Parser): Translated {
  const negative = p.accept('-');
  let left = product(p);
  if (negative) left = { text: `(-${left.text})`, type: NUMBER };
  for (let op = SUMS[p.word.text]; op; op = SUMS[p.word.text]) {
    p.next();
    left = { text: `(${left.text} ${op} ${product(p).text})`, type: NUMBER };
  }
  return left;
}

/** product = primary { ("*" | "/" | "mod" | "rem") primary } */
function product(p: Parser): Translated {
  let left = primary(p);
  for (let op = PRODUCTS[p.word.text]; op; op = PRODUCTS[p.word.text]) {
    p.next();
    left = { text: `(${left.text} ${op} ${primary(p).text})`, type: NUMBER };
  }
  return left;
}

/** primary = number | "nil" | "null" | "true" | "false" | "not" primary | "new" name | "(" expression ")" | name */
function primary(p: Parser): Translated {
  if (p.word.kind === 'number') return { text: p.next().text, type: NUMBER };
  if (p.accept('nil') || p.accept('null')) return { text: '((void *)0)', type: { kind: 'none' } };
  if (p.accept('true')) return { text: '1', type: NUMBER };
  if (p.accept('false')) return { text: '0', type: NUMBER };
  if (p.accept('not')) return { text: `(!${primary(p).text})`, type: NUMBER };
  if (p.accept('new')) return allocation(p);
  if (!p.accept('(')) return name(p);
  const inner = expression(p);
  p.expect(')');
  return { ...inner, text: `(${inner.text})` };
}

/** Access values of a new record are null, as in Ada. */
function allocation(p: Parser): Translated {
  const target = p.name();
  if (p.typeNamed(target).kind !== 'record') p.fail(`\`new ${target}\` needs a record type`);
  return { text: `calloc(1, sizeof(struct ${cName(target)}))`, type: { kind: 'access', target } };
}

/** name = identifier [ "(" arguments ")" ] { "." identifier } */
export function name(p: Parser): Translated {
  const { word } = p;
  const id = p.name();
  const variable = p.scope.get(id);
  const routine = p.routines.get(id);
  if (!variable && !routine) p.fail(`\`${word.text}\` is not declared`);
  let result: Translated = variable ?? { text: callOf(p, id), type: routine!.result };
  while (p.is('.') || p.is('^')) result = select(p, result);
  return result;
}

function select(p: Parser, from: Translated): Translated {
  if (p.accept('^')) return from;
  p.expect('.');
  const field = p.name();
  if (field === 'all') return from;
  const record = from.type.kind === 'access' ? p.typeNamed(from.type.target) : from.type;
  const type = record.kind === 'record' ? record.fields.get(field) : undefined;
  if (!type) p.fail(`there is no field \`${field}\``);
  return { text: `${from.text}${from.type.kind === 'access' ? '->' : '.'}${cName(field)}`, type };
}

/** Parameters that the callee may change are passed by address. */
export function callOf(p: Parser, id: string): string {
  const { params } = p.routines.get(id)!;
  const args: string[] = [];
  if (p.accept('(')) {
    do {
      const { text } = expression(p);
      args.push(params[args.length]?.mode === 'out' ? `&${text}` : text);
    } while (p.accept(','));
    p.expect(')');
  }
  if (args.length !== params.length) p.fail(`\`${id}\` takes ${params.length} arguments`);
  return `${cName(id)}(${args.join(', ')})`;
}
