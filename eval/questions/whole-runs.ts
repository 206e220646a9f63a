import { markerOf } from '../../src/modules/chat/answering/evidence/source-units.js';
import type { CitedPassage } from './api.js';

/**
 * What an answer leaves out between two steps of a section on one page: it can be the step that makes them safe.
 * @param pageOf the text of the page of a citation
 */
export function leftOutBetweenSteps(
  citations: readonly CitedPassage[],
  pageOf: (citation: CitedPassage) => string,
): string[] {
  return citations.filter(isStep).flatMap((step) => {
    const ofPage = citations.filter(
      (one) => one.revision_id === step.revision_id && one.page_number === step.page_number,
    );
    const later = ofPage.filter((one) => isStep(one) && one.section === step.section && one.start > step.start);
    if (later.length === 0) return [];
    const next = Math.min(...later.map(({ start }) => start));
    const between = [...pageOf(step).slice(step.end, next)];
    for (const { start, end } of ofPage) between.fill(' ', Math.max(0, start - step.end), Math.max(0, end - step.end));
    const text = between.join('').trim();
    return text === '' ? [] : [text];
  });
}

function isStep({ quote }: CitedPassage): boolean {
  return markerOf(quote) !== null;
}
