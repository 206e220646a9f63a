import { warnClient } from '../../../../common/context/request-context.js';
import { pictureWarning } from '@amks/reader/ocr/read-from-picture.js';
import type { AnswerWarning, Citation, DraftSentence, EvidenceNotice, EvidencePassage } from '../answer.types.js';
import { backingOf, faultOf, type Backing, type ClaimFault } from './claim-check.js';
import { hasForeignForm } from './claim-form.js';
import { promptInjectionIn } from '../evidence/prompt-injection.js';
import { withoutInjectedText, type ReadPassage } from '../evidence/injected-text.js';
import { isCheckedLanguage, languageWarning } from './checked-language.js';
import { applicabilityNotices } from './applicability-notice.js';
import { pageNotices } from './discrepancy-notice.js';
import { isBeyondGap, isOutOfOrder } from './step-sequence.js';
import { citeNotice, citePassage, isSameQuote, quoteSpan } from './quote.js';

/** Warning for the client if a step may be missing. */
const GAP_NOTE =
  'The steps end early: text between them could not be shown, because it seems to speak to a machine. Read the rest in the document.';

/** Maximum characters of a sentence. The checks take quadratic time. */
const MAX_SENTENCE = 2000;

export interface DroppedSentence {
  text: string;
  reason: 'too_long' | 'no_citation' | 'foreign_form' | 'instruction' | 'step_order' | 'gap' | ClaimFault;
}

export interface SafeAnswer {
  answer_status: 'grounded' | 'refused';
  /** Notices, one per line, then sentences, each with `[n]`. Empty for a refusal. */
  content: string;
  citations: Citation[];
  warnings: AnswerWarning[];
  /** For logs and tests. */
  dropped: DroppedSentence[];
}

/** A sentence that passed, with the units that it repeats. */
export interface KeptSentence {
  text: string;
  cited: { original: EvidencePassage; backing: Backing }[];
}

/**
 * The safe answer of a draft by any author. Drops sentences without a valid citation and sentences that are not a
 * verbatim unit of a cited passage. Injected text supports nothing. All WARNINGs and CAUTIONs that govern cited
 * passages come first, verbatim. Text read by OCR, or in another language, gets a warning. If no sentence passes, the answer is a refusal.
 * `citations` of a draft are 1-based positions in `passages`. Those of the result are renumbered.
 */
export function enforceSafeAnswer(
  draft: { sentences: readonly DraftSentence[] },
  passages: readonly EvidencePassage[],
): SafeAnswer {
  const read = withoutInjectedText(passages);
  const { kept, dropped } = checkSentences(
    draft.sentences,
    passages.map((original, index) => ({ original, read: read[index] ?? original })),
  );
  return { ...answerOf(kept), dropped };
}

export function checkSentences(
  sentences: readonly DraftSentence[],
  passages: readonly ReadPassage[],
  before: readonly KeptSentence[] = [],
): { kept: KeptSentence[]; dropped: DroppedSentence[] } {
  const dropped: DroppedSentence[] = [];
  const kept: KeptSentence[] = [];
  for (const { text, citations } of sentences) {
    const cited = [...new Set(citations)]
      .flatMap((number) => passages[number - 1] ?? [])
      .filter(({ read }) => read.text.trim() !== '');
    const checked = checkSentence(text, cited, passages, [...before, ...kept]);
    if (typeof checked === 'string') dropped.push({ text, reason: checked });
    else kept.push(checked);
  }
  if (dropped.some(({ reason }) => reason === 'gap')) warnClient(GAP_NOTE);
  return { kept, dropped };
}

function checkSentence(
  text: string,
  cited: readonly ReadPassage[],
  passages: readonly ReadPassage[],
  before: readonly KeptSentence[],
): KeptSentence | DroppedSentence['reason'] {
  if (text.length > MAX_SENTENCE) return 'too_long';
  const sources = cited.map(({ read }) => read);
  if (sources.length === 0 || text.trim() === '') return 'no_citation';
  if (hasForeignForm(text, sources)) return 'foreign_form';
  if (promptInjectionIn(text)) return 'instruction';
  const said = before.map((sentence) => sentence.cited.map(({ backing }) => backing));
  const backings = backingOf(text, sources, said);
  if (backings.length === 0) return faultOf(text, sources);
  const earlier = said.flat();
  if (backings.some((backing) => isOutOfOrder(backing, earlier))) return 'step_order';
  if (backings.some((backing) => isBeyondGap(backing, earlier, passages))) return 'gap';
  return {
    text,
    cited: backings.map((backing) => ({
      backing,
      original: cited.find(({ read }) => read === backing.passage)?.original ?? backing.passage,
    })),
  };
}

/** The answer that the sentences make; a refusal without any. */
export function answerOf(kept: readonly KeptSentence[]): Omit<SafeAnswer, 'dropped'> {
  if (kept.length === 0) return { answer_status: 'refused', content: '', citations: [], warnings: [] };
  const citations: Citation[] = [];
  const cite = (make: (index: number) => Citation): number => {
    const made = make(citations.length + 1);
    const known = citations.find((citation) => isSameQuote(citation, made));
    if (!known) citations.push(made);
    return (known ?? made).index;
  };
  const governing = governingNotices(kept.flatMap(({ cited }) => cited.map(({ original }) => original)));
  const notices = governing.map(({ passage, notice }) => ({
    kind: notice.kind,
    text: notice.text,
    citation: cite((index) => citeNotice(passage, notice, index)),
  }));
  const body = kept
    .filter((sentence) => !governing.some((notice) => isOfNotice(sentence, notice))) // a notice is said once, first
    .map(({ text, cited }) => {
      const indexes = cited.map(({ original, backing }) =>
        cite((index) => citePassage(original, quoteSpan(backing.passage.text, backing), index)),
      );
      return `${text} ${[...new Set(indexes)].map((index) => `[${index}]`).join('')}`;
    });
  const readings = readingWarnings(citations);
  const doubts = applicabilityNotices(
    citations,
    kept.flatMap(({ cited }) => cited.map(({ original }) => original)),
  );
  const warnings = [...pageNotices(citations), ...doubts, ...notices, ...readings];
  const lines = warnings.map(({ text, citation }) => `${text} [${citation}]`);
  const content = [lines.join('\n'), body.join('\n')].filter(Boolean).join('\n\n');
  return { answer_status: 'grounded', content, citations, warnings };
}

/** One for each citation of text read by OCR, and one for the first in each other language. */
export function readingWarnings(citations: readonly Citation[]): AnswerWarning[] {
  const told = new Set<string>();
  return citations.flatMap(({ index, ocr_confidence: confidence, language }) => {
    const texts = confidence === null ? [] : [pictureWarning(confidence)];
    if (language !== null && !isCheckedLanguage(language) && !told.has(language)) {
      texts.push(languageWarning(language));
      told.add(language);
    }
    return texts.map((text) => ({ kind: 'reading' as const, text, citation: index }));
  });
}

interface GoverningNotice {
  passage: EvidencePassage;
  notice: EvidenceNotice;
}

/** Each notice once, warnings first. A passage that is a warning or caution governs itself. */
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

/** Whether a sentence is a notice or part of it, on its page. Equal words elsewhere can be a step that the notice requires. */
function isOfNotice({ text, cited }: KeptSentence, { passage, notice }: GoverningNotice): boolean {
  if (squeeze(text) === squeeze(notice.text)) return true;
  return cited.every(({ original, backing }) => {
    const span = quoteSpan(backing.passage.text, backing);
    return (
      original.revision_id === passage.revision_id &&
      original.page_number === notice.page_number &&
      original.start + span.start >= notice.start &&
      original.start + span.end <= notice.end
    );
  });
}

function ownNotice({ kind, text, page_number, start, end, ocr_confidence: read }: EvidencePassage): EvidenceNotice[] {
  if (kind !== 'warning' && kind !== 'caution') return [];
  return [{ kind, text, page_number, start, end, ...(read !== null && { ocr_confidence: read }) }];
}

function squeeze(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
