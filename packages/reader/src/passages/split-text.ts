export interface Span {
  start: number;
  end: number;
}

export interface SpanLimits {
  max_tokens: number;
  max_characters: number;
  countTokens: (text: string) => number;
}

/** A stop and a space before a capital, caseless letter, digit or bracket; between cells; between lines; stops of other scripts. */
const SENTENCE_BREAK =
  /(?<=[.!?;:]["”')\]]{0,3})\s+(?=[\p{Lu}\p{Lo}\d("“[•–-])|(?<=(?![.!?])\p{Sentence_Terminal})(?!\p{Nd})|\s\|\s|\n/gu;

/** Cuts an overlong text between sentences, else words, else anywhere. Pieces are similar in length and omit only white space. */
export function splitText(text: string, limits: SpanLimits): Span[] {
  const sentences = counted(text, spansBetween(text, SENTENCE_BREAK), limits);
  const atoms = sentences.flatMap((span) => (fits(span, limits) ? [span] : splitSentence(text, span, limits)));
  return trimmed(text, joined(atoms, limits));
}

interface CountedSpan extends Span {
  tokens: number;
}

function splitSentence(text: string, sentence: Span, limits: SpanLimits): CountedSpan[] {
  const words = spansBetween(slice(text, sentence), /\s+/g).map((word) => shift(word, sentence.start));
  const atoms = counted(text, words, limits).flatMap((word) =>
    fits(word, limits) ? [word] : halves(text, word, limits),
  );
  return joined(atoms, limits);
}

/** Halves an endless word until the parts fit, never inside a surrogate pair. */
function halves(text: string, span: CountedSpan, limits: SpanLimits): CountedSpan[] {
  if (span.end - span.start <= 2 || fits(span, limits)) return [span];
  let middle = Math.floor((span.start + span.end) / 2);
  if (/[\udc00-\udfff]/.test(text.charAt(middle))) middle += 1;
  const parts = [
    { start: span.start, end: middle },
    { start: middle, end: span.end },
  ];
  return counted(text, parts, limits).flatMap((part) => halves(text, part, limits));
}

/** Joins neighbors while the result fits. Token counts add up: word pieces never span white space. */
function joined(spans: CountedSpan[], limits: SpanLimits): CountedSpan[] {
  const result: CountedSpan[] = [];
  const total = spans.reduce((sum, span) => sum + span.tokens, 0);
  // Similar lengths, rather than full pieces and a last one of two words.
  const target = Math.min(limits.max_tokens, 1.2 * (total / Math.ceil(total / limits.max_tokens)));
  for (const span of spans) {
    const last = result.at(-1);
    if (last && last.tokens + span.tokens <= target && span.end - last.start <= limits.max_characters) {
      last.end = span.end;
      last.tokens += span.tokens;
    } else {
      result.push({ ...span });
    }
  }
  return result;
}

/** Counts each span once, and equal short words once per text. */
function counted(text: string, spans: Span[], limits: SpanLimits): CountedSpan[] {
  const known = new Map<string, number>();
  return spans.map((span) => {
    const piece = slice(text, span);
    const tokens = known.get(piece) ?? limits.countTokens(piece);
    if (piece.length < 20) known.set(piece, tokens);
    return { ...span, tokens };
  });
}

function fits(span: CountedSpan, limits: SpanLimits): boolean {
  return span.end - span.start <= limits.max_characters && span.tokens <= limits.max_tokens;
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
