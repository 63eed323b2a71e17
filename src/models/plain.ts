// Expands a prototype among the models to a body: for plain functions, the types describe all effects.
// Called when model files are split into definitions.
//
//   const char *s   reads a string up to its terminator    const T *p   reads a T
//   T *p            overwrites a T with numbers            number       no effect
//   result          any number; a pointer to library memory, which the caller need not free
//
// Other effects need a body: `char *` (how much is written?), `void *`, pointers to pointers, callbacks, and whatever
// allocates, frees, keeps a pointer, accepts null, may return null or does not return.

const PROTOTYPE = /^((?:__attribute__\s*\(\(.*?\)\)\s+)?)([\w\s]+?[\s*]+)(\w+)\(([^()]*)\);\s*$/;

export function plainModel(text: string): string {
  const [, attributes = '', result, name, parameters] = PROTOTYPE.exec(text) ?? [];
  if (!result || !name || name.startsWith('__caulk_') || /^(?:extern|typedef)\b/.test(result)) return text;
  if (/\balias\b/.test(attributes)) return text;
  const uses = parameters!.split(',').map((parameter) => useOf(parameter.trim(), text));
  return `${attributes}${result}${name}(${parameters}) {${uses.join('')}${resultOf(result)} }`;
}

function useOf(parameter: string, prototype: string): string {
  const [, type, name] = /^(.*?)(\w+)(?:\[\])?$/.exec(parameter) ?? [];
  const stars = (parameter.match(/\*/g) ?? []).length;
  if (stars === 0) return '';
  const open = stars > 1 || /\b(?:void|va_list)\b/.test(type!) || (/\bchar\b/.test(type!) && !/\bconst\b/.test(type!));
  if (open) throw new Error(`a model needs a body: ${prototype}`);
  if (/\bconst char \*$/.test(type!)) return ` __caulk_string(${name});`;
  return /\bconst\b/.test(type!)
    ? ` __caulk_read(${name}, sizeof *${name});`
    : ` __caulk_write(${name}, sizeof *${name});`;
}

function resultOf(type: string): string {
  if (type.includes('*')) return ' return somewhere();';
  if (/^(?:static\s+)?void\s*$/.test(type)) return '';
  if (/\b(?:double|float)\b/.test(type)) return ' return __caulk_nondet_double();';
  return /\b(?:int|unsigned|pid_t|mode_t)\s*$/.test(type) && !/\blong\b/.test(type)
    ? ' return __caulk_nondet();'
    : ' return __caulk_nondet_long();';
}
