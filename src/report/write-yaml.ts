// YAML in block style. Texts are written as JSON writes them, which YAML reads as quoted scalars.
// Used by witnesses.

import { quote } from './write-json.js';

type Data = string | number | readonly Data[] | { readonly [key: string]: Data };

export const writeYaml = (data: Data): string => `${lines(data).join('\n')}\n`;

function lines(data: Data): string[] {
  if (typeof data === 'string') return [quote(data)];
  if (typeof data === 'number') return [String(data)];
  if (isList(data)) return data.length === 0 ? ['[]'] : data.flatMap((item) => indent('- ', lines(item)));
  const entries = Object.entries(data);
  return entries.length === 0 ? ['{}'] : entries.flatMap(([key, value]) => entry(key, value));
}

const isList = (data: Data): data is readonly Data[] => Array.isArray(data);

/** Keys that are names stand as they are. */
function entry(key: string, value: Data): string[] {
  const name = /^[a-z_]+$/.test(key) ? key : quote(key);
  const below = lines(value);
  const isBlock = typeof value === 'object' && !/^[[{]/.test(below[0]!);
  return isBlock ? [`${name}:`, ...below.map((line) => `  ${line}`)] : [`${name}: ${below[0]}`];
}

const indent = (mark: string, [first, ...rest]: readonly string[]): string[] => [
  `${mark}${first}`,
  ...rest.map((line) => `  ${line}`),
];
