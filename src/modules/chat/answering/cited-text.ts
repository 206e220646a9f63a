import type { DraftSentence } from './answer.types.js';
import { splitUnits } from './sentences.js';

/** `[1]`, `[1, 2]`, `[1][2]`, `[1–3]`; ranges are expanded. */
const MARKERS = /\s*\[\s*(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\s*\]/gu;
const MAX_RANGE = 20;

/**
 * Sentences of a text that cites with `[n]`, markers taken out. A marker belongs to the sentence it stands in, also when it
 * follows the full stop. Sentences without a marker come back with no citations: what to do with them is the caller's rule.
 */
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

/** Moves a marker that follows a full stop in front of it, so that splitting keeps the two together. */
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
