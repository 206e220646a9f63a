import type { AnswerWarning, Citation } from '../answering/answer.types.js';
import { inOrder, noticeLine, noticesFirst } from '../answering/answer-content.js';
import type { AnswerEvent } from './answer-events.js';

/** An answer that was stopped before its end. */
export interface PartialAnswer {
  content: string;
  citations: Citation[];
  warnings: AnswerWarning[];
}

/** Joins the events sent so far. Notices come first, as in a complete answer, though they were streamed with their steps. */
export function partialAnswer(events: readonly AnswerEvent[]): PartialAnswer {
  const of = <T>(name: AnswerEvent['event']): T[] =>
    events.filter(({ event }) => event === name).map(({ data }) => data as T);
  const warnings = inOrder(of<AnswerWarning>('warning'));
  const text = of<{ content: string }>('message.delta')
    .map(({ content }) => content)
    .join('');
  const body = warnings.reduce((rest, warning) => rest.replace(noticeLine(warning), () => ''), text);
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  return { content: noticesFirst(warnings, lines.join('\n')), citations: of('citation'), warnings };
}
