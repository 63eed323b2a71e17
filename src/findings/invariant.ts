// An invariant in words: what holds in every state that an engine has at a place.
// From the drawings of all states to a few sentences; pages and `prove` show them.

import type { Drawing, DrawnField, DrawnNode } from '../engines/drawing.js';
import { arrange } from './arrange.js';

/** What a variable may be in a state: values as they are drawn, and what its pointers lead to. */
interface Content {
  readonly values: readonly string[];
  readonly ends: readonly string[];
}

/** A variable in all states. */
interface Row {
  readonly name: string;
  readonly states: readonly Content[];
}

/** A function, and the global variables that are worth telling of. */
export interface Inside {
  readonly name: string;
  readonly globals: readonly string[];
}

/** About the variables of the function and global ones; nothing if there is no state. */
export function describeInvariant(inside: Inside, states: readonly Drawing[]): string[] {
  const drawings = states.map(arrange);
  const rows = rowsIn(inside, drawings);
  const known = rows.flatMap(({ name, states }) => {
    const said = tell(all(states.map((s) => s.values)), all(states.map((s) => s.ends)));
    return said === null ? [] : [`\`${name}\` ${said}`];
  });
  return [...known, ...apart(inside, rows, drawings), ...relations(drawings)];
}

const all = (lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];

/** The variables that all states know. */
function rowsIn(inside: Inside, drawings: readonly Drawing[]): Row[] {
  const tables = drawings.map((d) => new Map(homesOf(inside, d).flatMap((home) => named(d, home))));
  const names = [...(tables[0]?.keys() ?? [])].filter((name) => tables.every((table) => table.has(name)));
  return names.map((name) => ({ name, states: tables.map((table) => table.get(name)!) }));
}

/** The innermost activation of the function, and the box of global variables. */
export function homesOf({ name, globals }: Inside, { nodes }: Drawing): DrawnNode[] {
  const records = nodes.filter((n) => n.kind === 'activation');
  const own = records.filter((n) => [name, `${name} (top)`, 'variables'].includes(n.label));
  const isTold = (row: string) => globals.some((g) => row.startsWith(g) && /^($|[.[+])/.test(row.slice(g.length)));
  const global = records.filter((n) => n.label === 'globals');
  return [...own.slice(-1), ...global.map((n) => ({ ...n, fields: n.fields.filter((f) => isTold(f.name)) }))];
}

/** Variables that are hidden by others of their name are left out. */
function named(d: Drawing, home: DrawnNode): [string, Content][] {
  const count = (name: string) => home.fields.filter((f) => f.name === name).length;
  return home.fields.flatMap((f) => (count(f.name) === 1 ? [[f.name, contentOf(d, home, f)]] : []));
}

function contentOf({ nodes, edges }: Drawing, home: DrawnNode, { name, value, shape }: DrawnField): Content {
  const targets = edges.filter((e) => e.from === home.id && e.fromField === name);
  const ends = targets.map(({ to, toField }) => {
    const { kind, label } = nodes.find((n) => n.id === to) ?? { kind: 'cell', label: to };
    if (kind === 'activation') return `to ${nameVariable(label, toField, home)}`;
    return `${toField === null ? 'to' : 'into'} ${nameBlock(label)}`;
  });
  return { values: value === null ? [] : value.split(' | '), ends: shape ? [`to ${shape}`] : ends };
}

/** Memory without a type is called by its size. */
const nameBlock = (label: string): string =>
  /^(\d+ bytes|memory)$/.test(label) ? `a block of ${label}` : `${/^[aeio]/i.test(label) ? 'an' : 'a'} \`${label}\``;

const nameVariable = (owner: string, name: string | null, home: DrawnNode): string =>
  name === null
    ? 'a variable'
    : [home.label, 'globals', 'variables'].includes(owner)
      ? `\`${name}\``
      : `\`${name}\` of \`${owner}\``;

const NUMBER = /^[≥≤≠∈-]?[-\d[\], ]+$/;
const SPECIAL = /^(null.*|uninitialised|freed.*|out of scope)$/;

/** `is null or points to an acyclic list`; null: nothing worth saying. */
function tell(values: readonly string[], ends: readonly string[]): string | null {
  if (ends.length === 0 && values.length === 1 && NUMBER.test(values[0]!)) return `is ${values[0]}`;
  const plain = [...new Set(values.map((v) => (v.startsWith('null') ? 'null' : v)))];
  const isTold = plain.every((v) => SPECIAL.test(v)) && (ends.length > 0 || plain.join() !== 'uninitialised');
  if (!isTold || plain.length + ends.length === 0) return null;
  const targets = ends.length > 0 ? [`points ${general(ends).join(' or ')}`] : [];
  return [...(plain.length > 0 ? [`is ${plain.join(' or ')}`] : []), ...targets].join(' or ');
}

/** A single node is a list, and a list a tree. */
const WIDER: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^to one /, ['to an acyclic list of ', 'to a tree of ', 'to a ', 'to an ']],
  [/^to an acyclic list of /, ['to a tree of ']],
];

/** Without those that another includes. */
const general = (ends: readonly string[]): string[] =>
  ends.filter((end) =>
    WIDER.every(([start, wider]) => !start.test(end) || !wider.some((w) => ends.includes(end.replace(start, w)))),
  );

/** `list` and `done` share no memory: in no state is there a block that both lead to. */
function apart(inside: Inside, rows: readonly Row[], drawings: readonly Drawing[]): string[] {
  if (drawings.length === 0 || !drawings.every((d) => d.disjoint)) return [];
  const reaches = drawings.map((d) => reachOf(inside, d));
  const pointers = rows.filter(({ name }) => reaches.some((reach) => (reach.get(name)?.size ?? 0) > 0));
  const areApart = (a: string, b: string) =>
    reaches.every((reach) => {
      const [of, other] = [reach.get(a), reach.get(b)];
      return of && other && ![...of].some((id) => other.has(id));
    });
  const groups: string[][] = [];
  for (const { name } of pointers) {
    const group = groups.find((members) => members.every((other) => areApart(name, other)));
    if (group) group.push(name);
    else groups.push([name]);
  }
  return groups.filter((g) => g.length > 1).map((g) => `${list(g.map((name) => `\`${name}\``))} share no memory`);
}

const list = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** The boxes that a variable leads to; variables behind which there may be more than is drawn are left out. */
function reachOf(inside: Inside, d: Drawing): Map<string, ReadonlySet<string>> {
  const rows = homesOf(inside, d).flatMap((home) => home.fields.map((field) => ({ home, field })));
  return new Map(
    rows.flatMap(({ home, field }): [string, ReadonlySet<string>][] => {
      const found = new Set(d.edges.filter((e) => e.from === home.id && e.fromField === field.name).map((e) => e.to));
      for (const id of found) for (const e of d.edges) if (e.from === id) found.add(e.to);
      const behind = d.nodes.filter((n) => found.has(n.id)).flatMap((n) => n.fields);
      return [field, ...behind].every(isDrawn) ? [[field.name, found]] : [];
    }),
  );
}

/** Do its edges say everything about the memory that it may lead to? */
const isDrawn = ({ value }: DrawnField): boolean =>
  (value ?? 'null')
    .split(' | ')
    .every((v) => NUMBER.test(v) || /^(null.*|number|uninitialised|function|literal)$/.test(v));

/** Relations between numbers of variables that all states know. */
function relations(drawings: readonly Drawing[]): string[] {
  const [first, ...others] = drawings;
  const ids = new Set(drawings.flatMap((d) => d.nodes.filter((n) => n.kind !== 'activation').map((n) => n.id)));
  const isRelation = (note: string) =>
    /^[^:]+ (==|<=|>=|!=|<|>|in) /.test(note) &&
    !note.endsWith('…') &&
    !(note.match(/\w+/g) ?? []).some((word) => ids.has(word));
  return (first?.notes ?? [])
    .filter((note) => isRelation(note) && others.every((d) => d.notes.includes(note)))
    .map((note) => `\`${note}\``);
}
