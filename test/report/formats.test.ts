// The formats that other tools read: each is checked by the rules that its owner has published.

import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../src/base/diagnostics.js';
import { formatGcc } from '../../src/report/gcc.js';
import { formatGithub } from '../../src/report/github.js';
import { formatGitlab } from '../../src/report/gitlab.js';
import { formatJunit } from '../../src/report/junit.js';
import { formatRdjson } from '../../src/report/rdjson.js';
import { makeFinding, makeReport, sourcesOf } from '../support/reports.js';
import { readXml, type XmlElement } from '../support/xml.js';

const step = (line: number, message: string) => ({ file: 'a.c', line, column: 1, message });
const EVIL = 'a "b" <c> & 100%\r\n::error::x\u001b[0m]]>';
const sources = sourcesOf({ 'a.c': 'x;\np = 0;\nq = 0; // caulk-ignore[leak]: on purpose\n', 'b,:c.c': 'x;\n' });
const findings = [
  makeFinding({ trace: [step(1, 'allocated here')], condition: 'n > 0' }),
  makeFinding({ line: 3 }),
  makeFinding({ file: 'b,:c.c', line: 1, column: 1, rule: 'double-free', certainty: 'possible', message: EVIL }),
  makeFinding({ file: 'b,:c.c', line: 1, column: 2, certainty: 'possible', doubts: ['merged-state'] }),
];
const functions = ['a.c', 'clean.c'].map(
  (file) => ({ name: 'f', file, line: 1, status: 'analysed', reason: null }) as const,
);
const diagnostics = [diagnostic('syntax', `expected <${EVIL}>`, { file: 'broken.c', line: 1, column: 1 })];
const whole = makeReport(findings, { sources }, { functions, diagnostics });
const old = makeReport(findings.slice(0, 1), { sources }).findings;
const compared = makeReport(findings, { sources, baseline: new Map(old.map((f) => [f.fingerprint, f])) });

function check(schema: object, value: unknown): void {
  const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);
  validate(value);
  expect(validate.errors).toBeNull();
}

const object = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const POSITIVE = { type: 'integer', minimum: 1 };
const TEXT = { type: 'string', minLength: 1 };

describe('gcc', () => {
  it('is one line for each message, which every matcher of compiler output takes', () => {
    const lines = formatGcc(whole).trimEnd().split('\n');
    expect(lines.slice(0, 2)).toEqual(['a.c:2:3: warning: the block is lost [leak]', 'a.c:1:1: note: allocated here']);
    // The pattern of the problem matcher `$gcc` of an editor, and that of Vim's `%f:%l:%c: %m`.
    for (const line of lines) expect(line).toMatch(/^(.*?):(\d+):(\d*):?\s+(?:fatal\s+)?(warning|error|note):\s+(.*)$/);
    expect(lines).toHaveLength(4);
  });

  it('has neither a summary nor known findings', () => {
    expect(formatGcc(makeReport([]))).toBe('');
    expect(formatGcc(compared)).not.toContain('note: allocated here');
  });
});

describe('gitlab', () => {
  const schema = {
    type: 'array',
    items: object({
      description: TEXT,
      check_name: TEXT,
      fingerprint: TEXT,
      severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
      location: object({ path: { type: 'string', pattern: '^[^/.]' }, lines: object({ begin: POSITIVE }) }),
    }),
  };

  it('is an array of issues with fingerprints and severities', () => {
    const issues = JSON.parse(formatGitlab(whole));
    check(schema, issues);
    expect(issues[0]).toMatchObject({
      description: 'the block is lost; happens when: n > 0',
      check_name: 'leak',
      severity: 'critical',
      location: { path: 'a.c', lines: { begin: 2 } },
    });
    expect(issues.map((issue: { severity: string }) => issue.severity)).toEqual(['critical', 'major', 'minor']);
    expect(new Set(issues.map((issue: { fingerprint: string }) => issue.fingerprint)).size).toBe(3);
    expect(JSON.parse(formatGitlab(compared))).toHaveLength(2);
  });
});

describe('rdjson', () => {
  const location = object({ path: TEXT, range: object({ start: object({ line: POSITIVE, column: POSITIVE }) }) });
  const schema = object({
    source: object({ name: TEXT, url: { type: 'string', pattern: '^https://' } }),
    diagnostics: {
      type: 'array',
      items: object({
        message: TEXT,
        location,
        severity: { enum: ['UNKNOWN_SEVERITY', 'ERROR', 'WARNING', 'INFO'] },
        code: object({ value: TEXT, url: { type: 'string', pattern: '^https://' } }),
        related_locations: { type: 'array', items: object({ message: TEXT, location }) },
      }),
    },
  });

  it('is a result of diagnostics with places of steps', () => {
    const result = JSON.parse(formatRdjson(whole));
    check(schema, result);
    expect(result.diagnostics).toHaveLength(3);
    expect(result.diagnostics[0]).toMatchObject({
      severity: 'ERROR',
      code: { value: 'leak' },
      location: { path: 'a.c', range: { start: { line: 2, column: 3 } } },
      related_locations: [{ message: 'allocated here', location: { range: { start: { line: 1 } } } }],
    });
    expect(JSON.parse(formatRdjson(compared)).diagnostics).toHaveLength(2);
  });
});

describe('github', () => {
  /** As the runner of workflows reads commands. */
  function commandsIn(text: string): { command: string; properties: Record<string, string>; message: string }[] {
    const decode = (word: string) =>
      word.replace(/%0D/g, '\r').replace(/%0A/g, '\n').replace(/%3A/g, ':').replace(/%2C/g, ',').replace(/%25/g, '%');
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [, command, words, message] = /^::(\w+) ([^:]*)::(.*)$/.exec(line)!;
        const properties = words!.split(',').map((word) => word.split('=').map(decode) as [string, string]);
        return { command: command!, properties: Object.fromEntries(properties), message: decode(message!) };
      });
  }

  it('is one command for each finding, whatever is in names and messages', () => {
    const commands = commandsIn(formatGithub(whole));
    expect(commands.map(({ command }) => command)).toEqual(['error', 'warning', 'notice']);
    expect(commands[0]).toEqual({
      command: 'error',
      properties: { file: 'a.c', line: '2', col: '3', title: 'caulk: leak' },
      message: 'the block is lost; happens when: n > 0\na.c:1: allocated here',
    });
    expect(commands[1]!.properties.file).toBe('b,:c.c');
    expect(commands[1]!.message).toBe(EVIL.replace('\r\n', '<U+000D><U+000A>').replace('\u001b', '<U+001B>'));
  });
});

describe('junit', () => {
  /** Elements, what may be in them, and their attributes, required and optional: the part of Jenkins' schema that is used. */
  const SCHEMA: Readonly<Record<string, readonly [children: string[], required: string[], optional: string[]]>> = {
    testsuites: [['testsuite'], [], ['name', 'time', 'tests', 'failures', 'errors', 'disabled']],
    testsuite: [
      ['testcase', 'properties'],
      ['name', 'tests'],
      ['failures', 'errors', 'skipped', 'time', 'timestamp'],
    ],
    testcase: [['failure', 'error', 'skipped'], ['name'], ['classname', 'time', 'status', 'assertions']],
    failure: [[], [], ['message', 'type']],
    error: [[], [], ['message', 'type']],
    skipped: [[], [], ['message', 'type']],
  };

  function validate({ name, attributes, children }: XmlElement): void {
    const [allowed, required, optional] = SCHEMA[name]!;
    expect(Object.keys(attributes)).toEqual(expect.arrayContaining(required));
    expect([...required, ...optional]).toEqual(expect.arrayContaining(Object.keys(attributes)));
    expect(allowed).toEqual(expect.arrayContaining(children.map((child) => child.name)));
    children.forEach(validate);
  }

  it('has a suite for each file, where findings fail and files without any pass', () => {
    const root = readXml(formatJunit(whole));
    validate(root);
    expect(root.attributes).toMatchObject({ tests: '6', failures: '3', errors: '1' });
    expect(root.children.map(({ attributes }) => attributes.name)).toEqual(['a.c', 'b,:c.c', 'broken.c', 'clean.c']);
    const kinds = root.children.map((suite) => suite.children.map((test) => test.children[0]?.name ?? 'passes'));
    expect(kinds).toEqual([['failure', 'skipped'], ['failure', 'failure'], ['error'], ['passes']]);
    const failure = root.children[0]!.children[0]!.children[0]!;
    expect(failure.text).toContain('a.c:1:1: note: allocated here');
    expect(root.children[0]!.children[1]!.children[0]!.attributes.message).toBe('suppressed: on purpose');
    expect(root.children[1]!.children[0]!.children[0]!.attributes.message).toContain('a "b" <c> & 100%');
  });
});
