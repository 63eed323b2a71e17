// Which functions each holder of a program may hold: the least solution of the flows of all units.
//   from → to:  ⟦from⟧ ⊆ ⟦to⟧.  Asked by link.ts for the targets of calls through pointers.

import type { Program } from '../link.js';
import type { FunctionSymbol, GlobalVariable } from '../program.js';
import type { AddressFlow } from './flows.js';
import { ANYWHERE, type CalledPointer, type Holder, holderIn } from './holders.js';

/** The possible targets of a call through a pointer. */
export interface Targets {
  readonly functions: readonly FunctionSymbol[];
  /** Is the only target what the pointer holds, unless it is null? */
  readonly isExact: boolean;
  /** May it hold functions that are not among them? */
  readonly isOpen: boolean;
}

/** A holder with the functions that it may hold, by number. */
interface Node {
  readonly holder: Holder;
  readonly held: Set<number>;
  /** It may also hold what has escaped, and functions that are not part of the program. */
  isOpen: boolean;
  readonly to: Node[];
}

export class FunctionFlow {
  private readonly nodes = new Map<string, Node>();
  private readonly parameters = new Map<number, Node[]>();
  private readonly functions: FunctionSymbol[] = [];
  private readonly numbers = new Map<FunctionSymbol | GlobalVariable, number>();
  private readonly answers = new Map<string, Targets>();
  private readonly anywhere: Node;
  private readonly work: Node[] = [];

  /** `taken`: the functions whose address is taken, in the order in which targets are listed. */
  constructor(
    private readonly program: Program,
    taken: readonly FunctionSymbol[],
    flows: Iterable<AddressFlow>,
    /** Members of records that code outside the program makes or fills (strangers.ts). */
    private readonly known: ReadonlySet<string>,
  ) {
    for (const f of taken) this.numberOf(f);
    this.anywhere = this.nodeOf(ANYWHERE);
    this.anywhere.isOpen = true;
    const mentioned = this.addAll(flows);
    // The address of a function that no flow mentions is taken by code that could not be read.
    for (const f of taken) if (!mentioned.has(f)) this.anywhere.held.add(this.numberOf(f));
    for (const node of this.nodes.values()) this.work.push(node);
    this.propagate();
  }

  /** The functions that the pointer holds; those of a matching type if nothing is known to be stored there. */
  through({ signature, holders }: CalledPointer): Targets {
    const question = [signature, ...holders.map((holder) => this.keyOf(holder))].join('\n');
    const known = this.answers.get(question);
    if (known) return known;
    const answer = this.targetsIn(
      signature,
      holders.flatMap((holder) => this.find(holder) ?? []),
    );
    this.answers.set(question, answer);
    return answer;
  }

  /** A function holds itself; any other holder without a node holds nothing that is known. */
  private find(holder: Holder): Node | undefined {
    return holder.kind === 'function' ? this.nodeOf(holder) : this.nodes.get(this.keyOf(holder));
  }

  /** A function that flows to the pointer is called there even if its address was cast; one that has escaped must match. */
  private targetsIn(signature: string, nodes: readonly Node[]): Targets {
    const isOpen = nodes.some((node) => node.isOpen);
    const matching = this.program.targetsOfSignature(signature);
    const numbers = matching.map((f) => this.numberOf(f));
    const escaped = isOpen ? numbers.filter((number) => this.anywhere.held.has(number)) : [];
    const stored = nodes.flatMap((node) => (node === this.anywhere ? [] : [...node.held]));
    const held = [...new Set([...stored, ...escaped])].sort((a, b) => a - b);
    if (held.length === 0) return { functions: matching, isExact: false, isOpen: true };
    return { functions: held.map((number) => this.functions[number]!), isExact: !isOpen && held.length === 1, isOpen };
  }

  hasEscaped(f: FunctionSymbol): boolean {
    return this.anywhere.held.has(this.numberOf(this.program.addressed(f)));
  }

  alternativesTo(f: FunctionSymbol): readonly FunctionSymbol[] {
    const own = this.numberOf(this.program.addressed(f));
    const shared = [...this.nodes.values()].filter(({ holder, held }) => holder.kind === 'member' && held.has(own));
    const numbers = new Set(shared.flatMap(({ held }) => [...held]));
    numbers.delete(own);
    return [...numbers].map((number) => this.functions[number]!);
  }

  // ---- nodes ---------------------------------------------------------------------------------------------------

  private numberOf(symbol: FunctionSymbol | GlobalVariable): number {
    const known = this.numbers.get(symbol);
    if (known !== undefined) return known;
    const number = this.numbers.size;
    this.numbers.set(symbol, number);
    if (symbol.kind === 'function') this.functions[number] = symbol;
    return number;
  }

  private meaningOf(of: Holder['of']): FunctionSymbol | GlobalVariable | null {
    if (!of) return null;
    return of.kind === 'function' ? this.program.addressed(of) : this.program.variableOf(of);
  }

  private keyOf({ kind, of, which }: Holder): string {
    const meaning = this.meaningOf(of);
    return `${kind} ${meaning ? this.numberOf(meaning) : ''} ${which}`;
  }

  private nodeOf(holder: Holder): Node {
    const key = this.keyOf(holder);
    const known = this.nodes.get(key);
    if (known) return known;
    const node: Node = { holder, held: new Set(), isOpen: false, to: [] };
    this.nodes.set(key, node);
    this.begin(node);
    return node;
  }

  /** What follows from the kind of a holder, besides the flows. */
  private begin(node: Node): void {
    const { kind, which } = node.holder;
    const of = this.meaningOf(node.holder.of);
    switch (kind) {
      case 'function':
        node.held.add(this.numberOf(of!));
        return;
      case 'parameter':
        this.beginParameter(node, of as FunctionSymbol);
        return;
      case 'result':
        node.isOpen = !this.program.definitionOf(of as FunctionSymbol);
        return;
      case 'variable':
        if (this.isVisible(of!) || !(of as GlobalVariable).defined) this.share(node);
        return;
      case 'member':
        if (this.known.has(which)) this.share(node);
        return;
      case 'argument': {
        const space = which.indexOf(' ');
        const targets = this.program.targetsOfSignature(which.slice(space + 1));
        for (const f of targets) node.to.push(this.nodeOf(holderIn('parameter', f, which.slice(0, space))));
        node.to.push(this.anywhere);
        return;
      }
      case 'answer': {
        const targets = this.program.targetsOfSignature(which);
        node.isOpen = targets.length === 0;
        for (const f of targets) this.nodeOf(holderIn('result', f)).to.push(node);
        return;
      }
    }
  }

  private beginParameter(node: Node, f: FunctionSymbol): void {
    if (!this.program.definitionOf(f)) node.to.push(this.anywhere);
    node.isOpen = this.isVisible(f);
    const number = this.numberOf(f);
    this.parameters.set(number, [...(this.parameters.get(number) ?? []), node]);
  }

  /** May code that is not part of the program use the symbol? */
  private isVisible(symbol: FunctionSymbol | GlobalVariable): boolean {
    return symbol.linkage === 'external' && !this.program.isExecutable;
  }

  private share(node: Node): void {
    node.isOpen = true;
    node.to.push(this.anywhere);
  }

  // ---- flows ---------------------------------------------------------------------------------------------------

  /** Returns the functions that the flows mention. */
  private addAll(flows: Iterable<AddressFlow>): Set<FunctionSymbol> {
    const mentioned = new Set<FunctionSymbol>();
    for (const { from, to } of flows) {
      const next = this.nodeOf(to);
      if (from.kind === 'function') {
        const f = this.program.addressed(from.of as FunctionSymbol);
        mentioned.add(f);
        next.held.add(this.numberOf(f));
      } else this.nodeOf(from).to.push(next);
    }
    return mentioned;
  }

  private propagate(): void {
    for (let node = this.work.pop(); node; node = this.work.pop()) {
      if (node === this.anywhere) this.openParameters();
      for (const next of node.to) if (this.flow(node, next)) this.work.push(next);
    }
  }

  /** Does `to` learn something? What has escaped is not copied to all that may hold it. */
  private flow(from: Node, to: Node): boolean {
    const before = to.held.size;
    const isNews = from.isOpen && !to.isOpen;
    if (from !== this.anywhere) for (const f of from.held) to.held.add(f);
    to.isOpen ||= from.isOpen;
    return isNews || to.held.size > before;
  }

  /** Code that is not followed may call what has escaped, with any arguments. */
  private openParameters(): void {
    for (const f of this.anywhere.held)
      for (const node of this.parameters.get(f) ?? []) {
        if (node.isOpen) continue;
        node.isOpen = true;
        this.work.push(node);
      }
  }
}
