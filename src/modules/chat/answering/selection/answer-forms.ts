import { extractIdentifiers } from '@amks/language/identifiers/identifiers.js';
import { contentTerms } from '@amks/language/terms/content-terms.js';
import { isGeneric } from '@amks/language/terms/stop-words.js';
import { titlesOf } from '@amks/language/text/section-path.js';
import type { DraftSentence, EvidencePassage } from '../answer.types.js';
import type { Choice } from '../answer-replies.js';
import type { Candidate } from './candidates.js';
import { newLeadIns } from '../evidence/outline.js';
import { taskOf } from '../evidence/passages.js';
import { aboutSubject } from './subject-filter.js';
import { inReadingOrder, procedureOf, type Procedure } from './procedure.js';
import { kindsAskedFor } from '../question/asked-quantities.js';
import { splitUnits } from '../evidence/source-units.js';
import { cellsOf } from '../evidence/table-cells.js';

/** Units to quote. */
export interface Chosen {
  quoted: Candidate[];
  isCut?: boolean;
  /** To ask first. */
  ask?: { question: string; choices: Choice[] };
}

const MAX_PARTS = 8;
const MAX_OPERATIONS = 4;
/** Minimum share of the words of a part that its row has. */
const NAMED_PART = 0.6;
const NOT_A_PART = new Set(contentTerms('part number p/n item figure replaces catalog order aircraft effectivity'));
const PER_DIRECTIVE = 3;
const MAX_DIRECTIVES = 5;
const FAULT_ISOLATION = ['FIM', 'TSM'];
const SERIAL_NUMBER = /\b(?:MSN|S\/N|serial)\b/iu;
const FIGURE = /\bfig(?:ure|\.)?\s*\d+|\b\d\d-\d\d-\d\d\b/iu;
const COMPLIANCE_TIME =
  /\b(?:compliance|within|before|not later than|at the next|flight hours|months|calendar|repeat)\b/iu;
const STATUS =
  /\bsupersed\w*|\breplac\w+ (?:rev|sb|ad)\b|\bcancel\w+|\beffective date\b|\bmandatory\b|\bmust not be used\b/iu;
const CONDITION = /\([OM]\)/u;

/** The checks of the best fault isolation section, in order; null without one. */
export function checksOf(candidates: readonly Candidate[]): Procedure | null {
  const isolation = candidates.filter(
    ({ passage }) =>
      FAULT_ISOLATION.includes(passage.document_type) &&
      /fault isolation|troubleshoot|checks?\b/iu.test(titlesOf(passage.section).at(-1) ?? ''),
  );
  // The question matches the title and symptoms of the procedure rather than its checks.
  const [closest] = candidates.filter(({ passage }) => FAULT_ISOLATION.includes(passage.document_type));
  const task = closest && taskOf(closest.passage);
  return procedureOf(isolation.filter(({ passage }) => taskOf(passage) === task)) ?? procedureOf(isolation);
}

/** The best rows for the requested parts; asks for the missing figure or effectivity code. `isWhole`: all of at least two words match. */
export function partsOf(question: string, candidates: readonly Candidate[]): (Chosen & { isWhole: boolean }) | null {
  const rows = candidates.filter(({ unit }) => unit.kind === 'row' && extractIdentifiers(unit.text)[0]);
  const wanted = new Set(contentTerms(question).filter((term) => !isGeneric(term) && !NOT_A_PART.has(term)));
  const own = ({ ownTerms }: Candidate): number => [...wanted].filter((term) => ownTerms.has(term)).length;
  const most = Math.max(0, ...rows.map(own));
  if (kindsAskedFor(question) || most < NAMED_PART * wanted.size || most === 0) return null;
  const isWhole = wanted.size > 1 && most === wanted.size;
  const parts = rows.filter((row) => own(row) === most).slice(0, MAX_PARTS);
  const quoted = inReadingOrder(parts);
  const figures = choicesOf(parts, ({ passage }) => titlesOf(passage.section).slice(0, 1)).filter(({ text }) =>
    FIGURE.test(text),
  );
  if (namesOf(figures).length > 1 && !FIGURE.test(question)) {
    const asked = `The part is in several figures: ${namesOf(figures).join('; ')}. Which one do you mean?`;
    return { quoted, ask: { question: asked, choices: figures }, isWhole };
  }
  const codes = choicesOf(parts, codesOf);
  const isOfAircraft = SERIAL_NUMBER.test(question) || parts.some(({ passage }) => passage.applicability);
  if (namesOf(codes).length > 1 && isOfAircraft) {
    const asked = `The parts differ by effectivity: ${namesOf(codes).join(', ')}. Which code does the aircraft have in the catalog's list of codes?`;
    return { quoted, ask: { question: asked, choices: codes }, isWhole };
  }
  return { quoted, isWhole };
}

function choicesOf(parts: readonly Candidate[], namesIn: (part: Candidate) => string[]): Choice[] {
  return parts.flatMap((part) => namesIn(part).map((text) => ({ text, passage: part.passage })));
}

function namesOf(choices: readonly Choice[]): string[] {
  return [...new Set(choices.map(({ text }) => text))];
}

/** The effectivity codes of a row. */
function codesOf({ unit, passage }: Candidate): string[] {
  return cellsOf(unit.text, unit.header ?? titlesFromBefore(passage))
    .filter(({ title, text }) => /^eff/iu.test(title) && text !== '')
    .map(({ text }) => text);
}

/** The status and compliance time of each AD and SB on the subject, with its best unit, by document. */
export function directivesOf(question: string, candidates: readonly Candidate[]): Candidate[] | null {
  const bulletins = candidates.filter(({ passage }) => ['AD', 'SB'].includes(passage.document_type));
  const concerned = aboutSubject(question, bulletins, ({ document_id: id }) => id);
  const documents = [...new Set(concerned.map(({ passage }) => passage.document_id))].slice(0, MAX_DIRECTIVES);
  const chosen = documents.flatMap((id) => {
    const own = concerned.filter(({ passage }) => passage.document_id === id);
    const best = [COMPLIANCE_TIME, STATUS].flatMap((words) => own.find(({ unit }) => words.test(unit.text)) ?? []);
    return inReadingOrder([...new Set([...own.slice(0, 1), ...best])].slice(0, PER_DIRECTIVE));
  });
  return chosen.length > 0 ? chosen : null;
}

/** List items with their (O) and (M) procedures. */
export function operationsOf(best: readonly Candidate[], candidates: readonly Candidate[]): Candidate[] {
  const items = best.filter(({ unit }) => unit.kind === 'row' && CONDITION.test(unit.text)).slice(0, MAX_OPERATIONS);
  const procedures = items.flatMap(({ unit, passage }) => {
    const [number] = extractIdentifiers(unit.text);
    return inReadingOrder(
      candidates.filter(
        ({ unit: step, passage: other }) =>
          number !== undefined &&
          step.kind === 'step' &&
          other.revision_id === passage.revision_id &&
          (titlesOf(other.section).at(-1) ?? '').includes(number),
      ),
    );
  });
  return [...new Set([...best, ...procedures])];
}

/** Rows as lines of titles and cells, under the caption of their table: `Item: 20 | Part number: TA32-11024-1 | …`. */
export function rowsAsLines(chosen: readonly Candidate[], passages: readonly EvidencePassage[]): DraftSentence[] {
  const said = new Set<string>();
  return chosen.flatMap(({ unit, passage }, index) => {
    const before = chosen[index - 1];
    const citations = [passages.indexOf(passage) + 1];
    const cells = cellsOf(unit.text, unit.header ?? titlesFromBefore(passage));
    const isTitled = cells.every(({ title }) => title !== '');
    const line = (isTitled ? cells : []).map(({ title, text }) => `${title}: ${text}`).join(' | ') || unit.text;
    const caption = captionOf(passage, unit.start);
    const isNew = caption !== null && !said.has(`${passage.passage_id}\n${caption}`);
    if (caption !== null) said.add(`${passage.passage_id}\n${caption}`);
    // The line has the column titles. Limits of the whole table are added.
    const above = newLeadIns(unit, before?.passage === passage ? before.unit : null)
      .filter(({ text }) => text !== unit.header)
      .map(({ text }) => ({ text: text.replace(/\s+/gu, ' '), citations }));
    return [...(isNew ? [{ text: caption, citations }] : []), ...above, { text: line, citations }];
  });
}

/** Column titles of a table that starts in another passage; none with digits, which this passage does not print. */
function titlesFromBefore({ facts }: EvidencePassage): string {
  const titles = (facts.columns ?? []).join(' | ');
  return /\d/u.test(titles) ? '' : titles;
}

/** The caption of a row's table. */
function captionOf(passage: EvidencePassage, rowStart: number): string | null {
  const above = splitUnits(passage.text).filter(
    ({ kind, end, text }) => kind === 'heading' && end <= rowStart && /\d/u.test(text),
  );
  return above.findLast(({ text }) => /^(?:figure|table|fig\.)/iu.test(text))?.text.replace(/\s+/gu, ' ') ?? null;
}
