import type { Answer, AnswerSink } from '../answering/answer.types.js';

/** Tells a whole answer as one would that was made line by line: notices first, each citation before the text that names it. */
export function tellAnswer(
  { content, citations, warnings }: Pick<Answer, 'content' | 'citations' | 'warnings'>,
  sink: AnswerSink,
): void {
  const told = new Set<number>();
  const cite = (indexes: readonly number[]): void => {
    for (const citation of citations) {
      if (!indexes.includes(citation.index) || told.has(citation.index)) continue;
      told.add(citation.index);
      sink.citation(citation);
    }
  };
  for (const warning of warnings) {
    cite([warning.citation]);
    sink.warning(warning);
  }
  for (const line of content.match(/[^\n]*\n+|[^\n]+$/g) ?? []) {
    cite([...line.matchAll(/\[(\d+)\]/g)].map(([, index]) => Number(index)));
    sink.delta(line);
  }
  cite(citations.map(({ index }) => index));
}
