import {
  changesOfPage,
  isOutOfForce,
  shownMarks,
} from '../../../documents/temporary-revisions/dto/temporary-revision-mark.js';
import type { AnswerWarning, Citation } from '../answer.types.js';

export type OverlaidPage = Pick<Citation, 'index' | 'revision_id' | 'page_number' | 'title' | 'temporary_revisions'>;

/** One notice for each cited page that a temporary revision changes or may change, or that belongs to one that is not in force. */
export function temporaryRevisionNotices(citations: readonly OverlaidPage[]): AnswerWarning[] {
  const pages = new Map<string, AnswerWarning>();
  for (const cited of citations) {
    const key = `${cited.revision_id} ${cited.page_number}`;
    const [first] = pages.has(key) ? [] : sentencesOn(cited);
    if (first === undefined) continue;
    const text = `TEMPORARY REVISION: ${first}`.replace(/\s+/gu, ' ').trim();
    pages.set(key, { kind: 'temporary_revision', text, citation: cited.index });
  }
  return [...pages.values()];
}

function sentencesOn({ page_number, title, temporary_revisions: marks }: OverlaidPage): string[] {
  const page = `page ${page_number} of ${title}`;
  const changes = changesOfPage(marks).map(
    ({ number, role, action }) =>
      `${number} ${changing(role === 'unplaced', action)} ${page}. Do not work by what is quoted from it.`,
  );
  const outOfForce = isOutOfForce(marks)
    ? shownMarks(marks)
        .filter(({ role, action }) => role === 'overlay' && action !== null)
        .map(
          ({ number, status }) =>
            `${number}, to which ${page} belongs, is ${status}. Do not work by what is quoted from it.`,
        )
    : [];
  const unplaced = marks
    .filter(({ role }) => role === 'unplaced')
    .map(
      ({ number }) =>
        `${number} was issued against an earlier revision of ${title} and was neither incorporated nor confirmed. Check whether it changes page ${page_number}.`,
    );
  return [...changes, ...outOfForce, ...unplaced];
}

function changing(isPresumed: boolean, action: string | null): string {
  if (isPresumed) return action === 'cancel' ? 'may cancel' : 'may replace';
  return action === 'cancel' ? 'cancels' : 'replaces';
}
