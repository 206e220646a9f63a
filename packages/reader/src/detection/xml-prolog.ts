export interface Prolog {
  declared: boolean;
  doctype: string | null;
  /** Name of the first element; null if it is beyond the given text or malformed. */
  root: string | null;
}

const NAME = /[\p{L}_:][\p{L}\p{N}_:.-]*/u;

/** Reads the prolog (XML 1.0, production 22) at the start of a text; null when the text does not begin with `<`. */
export function readProlog(text: string): Prolog | null {
  const prolog: Prolog = { declared: /^\ufeff?\s*<\?xml\s/.test(text), doctype: null, root: null };
  let at = skipSpace(text, text.startsWith('\ufeff') ? 1 : 0);
  if (text[at] !== '<') return null;
  while (text[at] === '<') {
    const end = endOfMarkup(text, at);
    if (text.startsWith('<!DOCTYPE', at) || /^<!doctype/i.test(text.slice(at, at + 9))) {
      prolog.doctype ??= NAME.exec(text.slice(at + 9, at + 200))?.[0] ?? '';
    } else if (text[at + 1] !== '?' && !text.startsWith('<!--', at)) {
      const name = text.slice(at + 1, at + 101);
      prolog.root = NAME.exec(name)?.index === 0 ? NAME.exec(name)![0] : null;
      return prolog;
    }
    if (end === -1) return prolog;
    at = skipSpace(text, end);
  }
  return prolog;
}

function endOfMarkup(text: string, at: number): number {
  if (text.startsWith('<!--', at)) return after(text, '-->', at + 4);
  if (text[at + 1] === '?') return after(text, '?>', at + 2);
  return endOfDoctype(text, at + 2);
}

/** Closing mark of each construct in a document type declaration. */
const CLOSED_BY: Readonly<Record<string, string>> = { '"': '"', "'": "'", '<!--': '-->', '<?': '?>' };

/** Position after the `>` of a document type declaration; -1 without an end. Skips quotes, comments and the internal subset. Linear. */
function endOfDoctype(text: string, from: number): number {
  const token = /["'[\]>]|<!--|<\?/g;
  token.lastIndex = from;
  let depth = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [mark] = match;
    if (mark === '[') depth += 1;
    else if (mark === ']') depth -= 1;
    else if (mark !== '>') {
      const end = after(text, CLOSED_BY[mark]!, token.lastIndex);
      if (end === -1) return -1;
      token.lastIndex = end;
    } else if (depth <= 0) return token.lastIndex;
  }
  return -1;
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? -1 : found + mark.length;
}

function skipSpace(text: string, from: number): number {
  const space = /\s*/y;
  space.lastIndex = from;
  space.exec(text);
  return space.lastIndex;
}
