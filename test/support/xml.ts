// A small reader of XML, strict about what it knows: elements, attributes, text and the five named entities.
// For tests of reports in XML.

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

const TAG = /<(\/?)([a-zA-Z][\w-]*)((?:\s+[a-zA-Z][\w-]*="[^"<]*")*)\s*(\/?)>/y;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Throws if it is not well-formed. */
export function readXml(document: string): XmlElement {
  const text = document.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '').trimEnd();
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text))
    throw new Error('a character that XML forbids');
  const open: { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string }[] = [];
  const root = { name: '', attributes: {}, children: [] as XmlElement[], text: '' };
  open.push(root);
  for (let at = 0; at < text.length; ) {
    const top = open.at(-1)!;
    if (text[at] !== '<') {
      const end = text.indexOf('<', at) < 0 ? text.length : text.indexOf('<', at);
      top.text += decode(text.slice(at, end));
      at = end;
      continue;
    }
    TAG.lastIndex = at;
    const tag = TAG.exec(text);
    if (!tag) throw new Error(`no tag: ${text.slice(at, at + 40)}`);
    at = TAG.lastIndex;
    const [, closes, name, words, isEmpty] = tag;
    if (closes) {
      if (top.name !== name) throw new Error(`</${name}> closes <${top.name}>`);
      open.pop();
      continue;
    }
    const made = { name: name!, attributes: attributesIn(words!), children: [], text: '' };
    top.children.push(made);
    if (!isEmpty) open.push(made);
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error('not exactly one whole element');
  return root.children[0]!;
}

function attributesIn(words: string): Record<string, string> {
  const found = [...words.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, decode(value!)] as const);
  if (new Set(found.map(([name]) => name)).size !== found.length) throw new Error(`an attribute twice: ${words}`);
  return Object.fromEntries(found);
}

function decode(text: string): string {
  return text.replace(/&(\w*);?/g, (all, name: string) => {
    const character = NAMED[name];
    if (character === undefined || !all.endsWith(';')) throw new Error(`no entity: ${all}`);
    return character;
  });
}
