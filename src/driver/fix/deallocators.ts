// Which calls may release a block: as the project releases such a pointer elsewhere, else by the function that allocated it.
// Asked by the candidates of leaks; the analysis decides whether the call fits.

import type { Code } from './code.js';

/** Allocators of the library, besides those that belong to `free`. */
const RELEASED_BY: Readonly<Record<string, string>> = {
  fopen: 'fclose',
  fdopen: 'fclose',
  freopen: 'fclose',
  tmpfile: 'fclose',
  open_memstream: 'fclose',
  fmemopen: 'fclose',
  popen: 'pclose',
  opendir: 'closedir',
  fdopendir: 'closedir',
  getaddrinfo: 'freeaddrinfo',
  getifaddrs: 'freeifaddrs',
  dlopen: 'dlclose',
  setmntent: 'endmntent',
};

const RELEASING = String.raw`\b(\w*(?:free|close|destroy|release|unref|delete|dispose|cleanup|clear)\w*)`;

/** The most likely first. `allocation`: the line of the call that allocated, if it is in this file. */
export function releasesOf(code: Code, pointer: string, allocation: number | null): string[] {
  const escaped = pointer.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const here = new RegExp(`${RELEASING}\\s*\\(\\s*${escaped}\\s*\\)`, 'i');
  const member = /(?:->|\.)(\w+)$/.exec(pointer)?.[1];
  const alike = member && new RegExp(`${RELEASING}\\s*\\(\\s*\\w+(?:->|\\.)${member}\\s*\\)`, 'i');
  const text = code.plain.join('\n');
  const seen = [here, ...(alike ? [alike] : [])].flatMap(
    (pattern) => here.exec(text)?.[1] ?? pattern.exec(text)?.[1] ?? [],
  );
  const allocator = allocation === null ? null : code.code(allocation);
  const known = Object.entries(RELEASED_BY).find(
    ([name]) => allocator && new RegExp(`\\b${name}\\s*\\(`).test(allocator),
  );
  const usual = known ? known[1] : wrapperOf(text);
  return [...new Set([...seen, usual])].map((name) => `${name}${gapIn(text)}(${pointer});`);
}

/** `free`, unless the file has its own that it uses instead. */
const wrapperOf = (text: string): string => (!/\bfree\s*\(/.test(text) && /\bxfree\s*\(/.test(text) ? 'xfree' : 'free');

/** GNU style has a blank in front of arguments. */
const gapIn = (text: string): string => {
  const gaps = text.match(/\w \(\w/g)?.length ?? 0;
  return gaps > (text.match(/\w\(\w/g)?.length ?? 0) * 2 ? ' ' : '';
};
