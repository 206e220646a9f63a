import type { AnswerWarning, Citation, EvidencePassage } from '../answer.types.js';

/** One notice for each cited page of which it is not known whether it applies to the aircraft of the question. */
export function applicabilityNotices(
  citations: readonly Pick<Citation, 'index' | 'revision_id' | 'page_number' | 'title' | 'applicability'>[],
  passages: readonly EvidencePassage[],
): AnswerWarning[] {
  const aircraft = passages.find(({ applicability }) => applicability)?.applicability?.aircraft;
  const pages = new Map<string, AnswerWarning>();
  for (const { index, revision_id, page_number, title, applicability } of citations) {
    const key = `${revision_id} ${page_number}`;
    if (applicability !== 'unknown' || aircraft === undefined || pages.has(key)) continue;
    const text = `APPLICABILITY: it is not known whether page ${page_number} of ${title} applies to ${aircraft}. Check its effectivity before you act on it.`;
    pages.set(key, { kind: 'applicability', text: text.replace(/\s+/gu, ' ').trim(), citation: index });
  }
  return [...pages.values()];
}
