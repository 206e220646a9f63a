import type { EvidencePassage } from './answer.types.js';
import { findVerbatim } from './quote.js';
import { markerOf } from './sentences.js';

interface Said {
  text: string;
  sources: readonly EvidencePassage[];
}

/**
 * Whether a numbered step stands in its passage before one that was said already: quoted steps keep their printed order. Steps in
 * other words are not compared, for nobody knows which one they are.
 */
export function isOutOfOrder(step: Said, before: readonly Said[]): boolean {
  if (markerOf(step.text) === null) return false;
  return step.sources.some((passage) => {
    const place = findVerbatim(passage.text, step.text);
    return (
      place !== null &&
      before.some(({ text, sources }) => {
        const earlier = markerOf(text) !== null && sources.includes(passage) ? findVerbatim(passage.text, text) : null;
        return earlier !== null && earlier.start > place.start;
      })
    );
  });
}
