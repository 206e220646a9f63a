import type { DraftSentence } from '../answer.types.js';
import { splitUnits } from '../evidence/source-units.js';

/** `[1]`, `[1, 2]`, `[1][2]`, `[1–3]`. */
const MARKERS = /\s*\[\s*(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\s*\]/gu;
const MAX_RANGE = 20;

/** Removes `[n]` markers. A marker belongs to its sentence, also after the full stop. Without one there are no citations. */
export function parseCitedText(text: string): DraftSentence[] {
  const sentences: DraftSentence[] = [];
  for (const unit of splitUnits(closeMarkers(text))) {
    const citations = markersOf(unit.text);
    const said = unit.text.replace(MARKERS, '').replace(/\s+/gu, ' ').trim();
    const previous = sentences.at(-1);
    if (said) sentences.push({ text: said, citations });
    else if (previous) previous.citations = [...new Set([...previous.citations, ...citations])];
  }
  return sentences;
}

/** Moves markers before the full stop that they follow, so that they stay with their sentence. */
function closeMarkers(text: string): string {
  return text.replace(
    /([.!?])((?:[ \t]*\[[\d\s,;–-]+\])+)/gu,
    (_, stop: string, markers: string) => `${markers}${stop}`,
  );
}

function markersOf(text: string): number[] {
  const numbers = new Set<number>();
  for (const [, list = ''] of text.matchAll(MARKERS)) {
    for (const part of list.split(/[,;]/u)) {
      const [first = 0, last = first] = part.split(/[–-]/u).map(Number);
      for (let n = first; n <= Math.min(last, first + MAX_RANGE); n += 1) numbers.add(n);
    }
  }
  return [...numbers];
}
