// A packed unit as a unit again: symbols at once, their types, values and bodies on demand.
// From the disk or another thread to the engines, for which it behaves like a unit that was just lowered.

import { PickleError } from '../../base/pickle.js';
import { type Markers, SourceText } from '../../base/source.js';
import { countAt, unpickle } from '../../base/unpickle.js';
import { Types } from '../../types/basic-types.js';
import type { CType, FunctionType } from '../../types/types.js';
import type { Block } from '../instr.js';
import type { Mentioned, Outline } from '../outline.js';
import type {
  FunctionAttributes,
  FunctionBody,
  FunctionSymbol,
  GlobalVariable,
  InitialValue,
  LocalVariable,
  Unit,
} from '../program.js';
import type { AddressFlow } from '../targets/flows.js';
import { HOLDER_KINDS, type Holder, holderIn } from '../targets/holders.js';
import {
  type BodyEntry,
  type FunctionEntry,
  type GlobalEntry,
  type PackedFlow,
  type PackedHolder,
  TABLES,
  Table,
  type UnitTable,
  WORDS,
} from './format.js';
import { type TypeEntry, TypeReader } from './types.js';

/** Functions that are the same in many units, by their shared key. */
export type Shared = Map<string, PackedFunction>;

/** Throws a PickleError if the bytes are not those of a packed unit. */
export function openUnit(bytes: Uint8Array, shared: Shared = new Map()): PackedUnit {
  return new PackedUnit(bytes, shared);
}

export class PackedUnit implements Unit {
  /** Without the parts that the symbols themselves hold. */
  readonly table: Omit<UnitTable, 'functions' | 'linked' | 'globals' | 'types'>;
  /** The non-literal variables. */
  readonly linked: readonly PackedGlobal[];
  readonly functions: readonly PackedFunction[];
  private readonly pieces: Uint8Array;
  private readonly variables = new Map<number, PackedGlobal>();
  private readonly reader: TypeReader;
  private readonly globalStarts: Int32Array;
  private readonly typeStarts: Int32Array;
  private text: SourceText | null = null;

  constructor(bytes: Uint8Array, shared: Shared) {
    if (bytes.length < 4) throw new PickleError('the table is missing');
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    if (4 + length > bytes.length) throw new PickleError('the table is truncated');
    const whole = unpickle(bytes.subarray(4, 4 + length), WORDS) as UnitTable;
    const { functions, linked, globals, types, ...table } = whole;
    this.table = table;
    this.pieces = bytes.subarray(4 + length);
    this.globalStarts = startsOf(table.globalsAt, globals);
    this.typeStarts = startsOf(table.typesAt, types);
    this.reader = new TypeReader(new Types(table.target), (i) => this.typeEntry(i));
    this.functions = functions.map((entry) => this.functionFor(entry, shared));
    this.linked = linked.map(([i, entry]) => new PackedGlobal(this, i, entry));
    linked.forEach(([i], k) => {
      this.variables.set(i, this.linked[k]!);
    });
  }

  private functionFor(entry: FunctionEntry, shared: Shared): PackedFunction {
    const name = entry.body?.shared;
    const known = name ? shared.get(name) : undefined;
    if (known) return known;
    const f = new PackedFunction(this, entry);
    if (name) shared.set(name, f);
    return f;
  }

  get id(): string {
    return this.table.id;
  }

  get types(): Types {
    return this.reader.types;
  }

  get lost(): Unit['lost'] {
    return this.table.lost;
  }

  get diagnostics(): Unit['diagnostics'] {
    return this.table.diagnostics;
  }

  get source(): SourceText {
    const { name, text, markers } = this.table;
    const whence = () => unpickle(this.pieceAt(...markers), WORDS) as Markers;
    this.text ??= SourceText.from(name, this.pieceAt(...text), whence);
    return this.text;
  }

  /** Is it the text of this unit? Does not load the text. */
  owns(source: SourceText): boolean {
    return this.text === source;
  }

  get globals(): readonly GlobalVariable[] {
    return Array.from({ length: this.globalStarts.length - 1 }, (_, i) => this.globalAt(i));
  }

  globalAt(number: number): PackedGlobal {
    const known = this.variables.get(number);
    if (known) return known;
    const g = new PackedGlobal(this, number, null);
    this.variables.set(number, g);
    return g;
  }

  typeAt(number: number): CType {
    return this.reader.typeAt(number);
  }

  private typeEntry(number: number): TypeEntry {
    const start = this.typeStarts[number]!;
    return unpickle(this.pieceAt(start, this.typeStarts[number + 1]! - start), WORDS) as TypeEntry;
  }

  globalPiece(number: number): Uint8Array {
    const start = this.globalStarts[number]!;
    return this.pieceAt(start, this.globalStarts[number + 1]! - start);
  }

  pieceAt(start: number, length: number): Uint8Array {
    if (start + length > this.pieces.length) throw new PickleError('a piece is missing');
    return this.pieces.subarray(start, start + length);
  }

  /** Reads the content of a piece and its `own` part, from which `blocksFor` makes the blocks. */
  readPiece<T>(piece: Uint8Array, base: number, blocksFor: (own: T) => readonly Block[]): { content: unknown; own: T } {
    const { size, start } = countAt(piece);
    const [meanings, own] = unpickle(piece.subarray(start, start + size), WORDS) as [number[], T];
    const blocks = blocksFor(own);
    const outside = (n: number): unknown =>
      n < blocks.length ? blocks[n] : this.meaning(meanings[n - blocks.length] ?? -1);
    return { content: unpickle(piece.subarray(start + size), WORDS, outside, base), own };
  }

  holderOf([number, of, which]: PackedHolder): Holder {
    const kind = HOLDER_KINDS[number]!;
    if (of < 0) return holderIn(kind, null, which);
    return holderIn(kind, kind === 'variable' ? this.globalAt(of) : this.functions[of]!, which);
  }

  flowsOf(flows: readonly PackedFlow[]): AddressFlow[] {
    return flows.map(([from, to]) => ({ from: this.holderOf(from), to: this.holderOf(to) }));
  }

  private meaning(meaning: number): unknown {
    if (meaning < 0) throw new PickleError('a piece refers to a missing symbol');
    const number = Math.floor(meaning / TABLES);
    switch (meaning % TABLES) {
      case Table.Type:
        return this.typeAt(number);
      case Table.Function:
        return this.functions[number];
      case Table.Global:
        return this.globalAt(number);
      default: {
        const { fields } = this.table;
        return this.reader.fieldAt(fields[2 * number]!, fields[2 * number + 1]!);
      }
    }
  }
}

function startsOf(first: number, lengths: readonly number[]): Int32Array {
  const starts = new Int32Array(lengths.length + 1);
  let at = first;
  lengths.forEach((length, i) => {
    starts[i] = at;
    at += length;
  });
  starts[lengths.length] = at;
  return starts;
}

export class PackedFunction implements FunctionSymbol {
  readonly kind = 'function';
  readonly name: string;
  readonly linkage: 'external' | 'internal';
  readonly attributes: FunctionAttributes;
  readonly addressTaken: boolean;
  readonly at: number;
  private code: FunctionBody | null = null;

  constructor(
    readonly unit: PackedUnit,
    readonly entry: FunctionEntry,
  ) {
    this.name = entry.name;
    this.linkage = entry.internal ? 'internal' : 'external';
    this.attributes = unit.table.attributes[entry.attributes]!;
    this.addressTaken = entry.addressTaken;
    this.at = entry.at;
  }

  get type(): FunctionType {
    return this.unit.typeAt(this.entry.type) as FunctionType;
  }

  get signature(): string {
    return this.entry.signature;
  }

  get body(): FunctionBody | null {
    if (!this.entry.body) return null;
    this.code ??= this.read(this.entry.body);
    return this.code;
  }

  /** Drops the body; it is read again on demand. */
  release(): void {
    this.code = null;
  }

  get outline(): Outline | null {
    const { body } = this.entry;
    if (!body) return null;
    const { unit } = this;
    const functions = (numbers: readonly number[]) => numbers.map((i) => unit.functions[i]!);
    const { pointers, instructions } = body;
    return {
      called: functions(body.called),
      mentioned: functions(body.mentioned),
      variables: body.variables.map((i) => unit.globalAt(i)),
      pointers: pointers.map(([signature, ...holders]) => ({
        signature,
        holders: holders.map((holder) => unit.holderOf(holder)),
      })),
      instructions,
      returned: this.returned,
    };
  }

  get flows(): readonly AddressFlow[] {
    return this.unit.flowsOf(this.entry.body?.flows ?? []);
  }

  get returned(): number | null {
    const { returned } = this.entry.body!;
    return returned < 0 ? null : returned;
  }

  private read(entry: BodyEntry): FunctionBody {
    const { unit } = this;
    const piece = unit.pieceAt(...entry.piece);
    const blocks: Block[] = [];
    const { content } = unit.readPiece(piece, entry.at, (count: number) => {
      if (count > piece.length) throw new PickleError('more blocks than bytes');
      for (let id = 0; id < count; id++) blocks.push({ id, instrs: [], terminator: NOT_YET });
      return blocks;
    });
    const code = content as Code;
    code.blocks.forEach(([instrs, terminator], i) => {
      Object.assign(blocks[i]!, { instrs, terminator });
    });
    const params = code.params.map((id) => code.variables[id]!);
    return {
      symbol: this,
      params,
      variables: code.variables,
      blocks,
      entry: blocks[0]!,
      ...(code.unordered ? { unordered: code.unordered } : {}),
      source: unit.source,
      at: entry.at,
      end: entry.end,
    };
  }
}

interface Code {
  readonly variables: readonly LocalVariable[];
  readonly params: readonly number[];
  readonly blocks: readonly (readonly [Block['instrs'], Block['terminator']])[];
  readonly unordered?: FunctionBody['unordered'] & {};
}

const NOT_YET: Block['terminator'] = { kind: 'unreachable', at: -1, end: -1 };

/** A packed variable; its initial value is read on demand. */
export class PackedGlobal implements GlobalVariable {
  readonly kind = 'global';
  private known: Content | null = null;
  private start: Beginning | null = null;

  constructor(
    readonly unit: PackedUnit,
    private readonly number: number,
    /** null for literals. */
    readonly entry: GlobalEntry | null,
  ) {}

  private get content(): Content {
    if (this.known) return this.known;
    const { unit, number } = this;
    const { content, own } = unit.readPiece(unit.globalPiece(number), 0, (_: readonly [string, number]) => []);
    const known = { ...(content as Content), name: own[0], at: own[1] };
    if ((known.initializer?.length ?? 0) <= MOST_KEPT) this.known = known;
    return known;
  }

  get name(): string {
    return this.entry?.name ?? this.content.name;
  }
  get linkage(): GlobalVariable['linkage'] {
    return !this.entry || this.entry.internal ? 'internal' : 'external';
  }
  get type(): CType {
    return this.entry ? this.unit.typeAt(this.entry.type) : this.content.type;
  }
  get defined(): boolean {
    return this.entry?.defined ?? this.content.defined;
  }
  get isInitialized(): boolean {
    return this.entry?.hasInitializer ?? true;
  }
  get initializer(): readonly InitialValue[] | null {
    return this.content.initializer;
  }
  get beginning(): Beginning {
    this.start ??= beginningOf(this.content.initializer);
    return this.start;
  }
  /** Without literals. */
  get mentions(): Mentioned {
    const { unit, entry } = this;
    if (!entry) return NOTHING_MENTIONED;
    return {
      mentioned: entry.mentioned.map((i) => unit.functions[i]!),
      variables: entry.variables.map((i) => unit.globalAt(i)),
    };
  }
  get flows(): readonly AddressFlow[] {
    return this.unit.flowsOf(this.entry?.flows ?? []);
  }
  get literal(): boolean {
    return this.entry === null;
  }
  get threadLocal(): boolean {
    return this.content.threadLocal;
  }
  get weak(): boolean {
    return this.entry?.weak ?? this.content.weak;
  }
  get changed(): boolean {
    return this.entry?.changed ?? this.content.changed;
  }
  get at(): number {
    return this.content.at;
  }
}

/** A prefix of an initial value. */
export interface Beginning {
  readonly entries: readonly InitialValue[];
  /** Is the prefix the whole value? */
  readonly isWhole: boolean;
}

export const beginningOf = (initializer: readonly InitialValue[] | null): Beginning => ({
  entries: initializer?.slice(0, MOST_KEPT) ?? [],
  isWhole: (initializer?.length ?? 0) <= MOST_KEPT,
});

type Content = Omit<GlobalVariable, 'kind'>;

/**
 * Longer initial values are not kept but read again each time: a table of characters takes hundreds of times its bytes.
 */
const MOST_KEPT = 200;

const NOTHING_MENTIONED: Mentioned = { mentioned: [], variables: [] };
