// The comments of a C source file, distinguished from strings and character constants that look like them.
// Suppressions are read from them; the preprocessed text has none.

export interface Comment {
  /** Without the delimiters. */
  readonly text: string;
  /** Offsets: `text.slice(at, end)` is the whole comment. */
  readonly at: number;
  readonly end: number;
}

/** By hand rather than by one regular expression, which would overflow the stack on a line of many megabytes. */
export function findComments(text: string): Comment[] {
  const comments: Comment[] = [];
  const interesting = /["'/]/g;
  for (let match = interesting.exec(text); match; match = interesting.exec(text)) {
    const at = match.index;
    const comment = readComment(text, at);
    if (comment) comments.push(comment);
    interesting.lastIndex = comment?.end ?? (match[0] === '/' ? at + 1 : skipConstant(text, at));
  }
  return comments;
}

function readComment(text: string, at: number): Comment | null {
  if (text.startsWith('//', at)) {
    const end = endOfLine(text, at);
    return { text: text.slice(at + 2, end), at, end };
  }
  if (!text.startsWith('/*', at)) return null;
  const close = text.indexOf('*/', at + 2);
  const end = close < 0 ? text.length : close + 2;
  return { text: text.slice(at + 2, close < 0 ? end : close), at, end };
}

/** A backslash at its end continues a line. */
function endOfLine(text: string, from: number): number {
  let end = text.indexOf('\n', from);
  while (end >= 0 && (text[end - 1] === '\\' || text.startsWith('\\\r', end - 2))) end = text.indexOf('\n', end + 1);
  return end < 0 ? text.length : end;
}

/** The end of a string or character constant, at the latest the end of its line. */
function skipConstant(text: string, at: number): number {
  const quote = text[at];
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\') i += text.startsWith('\r\n', i + 1) ? 2 : 1;
    else if (text[i] === quote || text[i] === '\n') return i + 1;
  }
  return text.length;
}
