import type { Answer, AnswerSink, AnswerWarning } from './answer.types.js';

/** Temporary revisions and open discrepancies first, since the text itself may be wrong; then doubts about the aircraft, warnings, cautions, and OCR. */
const KINDS: readonly AnswerWarning['kind'][] = [
  ...(['temporary_revision', 'discrepancy', 'applicability', 'warning', 'caution', 'reading'] as const),
];

/** In the order in which they are shown. */
export function inOrder(warnings: readonly AnswerWarning[]): AnswerWarning[] {
  return KINDS.flatMap((kind) => warnings.filter((warning) => warning.kind === kind));
}

export function noticeLine({ text, citation }: AnswerWarning): string {
  return `${text} [${citation}]`;
}

/** The content of an answer: notices, then sentences. */
export function noticesFirst(warnings: readonly AnswerWarning[], body: string): string {
  return [inOrder(warnings).map(noticeLine).join('\n'), body].filter(Boolean).join('\n\n');
}

/** `[1]` at the end of a line. */
const MARKERS = /(?:\[\d+\])+$/u;

/**
 * Streams a finished answer: notices first, then one sentence at a time, each citation before the text that refers to
 * it, unreferenced citations last. The streamed text adds up to `content`.
 * @throws the reason of the signal when it is aborted; nothing is streamed after that
 */
export function streamAnswer(
  answer: Pick<Answer, 'content' | 'citations' | 'warnings'>,
  sink: AnswerSink,
  signal?: AbortSignal,
): void {
  const told = new Set<number>();
  const cite = (index: number): void => {
    const citation = answer.citations.find((one) => one.index === index);
    if (citation && !told.has(index)) sink.citation(citation);
    told.add(index);
  };
  let rest = answer.content;
  const say = (text: string): void => {
    signal?.throwIfAborted();
    rest = rest.slice(text.length);
    sink.delta(text);
  };
  for (const warning of answer.warnings) {
    signal?.throwIfAborted();
    cite(warning.citation);
    sink.warning(warning);
    const line = noticeLine(warning);
    say(rest.slice(0, line.length + /^\n*/u.exec(rest.slice(line.length))![0].length));
  }
  while (rest !== '') {
    signal?.throwIfAborted();
    const line = endOfSentence(rest);
    for (const [index] of (MARKERS.exec(line.trimEnd())?.[0] ?? '').matchAll(/\d+/gu)) cite(Number(index));
    say(line);
  }
  for (const { index } of answer.citations) cite(index);
}

/** The end of the line that has citations. A row includes its header, a sub-step its step. */
function endOfSentence(text: string): string {
  let end = 0;
  while (end < text.length) {
    const next = text.indexOf('\n', end);
    const lineEnd = next < 0 ? text.length : next;
    const isWhole = MARKERS.test(text.slice(end, lineEnd));
    end = next < 0 ? text.length : next + 1;
    if (isWhole) break;
  }
  return text.slice(0, end);
}
