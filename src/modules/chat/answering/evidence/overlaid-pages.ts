import {
  changesOfPage,
  isQuotable,
  type TemporaryRevisionMark,
} from '../../../documents/temporary-revisions/dto/temporary-revision-mark.js';
import type { RankedPassage } from '../../../search/search.service.js';
import type { Answer } from '../answer.types.js';

/** Passages that are near enough to the question that their absence must be explained. */
const NEAR = 5;

/** A page near the question that a temporary revision in force replaces or cancels. */
export interface OverlaidPage {
  title: string;
  page_number: number;
  mark: TemporaryRevisionMark;
}

/**
 * Without passages whose page a temporary revision in force replaces or cancels, those with a notice on such a page, superseded revisions of
 * such documents, which can have the same text, and pages of temporary revisions that are not in force. Nothing of them may be quoted.
 */
export function withoutOverlaid(ranking: readonly RankedPassage[]): {
  usable: RankedPassage[];
  overlaid: OverlaidPage[];
} {
  const overlaid = ranking.slice(0, NEAR).flatMap(({ passage: { title, page_number, temporary_revisions: marks } }) => {
    const [mark] = changesOfPage(marks);
    return mark ? [{ title, page_number, mark }] : [];
  });
  const usable = ranking.filter(({ passage }) => isQuotable(passage));
  return { usable, overlaid };
}

/** Says of each page once why it was not used. */
export function explained(overlaid: readonly OverlaidPage[]): string[] {
  const sentences = overlaid.map(
    ({ title, page_number, mark: { number, role, action, document_id: id, page_numbers } }) => {
      const pages = `page${page_numbers.length > 1 ? 's' : ''} ${page_numbers.join(', ')}`;
      const readable = id === null ? 'you cannot read its pages' : `read ${pages} of it`;
      const act = (verb: string): string => (role === 'unplaced' ? `may ${verb} it` : `${verb}s it`);
      const change = action === 'cancel' ? `${number} ${act('cancel')}` : `${number} ${act('replace')}; ${readable}`;
      return `Page ${page_number} of ${title} is not quoted: temporary revision ${change}.`;
    },
  );
  return [...new Set(sentences)];
}

/** A refusal that names the temporary revisions for which nearer pages were not used. */
export function refusedFor(answer: Answer, overlaid: readonly OverlaidPage[]): Answer {
  if (answer.answer_status !== 'refused' || overlaid.length === 0) return answer;
  const content = [answer.content, ...explained(overlaid)].filter((text) => text !== '').join(' ');
  return { ...answer, content, refusal_reason: 'changed_by_temporary_revision' };
}
