// Compiler built-ins on vectors: shuffling and converting elements.
// Natives, reached by their names without `__builtin_`; the types come from the call itself.

import type { CType, VectorType } from '../../types/types.js';
import { makeConversion } from '../compile/convert.js';
import { pack, unpack } from '../compile/vector.js';
import { obstruct } from '../incidents.js';
import type { NativeTable } from '../library.js';
import type { Site } from '../memory.js';
import { repOf, type Value } from '../rep.js';
import type { Int } from '../wide.js';

function vectorType(type: CType | undefined): VectorType {
  if (type?.kind !== 'vector') return obstruct('unsupported', 'a built-in on vectors whose types are unknown');
  return type;
}

function argumentType(site: Site, index: number): VectorType {
  return vectorType(site.node.kind === 'call' ? site.node.args[index]?.type : undefined);
}

export const vectors: NativeTable = {
  /** Elements of one or two vectors, chosen by the last argument modulo their number. */
  shuffle: (_m, args, site) => {
    const { element } = argumentType(site, 0);
    const from = args.slice(0, -1).flatMap((v) => unpack(v as Uint8Array, element));
    const mask = argumentType(site, args.length - 1);
    const chosen = unpack(args.at(-1) as Uint8Array, mask.element).map((i) => {
      return from[Number(BigInt.asUintN(64, BigInt(i as Int)) % BigInt(from.length))]!;
    });
    return pack(chosen, element);
  },
  convertvector: (_m, [value], site) => {
    const from = argumentType(site, 0).element;
    const to = vectorType(site.node.kind === 'call' ? site.node.result?.type : undefined).element;
    const convert = makeConversion(repOf(from), repOf(to)) ?? ((v: Value) => v);
    return pack(
      unpack(value as Uint8Array, from).map((v) => convert(v)),
      to,
    );
  },
};
