// The predicates of Tables 1 and 2 for a scene: core predicates, and the instrumentation predicates over them.
// Second stage of the engine; formulas, constraints and actions refer to predicates through this record.

import type { FunctionSymbol, GlobalVariable, LocalVariable } from '../../../ir/program.js';
import { type BinaryPredicate, type UnaryPredicate, Vocabulary } from '../../../logic/tvl/vocabulary.js';
import { type Abstraction, isForgottenWhenDead, type Memory } from '../abstraction.js';
import { type FoundLinks, NO_LINKS } from '../links.js';
import { isNeededBehind, type Scene } from '../scene.js';

/** The predicates about the instances of a local variable in pending calls. */
export interface Hidden {
  /** x̂(v): some invisible instance points to v */
  readonly at: UnaryPredicate;
  /** r_x̂(v): v is reachable from an invisible instance; one for each direction */
  readonly reaches: readonly UnaryPredicate[];
  /** sh_x(v): two or more invisible instances point to v */
  readonly shared: UnaryPredicate;
  /** nn_{x->f}(u): in record u, x points to a cell whose f points to a cell; one for each field */
  readonly next: readonly UnaryPredicate[];
  /** nn_{pr[x]->f}(u): the same of the record before u; only with several fields */
  readonly callersNext: readonly UnaryPredicate[];
}

export interface PointerVariable {
  readonly name: string;
  /** null: the result slot of a returning call. */
  readonly variable: LocalVariable | GlobalVariable | null;
  /** The function whose activation records hold it; null: it is global. */
  readonly owner: FunctionSymbol | null;
  /** x(u, v): in record u it points to v */
  readonly points: BinaryPredicate;
  /** x(v): the visible instance points to v */
  readonly at: UnaryPredicate;
  /** r_x(v): v is reachable from the visible instance; one for each direction */
  readonly reaches: readonly UnaryPredicate[];
  /** nn_x(u), and the two special values: uninitialised, and memory that is not tracked */
  readonly nonNull: UnaryPredicate;
  readonly uninitialized: UnaryPredicate;
  readonly foreign: UnaryPredicate;
  /** null for globals, and for temporaries that no call can interrupt. */
  readonly hidden: Hidden | null;
}

export interface PointerField {
  readonly name: string;
  readonly offset: number;
  /** f(u, v) */
  readonly points: BinaryPredicate;
  /** is_f(v): f of two or more cells points to v */
  readonly shared: UnaryPredicate;
  /** nn_f(v): f of v points to a cell; not part of canonical names */
  readonly nonNull: UnaryPredicate;
  readonly uninitialized: UnaryPredicate;
  readonly foreign: UnaryPredicate;
}

/**
 * Fields that paths follow together. One direction has all fields. With inverse links, as in doubly linked lists, there
 * are two: one without the inverse links, one without the forward links that have inverses.
 */
export interface Direction {
  readonly fields: readonly PointerField[];
  /** t(u, v) = (f₁ ∪ f₂ ∪ …)*(u, v) */
  readonly path: BinaryPredicate;
  /** is(v): two or more of the fields of cells point to v; the same as is_f if there is only one field */
  readonly shared: UnaryPredicate;
  /** c(v): v lies on a cycle */
  readonly cyclic: UnaryPredicate;
  /** null if there is only one direction. */
  readonly links: Links | null;
}

/** Forward links with expected inverses: if one leads from v to w, an inverse should lead from w to v. */
export interface Links {
  readonly asking: readonly PointerField[];
  readonly answering: readonly PointerField[];
  /** br(v): some forward field of v points to a cell without an inverse link to v */
  readonly broken: UnaryPredicate;
}

/** al(u): the instances of x and y in record u are aliased. */
export interface Alias {
  readonly predicate: UnaryPredicate;
  readonly x: PointerVariable;
  readonly y: PointerVariable;
}

/** al(u): x of record u and y of the record before it are aliased, directly or through a field of one of them. */
export interface AliasAcross extends Alias {
  readonly form: 'x = pr[y]' | 'x = pr[y]->f' | 'x->f = pr[y]';
  /** null for the direct form. */
  readonly field: PointerField | null;
}

/** A cell of a local heap that is known outside. */
export interface Door {
  /** In the callee: a variable that is never assigned. */
  readonly ghost: PointerVariable;
  /** Outside: the position of the cell that was cut out. */
  readonly mark: UnaryPredicate;
}

export interface Predicates {
  readonly vocabulary: Vocabulary;
  readonly heap: UnaryPredicate;
  readonly stack: UnaryPredicate;
  /** The node that holds global variables. */
  readonly statics: UnaryPredicate;
  readonly top: UnaryPredicate;
  /** Holds only while a node is being created. */
  readonly fresh: UnaryPredicate;
  readonly freed: UnaryPredicate;
  /** The cell is the box of a variable. */
  readonly boxed: UnaryPredicate;
  /** Holds on the node of globals if an allocation has failed and the program has not found a null pointer since. */
  readonly untested: UnaryPredicate;
  /** On local heaps: the cell existed at the function's entry. */
  readonly input: UnaryPredicate;
  /** On the node of globals: such a cell has been freed; and, outside: what the callee received was input here too. */
  readonly spent: UnaryPredicate;
  readonly passedOn: UnaryPredicate;
  /** cs_label(u), by the id of the call site. */
  readonly callSite: readonly UnaryPredicate[];
  /** at_label(u) = ∃w: pr(w, u) ∧ cs_label(w): the record waits for this call to return. */
  readonly waitsAt: readonly UnaryPredicate[];
  /** Cells by size in bytes; -1 if unknown. */
  readonly sizes: ReadonlyMap<number, UnaryPredicate>;
  /** pr(u, v) */
  readonly previous: BinaryPredicate;
  readonly fields: readonly PointerField[];
  readonly directions: readonly Direction[];
  readonly pointerSize: number;
  readonly locals: ReadonlyMap<FunctionSymbol, readonly PointerVariable[]>;
  readonly globals: readonly PointerVariable[];
  readonly result: PointerVariable;
  /** On local heaps: the cells that something outside points to, slot by slot. */
  readonly doors: readonly Door[];
  readonly aliases: readonly Alias[];
  readonly across: readonly AliasAcross[];
}

export function declarePredicates(scene: Scene, { calls, memory, names }: Abstraction): Predicates {
  const vocabulary = new Vocabulary();
  const observe: Observe = (name) =>
    names === 'few' || names === 'some' ? vocabulary.observation(name) : vocabulary.property(name);
  // On local heaps there are no pending records, and none waits for a call.
  const sites = calls === 'local' ? [] : scene.sites;
  const kinds = {
    heap: vocabulary.property('heap'),
    stack: vocabulary.property('stack'),
    statics: vocabulary.property('statics'),
    top: vocabulary.property('top'),
    fresh: vocabulary.property('new'),
    freed: vocabulary.property('freed'),
    boxed: vocabulary.property('boxed'),
    untested: vocabulary.property('untested'),
    input: vocabulary.observation('input'),
    spent: vocabulary.observation('spent'),
    passedOn: vocabulary.observation('passed_on'),
    callSite: sites.map((s) => {
      const name = `cs_${s.callee.name}@${s.id}`;
      return names === 'few' ? vocabulary.observation(name) : vocabulary.property(name);
    }),
    waitsAt: sites.map((s) => vocabulary.property(`at_${s.callee.name}@${s.id}`)),
    sizes: new Map([...scene.sizes, -1].map((n) => [n, vocabulary.property(`size_${n}`)])),
    previous: vocabulary.relation('pr'),
  };
  const fields = [...scene.fields].map(([offset, name]) => declareField(vocabulary, observe, name, offset));
  // Local heaps are cut along paths over all fields.
  const links = calls === 'local' ? NO_LINKS : scene.links;
  const directions = declareDirections(vocabulary, observe, fields, links);
  const ways = directions.map(nameOf);
  const globals = scene.globals.map((g) => declareVariable(vocabulary, ways, g, g.name, null));
  const result = declareVariable(vocabulary, ways, null, 'result', null);
  const locals = new Map<FunctionSymbol, PointerVariable[]>();
  for (const { symbol, pointers } of scene.functions.values()) {
    locals.set(
      symbol,
      pointers.map((v) => {
        const declared = declareVariable(vocabulary, ways, v, v.name, symbol);
        return calls === 'stacked' && crosses(scene, memory, symbol, v)
          ? { ...declared, hidden: declareHidden(vocabulary, observe, declared.name, ways, fields) }
          : declared;
      }),
    );
  }
  const aliases = [...locals.values()].flatMap((l) => pairsOf(l).map((pair) => declareAlias(observe, pair)));
  const doors = calls === 'local' ? declareDoors(vocabulary, ways, scene) : [];
  const across = acrossOf(sites, scene, locals, fields).map((a) => ({ ...a, predicate: observe(nameAcross(a)) }));
  const { pointerSize } = scene;
  return { vocabulary, ...kinds, fields, directions, pointerSize, locals, globals, result, doors, aliases, across };
}

/** Declares a predicate that only fine abstractions include in canonical names. */
type Observe = (name: string) => UnaryPredicate;

/** A variable that is dead after every call has no invisible instances. */
function crosses(scene: Scene, memory: Memory, owner: FunctionSymbol, v: LocalVariable): boolean {
  const own = scene.sites.filter((s) => s.caller === owner);
  if (!isForgottenWhenDead(memory, v)) return own.length > 0;
  return own.some((s) => isNeededBehind(s, scene.functions.get(owner)!, v));
}

function declareVariable(
  vocabulary: Vocabulary,
  ways: readonly string[],
  variable: LocalVariable | GlobalVariable | null,
  simple: string,
  owner: FunctionSymbol | null,
): PointerVariable {
  const name = owner ? `${owner.name}.${simple}` : simple;
  return {
    name,
    variable,
    owner,
    points: vocabulary.relation(name),
    at: vocabulary.property(name),
    reaches: ways.map((way) => vocabulary.property(`r_${name}${way}`)),
    nonNull: vocabulary.property(`nn_${name}`),
    uninitialized: vocabulary.property(`un_${name}`),
    foreign: vocabulary.property(`fo_${name}`),
    hidden: null,
  };
}

/** Doors for cells that a caller points to but does not pass. */
const OTHER_DOORS = 2;

/** One for each pointer that the callee receives, and some extra. */
function declareDoors(vocabulary: Vocabulary, ways: readonly string[], scene: Scene): Door[] {
  const params = [...scene.functions.values()].map((f) => f.pointers.filter((v) => v.kind === 'parameter').length);
  const count = Math.max(0, ...params) + scene.globals.length + OTHER_DOORS;
  return Array.from({ length: count }, (_, i) => ({
    ghost: declareVariable(vocabulary, ways, null, `entry_${i}`, null),
    mark: vocabulary.property(`door_${i}`),
  }));
}

function declareHidden(
  vocabulary: Vocabulary,
  observe: Observe,
  name: string,
  ways: readonly string[],
  fields: readonly PointerField[],
): Hidden {
  return {
    at: vocabulary.property(`^${name}`),
    reaches: ways.map((way) => observe(`r_^${name}${way}`)),
    shared: observe(`sh_${name}`),
    next: fields.map((f) => observe(`nn_${name}->${f.name}`)),
    callersNext: fields.length > 1 ? fields.map((f) => observe(`nn_pr[${name}]->${f.name}`)) : [],
  };
}

function declareField(vocabulary: Vocabulary, observe: Observe, name: string, offset: number): PointerField {
  return {
    name,
    offset,
    points: vocabulary.relation(name),
    shared: observe(`is_${name}`),
    nonNull: vocabulary.observation(`nn_${name}`),
    uninitialized: vocabulary.property(`un_${name}`),
    foreign: vocabulary.property(`fo_${name}`),
  };
}

function declareDirections(
  vocabulary: Vocabulary,
  observe: Observe,
  fields: readonly PointerField[],
  { forth, back }: FoundLinks,
): Direction[] {
  const [there, answers] = [forth, back].map((set) => fields.filter((f) => set.has(f.offset))) as [
    PointerField[],
    PointerField[],
  ];
  if (there.length === 0 || answers.length === 0) return [declareDirection(vocabulary, observe, fields, '', null)];
  return [[there, answers] as const, [answers, there] as const].map(([asking, answering]) => {
    const way = `[${asking.map((f) => f.name)}]`;
    const links = { asking, answering, broken: observe(`br${way}`) };
    return declareDirection(
      vocabulary,
      observe,
      fields.filter((f) => !answering.includes(f)),
      way,
      links,
    );
  });
}

function declareDirection(
  vocabulary: Vocabulary,
  observe: Observe,
  fields: readonly PointerField[],
  way: string,
  links: Links | null,
): Direction {
  return {
    fields,
    path: vocabulary.relation(`t${way}`),
    shared: fields.length === 1 ? fields[0]!.shared : observe(`is${way}`),
    cyclic: observe(`c${way}`),
    links,
  };
}

/** The part of a predicate's name that identifies its direction. */
const nameOf = ({ links }: Direction): string => (links ? `[${links.asking.map((f) => f.name)}]` : '');

function pairsOf(locals: readonly PointerVariable[]): [PointerVariable, PointerVariable][] {
  const crossing = locals.filter((x) => x.hidden);
  return crossing.flatMap((x, i) => crossing.slice(i + 1).map((y): [PointerVariable, PointerVariable] => [x, y]));
}

function declareAlias(observe: Observe, [x, y]: readonly [PointerVariable, PointerVariable]): Alias {
  return { predicate: observe(`al_${x.name},${y.name}`), x, y };
}

/** Parameters of the callee paired with what the caller keeps, for every caller and callee. */
function acrossOf(
  sites: Scene['sites'],
  scene: Scene,
  locals: ReadonlyMap<FunctionSymbol, readonly PointerVariable[]>,
  fields: readonly PointerField[],
): Omit<AliasAcross, 'predicate'>[] {
  const order = [...scene.functions.keys()];
  const edges = new Map(sites.map((s) => [`${order.indexOf(s.caller)} ${order.indexOf(s.callee)}`, s]));
  const result: Omit<AliasAcross, 'predicate'>[] = [];
  for (const { caller, callee } of edges.values()) {
    const params = locals.get(callee)!.filter((x) => x.variable?.kind === 'parameter');
    for (const x of params) {
      for (const y of locals.get(caller)!.filter((v) => v.hidden)) {
        result.push({ x, y, form: 'x = pr[y]', field: null });
        for (const field of fields) {
          result.push({ x, y, form: 'x = pr[y]->f', field }, { x, y, form: 'x->f = pr[y]', field });
        }
      }
    }
  }
  return result;
}

function nameAcross({ x, y, form, field }: Omit<AliasAcross, 'predicate'>): string {
  const [left, right] = form.split(' = ') as [string, string];
  const spell = (part: string) => part.replace('x', x.name).replace('y', y.name).replace('->f', `->${field?.name}`);
  return `al_${spell(left)},${spell(right)}`;
}
