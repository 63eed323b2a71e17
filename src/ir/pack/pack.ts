// Packs a unit: each function and variable becomes a piece of bytes with positions relative to its start; of the text,
// only that of functions is kept. From the front end to the disk and to other threads.

import { ByteWriter, pickle } from '../../base/pickle.js';
import type { SourceText, Span } from '../../base/source.js';
import type { CType, Field, RecordType } from '../../types/types.js';
import type { FunctionBody, FunctionSymbol, GlobalVariable, Unit } from '../program.js';
import { signatureOf } from '../signature.js';
import { type AddressFlow, flowsOf, initialFlows } from '../targets/flows.js';
import { HOLDER_KINDS, type Holder } from '../targets/holders.js';
import { type Alive, aliveIn } from './alive.js';
import { TypeTexts } from './describe.js';
import {
  type BodyEntry,
  type FunctionEntry,
  type GlobalEntry,
  hashOf,
  type PackedFlow,
  type PackedHolder,
  type Piece,
  TABLES,
  Table,
  type UnitTable,
  WORDS,
} from './format.js';
import { TypeWriter } from './types.js';

export interface Origin {
  /** The path from the root of the project, with a suffix that distinguishes several compilations of one file. */
  readonly id: string;
  /** The main file; other files are headers. */
  readonly main: string;
  /** From the root of the project to a file that the unit names. */
  pathOf(file: string): string;
}

export function packUnit(unit: Unit, origin: Origin): Uint8Array {
  return new Packer(unit, origin).pack();
}

/** The bytes of a piece, its references, and its hash. */
interface Written {
  readonly bytes: Uint8Array;
  readonly hash: string;
}

class Packer {
  private readonly types = new TypeWriter();
  private readonly texts = new TypeTexts();
  private readonly functionNumbers = new Map<FunctionSymbol, number>();
  private readonly globalNumbers = new Map<GlobalVariable, number>();
  private readonly fieldNumbers = new Map<Field, number>();
  private readonly fields: number[] = [];
  private readonly known = new Set<RecordType['body']>();
  private readonly attributes = new Map<string, number>();
  private readonly pieces = new ByteWriter();
  private readonly alive: Alive;
  private readonly source: SourceText;
  private readonly move: (offset: number) => number;

  constructor(
    private readonly unit: Unit,
    private readonly origin: Origin,
  ) {
    this.alive = aliveIn(unit);
    this.alive.functions.forEach((f, i) => {
      this.functionNumbers.set(f, i);
    });
    this.alive.globals.forEach((g, i) => {
      this.globalNumbers.set(g, i);
    });
    const { source, move } = unit.source.excerpt(spansOf(unit.source, this.alive));
    this.source = source;
    this.move = move;
  }

  pack(): Uint8Array {
    const { unit, origin, alive } = this;
    const bodies = new Map(alive.functions.flatMap((f) => (f.body ? [[f, this.writeBody(f.body)] as const] : [])));
    const globals = alive.globals.map((g) => this.writeGlobal(g));
    const hashes = new Hashes(alive, bodies, globals);
    const functions = alive.functions.map((f) => this.functionEntry(f, bodies.get(f) ?? null, hashes));
    const linked = alive.globals.flatMap((g, i) => (g.literal ? [] : [[i, this.globalEntry(g, globals[i]!)] as const]));
    const globalsAt = this.pieces.length;
    for (const { bytes } of globals) this.pieces.raw(bytes);
    const entries = this.types.entries().map((entry) => pickle(entry, WORDS));
    const typesAt = this.pieces.length;
    for (const bytes of entries) this.pieces.raw(bytes);
    const table: UnitTable = {
      id: origin.id,
      name: unit.source.name,
      target: unit.types.target,
      attributes: [...this.attributes.keys()].map((text) => JSON.parse(text)),
      functions,
      linked,
      globals: globals.map(({ bytes }) => bytes.length),
      types: entries.map((bytes) => bytes.length),
      globalsAt,
      typesAt,
      fields: this.fields,
      markers: this.add(pickle(this.source.markers(), WORDS)),
      text: this.add(this.source.bytes),
      lost: unit.lost,
      diagnostics: unit.diagnostics,
    };
    return frame(pickle(table, WORDS), this.pieces.done());
  }

  private add(bytes: Uint8Array): Piece {
    const start = this.pieces.length;
    this.pieces.raw(bytes);
    return [start, bytes.length];
  }

  // ---- pieces --------------------------------------------------------------------------------------------------

  private writeBody(body: FunctionBody): Written {
    const { variables, params, blocks, unordered, at, end } = body;
    const code = {
      variables,
      params: params.map((p) => p.id),
      blocks: blocks.map(({ instrs, terminator }) => [instrs, terminator]),
      ...(unordered ? { unordered } : {}),
      at,
      end,
    };
    return this.write(code, at, new Map(blocks.map((block, i) => [block, i])), blocks.length);
  }

  private writeGlobal(g: GlobalVariable): Written {
    const { name, linkage, type, defined, initializer, literal, threadLocal, weak, changed } = g;
    const content = { linkage, type, defined, initializer, literal, threadLocal, weak, changed };
    const own = [name, this.move(g.at)];
    return this.write(literal ? content : { name, ...content }, Math.max(0, g.at), NO_BLOCKS, own);
  }

  /**
   * Outside objects are numbered in the order of their first mention; a list maps the numbers. The `own` part is not
   * hashed.
   */
  private write(content: object, base: number, blocks: ReadonlyMap<object, number>, own: unknown = null): Written {
    const numbers = new Map<object, number>();
    const meanings: number[] = [];
    const keys: string[] = [];
    const numberOf = (object: object): number => {
      const block = blocks.get(object);
      if (block !== undefined) return block;
      const known = numbers.get(object);
      if (known !== undefined) return known;
      const meaning = this.meaningOf(object);
      if (meaning < 0) return -1;
      const number = blocks.size + meanings.length;
      numbers.set(object, number);
      meanings.push(meaning);
      keys.push(this.keyOf(object, meaning));
      return number;
    };
    const code = pickle(content, WORDS, { numberOf }, { base });
    const outside = pickle([meanings, own], WORDS);
    const piece = new ByteWriter();
    piece.count(outside.length);
    piece.raw(outside);
    piece.raw(code);
    return { bytes: piece.done(), hash: hashOf(code, keys.join('\n')) };
  }

  private meaningOf(object: object): number {
    if ('quals' in object) return TABLES * this.types.numberOf(this.noteFields(object as CType)) + Table.Type;
    const fn = this.functionNumbers.get(object as FunctionSymbol);
    if (fn !== undefined) return TABLES * fn + Table.Function;
    const global = this.globalNumbers.get(object as GlobalVariable);
    if (global !== undefined) return TABLES * global + Table.Global;
    const field = this.fieldNumbers.get(object as Field);
    return field === undefined ? -1 : TABLES * field + Table.Field;
  }

  private keyOf(object: object, meaning: number): string {
    switch (meaning % TABLES) {
      case Table.Type:
        return this.texts.textOf(object as CType);
      case Table.Function: {
        const { name, linkage, type, attributes } = object as FunctionSymbol;
        return `${name} ${linkage} ${signatureOf(type)} ${JSON.stringify(attributes)}`;
      }
      case Table.Global: {
        const { name, linkage, type, literal, initializer } = object as GlobalVariable;
        const value = literal ? initializer?.[0]?.value : undefined;
        const text = value?.kind === 'string' ? Buffer.from(value.bytes).toString('latin1') : '';
        return `${literal ? '' : name} ${linkage} ${this.texts.textOf(type)} ${text}`;
      }
      default:
        return `${(object as Field).name}@${(object as Field).offset}`;
    }
  }

  /** Registers the members of records, which are referred to by their record. */
  private noteFields(type: CType): CType {
    if (type.kind === 'array') this.noteFields(type.element);
    if (type.kind !== 'record' || this.known.has(type.body) || !type.fields) return type;
    this.known.add(type.body);
    const number = this.types.numberOf(type);
    type.fields.forEach((field, i) => {
      this.fieldNumbers.set(field, this.fields.length / 2);
      this.fields.push(number, i);
      this.noteFields(field.type);
    });
    return type;
  }

  // ---- the table -----------------------------------------------------------------------------------------------

  private globalEntry(g: GlobalVariable, { hash }: Written): GlobalEntry {
    const { name, linkage, defined, weak, changed, initializer } = g;
    const { mentioned, variables } = this.alive.mentioned.get(g)!;
    return {
      name,
      internal: linkage === 'internal',
      defined,
      weak,
      changed,
      type: this.types.numberOf(g.type),
      hasInitializer: initializer !== null,
      mentioned: mentioned.map((f) => this.functionNumbers.get(f)!),
      variables: variables.flatMap((v) => (v.literal ? [] : [this.globalNumbers.get(v)!])),
      flows: this.packFlows(initialFlows(g)),
      hash,
    };
  }

  private functionEntry(f: FunctionSymbol, body: Written | null, hashes: Hashes): FunctionEntry {
    const { name, linkage, type, addressTaken } = f;
    return {
      name,
      internal: linkage === 'internal',
      type: this.types.numberOf(type),
      signature: signatureOf(type),
      attributes: this.attributesOf(f),
      addressTaken,
      at: this.move(f.body ? f.body.at : -1),
      body: body && this.bodyEntry(f, body, hashes),
    };
  }

  private attributesOf({ attributes }: FunctionSymbol): number {
    const text = JSON.stringify(attributes);
    const number = this.attributes.get(text) ?? this.attributes.size;
    this.attributes.set(text, number);
    return number;
  }

  private packFlows(flows: readonly AddressFlow[]): PackedFlow[] {
    return flows.map(({ from, to }) => [this.packHolder(from), this.packHolder(to)]);
  }

  private packHolder({ kind, of, which }: Holder): PackedHolder {
    const number = of?.kind === 'function' ? this.functionNumbers.get(of) : of && this.globalNumbers.get(of);
    return [HOLDER_KINDS.indexOf(kind), number ?? -1, which];
  }

  private bodyEntry(f: FunctionSymbol, { bytes, hash }: Written, hashes: Hashes): BodyEntry {
    const body = f.body!;
    const { called, mentioned, variables, pointers, instructions, returned } = this.alive.outlines.get(f)!;
    const { file, line } = this.unit.source.locate(body.at);
    const functions = (list: readonly FunctionSymbol[]) => list.map((g) => this.functionNumbers.get(g)!);
    const path = this.origin.pathOf(file);
    const common = isLocal(f) && path !== this.origin.main ? hashes.closureOf(f) : null;
    return {
      piece: this.add(bytes),
      at: this.move(body.at),
      end: this.move(body.end),
      file,
      line,
      system: this.unit.source.inSystemHeader(body.at),
      instructions,
      returned: returned ?? -1,
      hash,
      look: hashOf(path, `${line}`, this.unit.source.bytes.subarray(body.at, body.end)),
      shared: common ? `${f.name}@${path}:${line}#${common}` : '',
      called: functions(called),
      mentioned: functions(mentioned),
      variables: variables.map((g) => this.globalNumbers.get(g)!),
      pointers: pointers.map(({ signature, holders }) => [signature, ...holders.map((h) => this.packHolder(h))]),
      flows: this.packFlows(flowsOf(body)),
    };
  }
}

const NO_BLOCKS: ReadonlyMap<object, number> = new Map();

/** The spans of functions, and of the lines of variables. */
function spansOf(source: SourceText, { functions, globals }: Alive): Span[] {
  const bodies = functions.flatMap(({ body }) => (body ? [{ at: body.at, end: body.end }] : []));
  const lines = globals.flatMap(({ at, literal, defined }) =>
    literal || !defined || at < 0 || source.inSystemHeader(at) ? [] : [{ at, end: at + 1 }],
  );
  return [...bodies, ...lines];
}

/** The length of the table, the table, the pieces. */
function frame(table: Uint8Array, pieces: Uint8Array): Uint8Array {
  const all = new Uint8Array(4 + table.length + pieces.length);
  new DataView(all.buffer).setUint32(0, table.length, true);
  all.set(table, 4);
  all.set(pieces, 4 + table.length);
  return all;
}

/** Does each unit that includes the header have its own body? */
const isLocal = ({ linkage, attributes, body }: FunctionSymbol): boolean =>
  linkage === 'internal' || (attributes.standIn && body !== null);

/** A function is the same in all units if everything that it mentions inside its unit is. */
class Hashes {
  private readonly globals: ReadonlyMap<GlobalVariable, string>;

  constructor(
    private readonly alive: Alive,
    private readonly bodies: ReadonlyMap<FunctionSymbol, Written>,
    globals: readonly Written[],
  ) {
    this.globals = new Map(alive.globals.map((g, i) => [g, globals[i]!.hash]));
  }

  /** Null if it uses a variable that each unit has its own copy of. */
  closureOf(f: FunctionSymbol): string | null {
    const reached = new Set([f]);
    const parts: string[] = [];
    for (const g of reached) {
      const outline = this.alive.outlines.get(g);
      if (!outline) return null;
      for (const variable of outline.variables) {
        if (variable.linkage !== 'internal') continue;
        if (!variable.literal) return null;
        parts.push(this.globals.get(variable)!);
      }
      for (const h of [...outline.called, ...outline.mentioned]) if (isLocal(h)) reached.add(h);
      parts.push(this.bodies.get(g)!.hash);
    }
    return hashOf(parts);
  }
}
