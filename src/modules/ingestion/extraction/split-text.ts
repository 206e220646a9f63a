/** A piece of a text by offsets. */
export interface Span {
  start: number;
  end: number;
}

/** How much one piece may hold. */
export interface SpanLimits {
  max_tokens: number;
  max_characters: number;
  countTokens: (text: string) => number;
}

/** After a full stop and a space, before a capital, digit or bracket; between cells; between lines; after CJK stops. */
const SENTENCE_BREAK = /(?<=[.!?;:]["”')\]]*)\s+(?=[\p{Lu}\d("“[•–-])|(?<=[。！？])|\s\|\s|\n/gu;

/**
 * Cuts a text that is too long for one passage: between sentences, inside long sentences between words (numbers and
 * identifiers hold no spaces, so they stay whole), and only inside endless words anywhere. Pieces are of about
 * one length and leave out only the white space between them.
 */
export function splitText(text: string, limits: SpanLimits): Span[] {
  if (fits(text, limits)) return trimmed(text, [{ start: 0, end: text.length }]);
  const sentences = spansBetween(text, SENTENCE_BREAK);
  const atoms = sentences.flatMap((span) => (fits(slice(text, span), limits) ? [span] : splitSpan(text, span, limits)));
  return trimmed(text, joined(text, atoms, limits));
}

function splitSpan(text: string, span: Span, limits: SpanLimits): Span[] {
  const words = spansBetween(slice(text, span), /\s+/g).map((word) => shift(word, span.start));
  const atoms = words.flatMap((word) => (fits(slice(text, word), limits) ? [word] : halves(text, word, limits)));
  return joined(text, atoms, limits);
}

/** Cuts a word without spaces in two until the parts fit, never inside a surrogate pair. */
function halves(text: string, span: Span, limits: SpanLimits): Span[] {
  if (span.end - span.start <= 2 || fits(slice(text, span), limits)) return [span];
  let middle = Math.floor((span.start + span.end) / 2);
  if (/[\udc00-\udfff]/.test(text.charAt(middle))) middle += 1;
  const parts = [
    { start: span.start, end: middle },
    { start: middle, end: span.end },
  ];
  return parts.flatMap((part) => halves(text, part, limits));
}

/** Joins neighbours as long as the result fits. Tokens add up: word pieces never span white space. */
function joined(text: string, spans: Span[], limits: SpanLimits): Span[] {
  const result: Span[] = [];
  const counts = spans.map((span) => limits.countTokens(slice(text, span)));
  const total = counts.reduce((sum, tokens) => sum + tokens, 0);
  // Pieces of about one length, rather than full ones and a last one of two words.
  const target = Math.min(limits.max_tokens, 1.2 * (total / Math.ceil(total / limits.max_tokens)));
  let tokens = 0;
  for (const [i, span] of spans.entries()) {
    const more = counts[i]!;
    const last = result.at(-1);
    if (last && tokens + more <= target && span.end - last.start <= limits.max_characters) {
      last.end = span.end;
      tokens += more;
    } else {
      result.push({ ...span });
      tokens = more;
    }
  }
  return result;
}

function fits(text: string, limits: SpanLimits): boolean {
  return text.length <= limits.max_characters && limits.countTokens(text) <= limits.max_tokens;
}

function spansBetween(text: string, separator: RegExp): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(separator)) {
    if (match.index > start) spans.push({ start, end: match.index });
    start = match.index + match[0].length;
  }
  if (start < text.length) spans.push({ start, end: text.length });
  return spans;
}

function trimmed(text: string, spans: Span[]): Span[] {
  return spans
    .map((span) => {
      const piece = slice(text, span);
      const start = span.start + (piece.length - piece.trimStart().length);
      return { start, end: start + piece.trim().length };
    })
    .filter((span) => span.end > span.start);
}

function slice(text: string, span: Span): string {
  return text.slice(span.start, span.end);
}

function shift(span: Span, by: number): Span {
  return { start: span.start + by, end: span.end + by };
}
