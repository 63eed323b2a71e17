// Normalises the drawings of all engines: the variables of an activation in one box, plain values in rows.
// From engines/drawing.ts to invariants in words and every output format; the result is still a drawing.

import { printable } from '../base/printable.js';
import type { Drawing, DrawnEdge, DrawnField, DrawnNode } from '../engines/drawing.js';

/** A box with its rows; ids of boxes made here begin with `frame`. */
export function arrange(drawing: Drawing): Drawing {
  const tidy = dropEmpty(
    tellNumbers(
      gatherFrames(
        inlineValues({ ...drawing, notes: drawing.notes.filter((n) => !n.includes('.string.')).flatMap(forgetLimits) }),
      ),
    ),
  );
  const notes = tidy.notes.map((n) => (n.length > LONGEST_NOTE ? `${n.slice(0, LONGEST_NOTE)}…` : n));
  return spellOut({ ...tidy, notes });
}

/** Names come from untrusted programs: control and invisible characters are spelled out. */
function spellOut({ title, nodes, edges, notes, ...rest }: Drawing): Drawing {
  const row = (name: string | null) => name && printable(name);
  return {
    ...rest,
    title: printable(title),
    nodes: nodes.map((n) => ({
      ...n,
      label: printable(n.label),
      title: printable(n.title),
      fields: n.fields.map((f) => ({ ...f, name: printable(f.name), value: row(f.value) })),
    })),
    edges: edges.map((e) => ({
      ...e,
      fromField: row(e.fromField),
      toField: row(e.toField),
      label: printable(e.label),
    })),
    notes: notes.map(printable),
  };
}

/** Drops boxes for variables that have none. */
function dropEmpty(drawing: Drawing): Drawing {
  const ends = new Set(drawing.edges.flatMap((e) => [e.from, e.to]));
  return {
    ...drawing,
    nodes: drawing.nodes.filter((n) => n.kind !== 'activation' || n.fields.length > 0 || ends.has(n.id)),
  };
}

const LONGEST_NOTE = 200;

/** Bounds near the limits of `int` come from the type, not from the program. */
function forgetLimits(note: string): string[] {
  const [, name, low, high] = /^(.*) in \[(-?\d+), (-?\d+)\]$/.exec(note) ?? [];
  const [below, above] = [Number(low) <= -LARGE, Number(high) >= LARGE];
  if (below && above) return [];
  return [above ? `${name} >= ${low}` : below ? `${name} <= ${high}` : note];
}

const LARGE = 2 ** 31 - 1024;

/** Nodes without rows and outgoing edges (`freed`, `?`, functions) become values of the rows that point to them. */
function inlineValues(drawing: Drawing): Drawing {
  const sources = new Set(drawing.edges.map((e) => e.from));
  const plain = drawing.nodes.filter((n) => isPlain(n) && !sources.has(n.id));
  const labels = new Map(plain.map((n) => [n.id, isLiteral(n) ? 'literal' : n.label]));
  const rows = (n: DrawnNode) =>
    n.fields.map((f): DrawnField => {
      const leaving = drawing.edges.filter((e) => e.from === n.id && e.fromField === f.name);
      const values = leaving.flatMap((e) => labels.get(e.to) ?? []);
      return { ...f, value: joinValues([...(f.value === null ? [] : [f.value]), ...values]) };
    });
  return {
    ...drawing,
    nodes: drawing.nodes.filter((n) => !labels.has(n.id)).map((n) => ({ ...n, fields: rows(n) })),
    edges: drawing.edges.filter((e) => !labels.has(e.to) || e.fromField === null),
  };
}

/** String literals have names that no program uses. */
const isLiteral = (n: DrawnNode): boolean => n.kind === 'variable' && n.label.startsWith('.string.');

const isPlain = (n: DrawnNode): boolean =>
  isLiteral(n) ||
  (n.fields.length === 0 && (n.kind === 'freed' || n.kind === 'unknown' || n.kind === 'null' || n.kind === 'function'));

const joinValues = (values: readonly string[]): string | null =>
  values.length > 0 ? [...new Set(values)].join(' | ') : null;

/** One box per activation, that of the entry first; other variables, such as globals, share one. */
function gatherFrames(drawing: Drawing): Drawing {
  const variables = drawing.nodes.filter((n) => n.kind === 'variable');
  const homes = new Map<string, DrawnNode[]>();
  for (const v of variables.sort((a, b) => (a.frame?.depth ?? -1) - (b.frame?.depth ?? -1))) {
    const home = v.frame ? `frame ${v.frame.depth} ${v.frame.function}` : 'frame';
    homes.set(home, [...(homes.get(home) ?? []), v]);
  }
  const home = new Map([...homes].flatMap(([id, members]) => members.map((v) => [v.id, { id, v }] as const)));
  const move = (id: string, field: string | null): [string, string | null] => {
    const there = home.get(id);
    return there ? [there.id, rowName(there.v, field)] : [id, field];
  };
  const edges = drawing.edges.map((e): DrawnEdge => {
    const [[from, fromField], [to, toField]] = [move(e.from, e.fromField), move(e.to, e.toField)];
    return { ...e, from, fromField, to, toField };
  });
  const framed = variables.some((v) => v.frame);
  const boxes = [...homes].map(([id, members]) => drawFrame(id, members, framed ? 'globals' : 'variables'));
  return { ...drawing, nodes: [...boxes, ...drawing.nodes.filter((n) => n.kind !== 'variable')], edges };
}

function drawFrame(id: string, members: readonly DrawnNode[], fallback: string): DrawnNode {
  const label = members[0]!.frame?.function ?? fallback;
  const fields = members.flatMap((v): DrawnField[] =>
    v.fields.length === 0
      ? [{ name: v.label, value: null }]
      : v.fields.map((f) => ({ ...f, name: rowName(v, f.name) })),
  );
  const title = label === fallback ? label : `variables of ${label}`;
  return { id, kind: 'activation', label, fields, summary: false, title };
}

/** `list`, `queue.head`, `table[2]`. */
function rowName(variable: DrawnNode, field: string | null): string {
  if (field === null || field === '' || field === '+0') return variable.label;
  return /^[[+]/.test(field) ? `${variable.label}${field}` : `${variable.label}.${field}`;
}

const FACT = /^(\w+)\.(\S+) (==|>=|<=|!=|in) (.+)$/;

/** A note such as `h1.value == 3` moves to the row that it is about. */
function tellNumbers(drawing: Drawing): Drawing {
  const told = new Map<string, string>();
  const notes = drawing.notes.filter((note) => {
    const [, id, field, relation, value] = FACT.exec(note) ?? [];
    const row = drawing.nodes.find((n) => n.id === id)?.fields.find((f) => f.name === field);
    if (row?.value !== 'number' || told.has(`${id}.${field}`)) return true;
    told.set(`${id}.${field}`, relation === '==' ? value! : `${SIGNS[relation!] ?? relation} ${value}`);
    return false;
  });
  const nodes = drawing.nodes.map((n) => ({
    ...n,
    fields: n.fields.map((f) => ({ ...f, value: told.get(`${n.id}.${f.name}`) ?? f.value })),
  }));
  return { ...drawing, nodes, notes };
}

const SIGNS: Readonly<Record<string, string>> = { '>=': '≥', '<=': '≤', '!=': '≠', in: '∈' };
