// The annotations of test programs: real errors, and the known gaps of engines. `// WARN(leak)`, `// NOWARN`, `//
// FALSE-ALARM(rule): why`, `// MISSED(rule): why`, each with an optional `[engine,…]`.

export interface Annotation {
  readonly line: number;
  readonly kind: 'WARN' | 'NOWARN' | 'FALSE-ALARM' | 'MISSED';
  readonly rule: string | null;
  /** Null for all. */
  readonly engines: readonly string[] | null;
}

const ANNOTATION = /\b(WARN|NOWARN|FALSE-ALARM|MISSED)(?:\(([a-z-]+)\))?(?:\[([a-z, ]+)\])?/g;

export function readAnnotations(text: string): Annotation[] {
  return text.split('\n').flatMap((line, i) => {
    const comment = line.match(/\/\/(.*)$|\/\*(.*)\*\//)?.[0] ?? '';
    return [...comment.matchAll(ANNOTATION)].map(([, kind, rule, engines]) => ({
      line: i + 1,
      kind: kind as Annotation['kind'],
      rule: rule ?? null,
      engines: engines ? engines.split(',').map((e) => e.trim()) : null,
    }));
  });
}
