import type { Answer, AnswerSink } from './answer.types.js';
import { noticeLine } from './notices-first.js';

/** `[1]` after a sentence or notice, at the end of its line. */
const MARKERS = /(?:\[\d+\])+$/u;

/**
 * Tells a finished answer as it would have been told while it was made: notices first, then a sentence at a time, each citation before
 * the text that names it, those that none names at the end. What is told adds up to `content`.
 *
 * @throws the signal's reason when it is aborted; nothing is told after that
 */
export function tell(
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

/** Up to and with the line that ends in its citations: a row brings its header, a sub-step its step. */
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
