import { extractIdentifiers } from '../../../integrations/search-index/identifiers.js';
import type { DraftSentence, EvidencePassage } from './answer.types.js';
import type { Candidate } from './candidates.js';
import { cellsOf } from './facts.js';
import { unsaidLeadIns } from './lead-ins.js';
import { aboutSubject } from './one-subject.js';
import { inReadingOrder, procedureOf, type Procedure } from './procedure.js';
import { unitsAskedFor } from './quantities.js';
import { splitUnits } from './sentences.js';
import { contentTerms, isGeneric } from './terms.js';

/** What a form says: units to quote, or a question back with the passages it is about. */
export type Chosen = { quoted: Candidate[]; isCut?: boolean } | { ask: string; about: EvidencePassage[] };

const MAX_PARTS = 8;
const MAX_OPERATIONS = 4;
/** Share of the words for a part that its row must have: a sensor of the downlock is no gas spring of the downlock. */
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

/** The checks of the fault isolation section that fits best, in their order; null where the evidence has none. */
export function checksOf(candidates: readonly Candidate[]): Procedure | null {
  const isolation = candidates.filter(
    ({ passage }) =>
      FAULT_ISOLATION.includes(passage.document_type) &&
      /fault isolation|troubleshoot|checks?\b/iu.test(passage.section.split(/\s[>›]\s/u).at(-1) ?? ''),
  );
  // What the question says stands in the title and the symptoms of the procedure, seldom in its checks.
  const [closest] = candidates.filter(({ passage }) => FAULT_ISOLATION.includes(passage.document_type));
  const task = closest && taskOf(closest.passage);
  return procedureOf(isolation.filter(({ passage }) => taskOf(passage) === task)) ?? procedureOf(isolation);
}

function taskOf({ revision_id, section }: EvidencePassage): string {
  return [revision_id, ...section.split(/\s[>›]\s/u).slice(0, -1)].join('\n');
}

/**
 * The rows of the parts that were asked for: those that share most words with the question. When they stand in several figures
 * and the question names none, the reader has to say which one; so too when it names an aircraft and their effectivity codes differ. `isWhole`: the rows have every word of at least two.
 */
export function partsOf(question: string, candidates: readonly Candidate[]): (Chosen & { isWhole: boolean }) | null {
  const rows = candidates.filter(({ unit }) => unit.kind === 'row' && extractIdentifiers(unit.text)[0]);
  const wanted = new Set(contentTerms(question).filter((term) => !isGeneric(term) && !NOT_A_PART.has(term)));
  const own = ({ ownTerms }: Candidate): number => [...wanted].filter((term) => ownTerms.has(term)).length;
  const most = Math.max(0, ...rows.map(own));
  if (unitsAskedFor(question) || most < NAMED_PART * wanted.size || most === 0) return null;
  const isWhole = wanted.size > 1 && most === wanted.size;
  const parts = rows.filter((row) => own(row) === most).slice(0, MAX_PARTS);
  const figures = [...new Set(parts.map(({ passage }) => passage.section.split(/\s[>›]\s/u).at(0) ?? ''))].filter(
    (title) => FIGURE.test(title),
  );
  if (figures.length > 1 && !FIGURE.test(question)) {
    return {
      ask: `The part is in several figures: ${figures.join('; ')}. Which one do you mean?`,
      about: parts.map(({ passage }) => passage),
      isWhole,
    };
  }
  const codes = [...new Set(parts.flatMap(effectivityOf))];
  if (codes.length > 1 && SERIAL_NUMBER.test(question)) {
    return {
      ask: `The parts differ by effectivity: ${codes.join(', ')}. Which code does the aircraft have in the catalog's list of codes?`,
      about: parts.map(({ passage }) => passage),
      isWhole,
    };
  }
  return { quoted: inReadingOrder(parts), isWhole };
}

function effectivityOf({ unit, passage }: Candidate): string[] {
  return cellsOf(unit.text, unit.header ?? titlesFromBefore(passage))
    .filter(({ title, text }) => /^eff/iu.test(title) && text !== '')
    .map(({ text }) => text);
}

/** What each AD and SB that is about what was asked says of its status and of when to comply, beside what fits best, by document. */
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

/** List items with the (O) and (M) procedures that they call for. */
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
          (other.section.split(/\s[>›]\s/u).at(-1) ?? '').includes(number),
      ),
    );
  });
  return [...new Set([...best, ...procedures])];
}

/** Rows as lines that say what each cell is, under what leads them in and the caption of their table: `Item: 20 | Part number: TA32-11024-1 | …`. */
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
    // The titles of the columns are in the line; what limits the whole table is not.
    const above = unsaidLeadIns(unit, before?.passage === passage ? before.unit : null)
      .filter(({ text }) => text !== unit.header)
      .map(({ text }) => ({ text: text.replace(/\s+/gu, ' '), citations }));
    return [...(isNew ? [{ text: caption, citations }] : []), ...above, { text: line, citations }];
  });
}

/** Column titles of a table that began in another passage; none with digits, for those this passage does not print. */
function titlesFromBefore({ facts }: EvidencePassage): string {
  const titles = (facts.columns ?? []).join(' | ');
  return /\d/u.test(titles) ? '' : titles;
}

/** The line that names the table of a row. */
function captionOf(passage: EvidencePassage, rowStart: number): string | null {
  const above = splitUnits(passage.text).filter(
    ({ kind, end, text }) => kind === 'heading' && end <= rowStart && /\d/u.test(text),
  );
  return above.findLast(({ text }) => /^(?:figure|table|fig\.)/iu.test(text))?.text.replace(/\s+/gu, ' ') ?? null;
}
