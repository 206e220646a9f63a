import type { AnswerWarning, Citation } from '../answer.types.js';
import { noticeLine } from '../answer-content.js';
import { temporaryRevisionNotices, type OverlaidPage } from './temporary-revision-notice.js';

type CitedPage = OverlaidPage & Pick<Citation, 'discrepancies'>;

/** Kinds of notices on what others say of a page. They change while the answer is stored. */
const CHANGING: readonly AnswerWarning['kind'][] = ['temporary_revision', 'discrepancy'];

/** Temporary revisions first: they are the publisher's word. */
export function pageNotices(citations: readonly CitedPage[]): AnswerWarning[] {
  return [...temporaryRevisionNotices(citations), ...discrepancyNotices(citations)];
}

/**
 * One notice for each cited page with open discrepancy reports. It repeats no text of the page or the reporter, which nobody has checked; the
 * interim instructions were approved by two people.
 */
export function discrepancyNotices(citations: readonly Omit<CitedPage, 'temporary_revisions'>[]): AnswerWarning[] {
  const pages = new Map<string, AnswerWarning>();
  for (const { index, revision_id, page_number, title, discrepancies } of citations) {
    const key = `${revision_id} ${page_number}`;
    if (discrepancies.length === 0 || pages.has(key)) continue;
    const kinds = [...new Set(discrepancies.map(({ kind }) => kind))].join(', ');
    const reports = discrepancies.length === 1 ? 'an open discrepancy report' : 'open discrepancy reports';
    const instructions = discrepancies.flatMap(({ interim_instruction: text }) => text ?? []);
    const text = [
      `DISCREPANCY: page ${page_number} of ${title} has ${reports} (${kinds}). Check the data before you act on it.`,
      ...instructions.map((instruction) => `Interim instruction: ${instruction}`),
    ].join(' ');
    pages.set(key, { kind: 'discrepancy', text: text.replace(/\s+/gu, ' ').trim(), citation: index });
  }
  return [...pages.values()];
}

/** The answer with the notices for what its citations say now, in place of those that it was given with. */
export function withCurrentNotices<T extends { content: string; warnings: AnswerWarning[] }>(
  answer: T,
  citations: readonly CitedPage[],
): T {
  const before = answer.warnings.filter(({ kind }) => CHANGING.includes(kind));
  const others = answer.warnings.filter(({ kind }) => !CHANGING.includes(kind));
  const now = pageNotices(citations);
  const [told, block] = [before, now].map((notices) => notices.map(noticeLine).join('\n')) as [string, string];
  if (told === block) return answer;
  const rest = answer.content.startsWith(told)
    ? answer.content.slice(told.length).replace(/^\n+/u, '')
    : answer.content;
  const content = [block, rest].filter(Boolean).join(others.length > 0 ? '\n' : '\n\n');
  return { ...answer, content, warnings: [...now, ...others] };
}
