import type { AnswerWarning, Citation } from '../answering/answer.types.js';
import { inOrder, noticeLine, noticesFirst } from '../answering/notices-first.js';
import type { ToldEvent } from './answer-events.js';

/** What an answer comes to that ends before its end. */
export interface ToldSoFar {
  content: string;
  citations: Citation[];
  warnings: AnswerWarning[];
}

/**
 * What was told, as it would stand in the whole answer: notices first, though those of a later step were told only where
 * that step came.
 */
export function toldSoFar(events: readonly ToldEvent[]): ToldSoFar {
  const of = <T>(name: ToldEvent['event']): T[] =>
    events.filter(({ event }) => event === name).map(({ data }) => data as T);
  const warnings = inOrder(of<AnswerWarning>('warning'));
  const text = of<{ content: string }>('message.delta')
    .map(({ content }) => content)
    .join('');
  const body = warnings.reduce((rest, warning) => rest.replace(noticeLine(warning), () => ''), text);
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  return { content: noticesFirst(warnings, lines.join('\n')), citations: of('citation'), warnings };
}
