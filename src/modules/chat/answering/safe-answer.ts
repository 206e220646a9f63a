import { pictureWarning } from '../../../common/read-from-picture.js';
import type { AnswerWarning, Citation, DraftSentence, EvidenceNotice, EvidencePassage } from './answer.types.js';
import { findClaimFault, type ClaimFault } from './claim-check.js';
import { hasForeignForm } from './claim-form.js';
import { machineAddressIn } from './machine-address.js';
import { withoutPlantedText } from './quarantine.js';
import { isOutOfOrder } from './step-order.js';
import { citeNotice, citePassage, quoteSpan } from './quote.js';

export interface DroppedSentence {
  text: string;
  reason: 'no_citation' | 'foreign_form' | 'instruction' | 'step_order' | ClaimFault;
}

export interface SafeAnswer {
  answer_status: 'grounded' | 'refused';
  /** Notices first, one a line; then the sentences that stood up, each followed by `[n]`. Empty when refused. */
  content: string;
  citations: Citation[];
  warnings: AnswerWarning[];
  /** For the log and for tests: what was not said, and why. */
  dropped: DroppedSentence[];
}

/**
 * The safe answer of a draft, whoever wrote it. A sentence without a valid citation is dropped, and so is one that states a
 * number, unit or identifier which the cited passages do not state verbatim, or of which they state something else. What was
 * planted in a passage for a machine to obey supports nothing. Every
 * WARNING and CAUTION governing a cited passage is put first, verbatim. What was read from a picture is never said without a
 * warning to check it: its numbers stand in the passage because they were read there. When nothing stands up, the answer is
 * a refusal.
 *
 * `citations` of a draft sentence are 1-based positions in `passages`; those of the result are numbered anew.
 */
export function enforceSafeAnswer(
  draft: { sentences: readonly DraftSentence[] },
  passages: readonly EvidencePassage[],
): SafeAnswer {
  const dropped: DroppedSentence[] = [];
  const kept: Kept[] = [];
  const read = withoutPlantedText(passages);
  for (const { text, citations } of draft.sentences) {
    const cited = [...new Set(citations)].flatMap((number) => {
      const passage = passages[number - 1];
      const source = read[number - 1];
      return passage && source && source.text.trim() !== '' ? [{ passage, source }] : [];
    });
    const reason = findFault(
      text,
      cited.map(({ source }) => source),
      kept,
    );
    if (reason) dropped.push({ text, reason });
    else kept.push({ text, cited });
  }
  if (kept.length === 0) return { answer_status: 'refused', content: '', citations: [], warnings: [], dropped };

  const citations: Citation[] = [];
  const cite = (make: (index: number) => Citation): number => {
    const made = make(citations.length + 1);
    const known = citations.find((citation) => isSameQuote(citation, made));
    if (!known) citations.push(made);
    return (known ?? made).index;
  };
  const notices = governingNotices(kept.flatMap(({ cited }) => cited.map(({ passage }) => passage))).map(
    ({ passage, notice }) => ({
      kind: notice.kind,
      text: notice.text,
      citation: cite((index) => citeNotice(passage, notice, index)),
    }),
  );
  const shown = notices.map(({ text }) => squeeze(text));
  const body = kept
    .filter(({ text }) => !shown.some((notice) => notice.includes(squeeze(text)))) // a notice is said once, first
    .map(({ text, cited }) => {
      const indexes = cited.map(({ passage, source }) =>
        cite((index) => citePassage(passage, quoteSpan(source.text, text), index)),
      );
      return `${text} ${[...new Set(indexes)].map((index) => `[${index}]`).join('')}`;
    });
  const readings = readingWarnings(citations);
  const lines = [...notices, ...readings].map(({ text, citation }) => `${text} [${citation}]`);
  const content = [lines.join('\n'), body.join('\n')].filter(Boolean).join('\n\n');
  const warnings = [...notices, ...readings];
  return { answer_status: 'grounded', content, citations, warnings, dropped };
}

/** A sentence that stands, with the passages it cites: as they are, and as they may be read. */
interface Kept {
  text: string;
  cited: { passage: EvidencePassage; source: EvidencePassage }[];
}

function findFault(text: string, sources: EvidencePassage[], kept: readonly Kept[]): DroppedSentence['reason'] | null {
  if (sources.length === 0 || text.trim() === '') return 'no_citation';
  if (hasForeignForm(text, sources)) return 'foreign_form';
  if (machineAddressIn(text)) return 'instruction';
  const before = kept.map((sentence) => ({ text: sentence.text, sources: sentence.cited.map(({ source }) => source) }));
  return findClaimFault(text, sources) ?? (isOutOfOrder({ text, sources }, before) ? 'step_order' : null);
}

/** One for each citation of a text that was read from a picture. */
function readingWarnings(citations: readonly Citation[]): AnswerWarning[] {
  return citations.flatMap(({ index, ocr_confidence: confidence }) =>
    confidence === null ? [] : [{ kind: 'reading' as const, text: pictureWarning(confidence), citation: index }],
  );
}

interface GoverningNotice {
  passage: EvidencePassage;
  notice: EvidenceNotice;
}

/** Each notice once, warnings before cautions. A passage that is itself a warning or caution is its own notice. */
function governingNotices(passages: readonly EvidencePassage[]): GoverningNotice[] {
  const notices = new Map<string, GoverningNotice>();
  for (const passage of passages) {
    for (const notice of [...passage.notices, ...ownNotice(passage)]) {
      const key = squeeze(notice.text);
      if (!notices.has(key)) notices.set(key, { passage, notice });
    }
  }
  const all = [...notices.values()];
  return [
    ...all.filter(({ notice }) => notice.kind === 'warning'),
    ...all.filter(({ notice }) => notice.kind === 'caution'),
  ];
}

function ownNotice({ kind, text, page_number, start, end, ocr_confidence: read }: EvidencePassage): EvidenceNotice[] {
  if (kind !== 'warning' && kind !== 'caution') return [];
  return [{ kind, text, page_number, start, end, ...(read !== null && { ocr_confidence: read }) }];
}

function isSameQuote(a: Citation, b: Citation): boolean {
  return a.revision_id === b.revision_id && a.page_number === b.page_number && a.start === b.start && a.end === b.end;
}

function squeeze(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
