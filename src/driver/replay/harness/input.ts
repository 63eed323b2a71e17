// harness.c: the unit's own source file, the objects of the input with their contents, and the call of the function.
// From the recording of a run to C.

import type { Content } from '../../../interp/given/recording.js';
import type { FunctionSymbol } from '../../../ir/program.js';
import { printType } from '../../../types/print-type.js';
import type { CType } from '../../../types/types.js';
import { bytesText, comment, isIdentifier, scalarName } from './c-text.js';
import { INPUT, type Scene } from './scene.js';

/** The name of the unit's own main. */
const MAIN = 'caulk_main_of_unit';
/** Objects of which nothing was looked at are this long, in bytes. */
const SHORTEST = 64;
/** Bytes behind texts, which library functions may look at. */
const SPARE = 16;

export function inputText(scene: Scene, file: string, f: FunctionSymbol): string {
  const build = [
    ...scene.given.flatMap((id) => makeObject(scene, id)),
    ...scene.recording.contents.flatMap(putOf(scene)),
  ];
  const call = callOf(scene, f);
  const symbols = [...scene.symbols].map(([name, linked]) => `extern char ${name}[] __asm__("${linked}");`);
  return [
    '/* The input of the function, and its call. Written by caulk; run.sh compiles it. */',
    `#define main ${MAIN}`,
    `#include "${file}"`,
    '#undef main',
    '',
    `void *${INPUT}[${Math.max(1, scene.given.length)}]; /* held until leaks have been looked for */`,
    'extern void *caulk_new(unsigned long size);',
    'extern void *caulk_stream(void);',
    'extern void caulk_put_bits(void *at, int shift, int width, unsigned long long value);',
    ...symbols,
    '#define CAULK_PUT(object, offset, type, value) (*(type *)((char *)(object) + (offset)) = (type)(value))',
    '',
    'void caulk_build(void) {',
    ...build.map((line) => `  ${line}`),
    '}',
    '',
    ...call,
    '',
  ].join('\n');
}

function makeObject(scene: Scene, id: number): string[] {
  const { size, bytes, element, path } = scene.recording.objects.get(id)!;
  const what = comment(`${path}: ${element ? printType(element) : 'unknown'}`);
  if (isStream(element)) return [`${scene.object(id)} = caulk_stream(); ${what}`];
  const length = Math.max(size, element?.size ?? 0, SHORTEST) + (bytes ? SPARE : 0);
  const made = `${scene.object(id)} = caulk_new(${length}); ${what}`;
  const used = bytes ? bytes.subarray(0, bytes.findLastIndex((b) => b !== 0) + 1) : [];
  return used.length === 0
    ? [made]
    : [made, `__builtin_memcpy(${scene.object(id)}, ${bytesText(used as Uint8Array)}, ${used.length});`];
}

export const isStream = (type: CType | null): boolean => type?.kind === 'record' && type.body.tag === '_IO_FILE';

/** Contents of objects that are not there when the function is called are stored by unknown functions. */
const putOf =
  (scene: Scene) =>
  (content: Content): string[] => {
    const object = scene.recording.objects.get(content.object)!;
    if (object.kind === 'given')
      return isStream(object.element) ? [] : [putText(scene, scene.object(content.object), content)].flat();
    return object.owner?.kind === 'global' ? putText(scene, scene.variable(object.owner), content) : [];
  };

/** The store of one scalar; memory is zero before. */
export function putText(scene: Scene, object: string, { path, type, offset, bits, value }: Content): string[] {
  if (type.kind === 'complex') return [];
  const isPointer = type.kind === 'pointer';
  if (value === 0 && object.startsWith(INPUT)) return isPointer ? [comment(`${path} is null`)] : [];
  const text = scene.value(value, type, path);
  if (bits)
    return [`caulk_put_bits((char *)(${object}) + ${offset}, ${bits.shift}, ${bits.width}, ${text}); ${comment(path)}`];
  return [
    `CAULK_PUT(${object}, ${offset}, ${scalarName(type) ?? scene.refuse(`${path} is no scalar`)}, ${text}); ${comment(path)}`,
  ];
}

function callOf(scene: Scene, f: FunctionSymbol): string[] {
  const { params } = f.body!;
  const args = params.map(({ name, type }, i) => argumentText(scene, i, name, type));
  if (!isIdentifier(f.name)) scene.refuse(`the function ${f.name} cannot be named in C`);
  const call = `(${f.name === 'main' ? MAIN : f.name})(${args.join(', ')})`;
  if (f.type.result.kind === 'void') return [`void caulk_call(void) { ${call}; }`];
  return [
    `static __typeof__(${call}) caulk_result; /* the caller holds it */`,
    `void caulk_call(void) { caulk_result = ${call}; }`,
  ];
}

function argumentText(scene: Scene, i: number, name: string, type: CType): string {
  const value = scene.recording.arguments[i]!;
  if (value instanceof Uint8Array) {
    const object = scene.given.find((id) => scene.recording.objects.get(id)!.path === name);
    const tag = type.kind === 'record' ? type.body.tag : null;
    if (tag === null || object === undefined || type.kind !== 'record')
      return scene.refuse(`the type of ${name} has no name`);
    return `*(${type.body.union ? 'union' : 'struct'} ${tag} *)${scene.object(object)}`;
  }
  const text = scene.value(value, type, name);
  return type.kind === 'pointer'
    ? `(void *)(${text})`
    : `(${scalarName(type) ?? scene.refuse(`${name} is no scalar`)})${text}`;
}
