import { modificationKey } from '@amks/language/applicability/expression.js';
import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import { airframesIn, withoutAirframes } from '@amks/language/aircraft/airframe-mentions.js';
import { extractIdentifiers, splitQuery } from '@amks/language/identifiers/identifiers.js';
import type { AircraftVerdicts, Decision, MeantAircraft } from '../../applicability/applicability.service.js';
import type { Verdict, VerdictReason } from '../../applicability/dto/verdicts.js';
import type { Answer, Citation, EvidencePassage } from '../answering/answer.types.js';
import { EXTRACTIVE_MODEL } from '../answering/answer-replies.js';
import { noticesFirst } from '../answering/answer-content.js';
import { discrepancyNotices } from '../answering/checks/discrepancy-notice.js';
import { citePassage, isSameQuote } from '../answering/checks/quote.js';
import { readingWarnings } from '../answering/checks/safe-answer.js';
import { promptInjectionIn } from '../answering/evidence/prompt-injection.js';
import { withoutInjectedText } from '../answering/evidence/injected-text.js';
import { splitUnits } from '../answering/evidence/source-units.js';

const APPLIES = /\b(?:applicable|applicability|apply|applies|affect(?:s|ed)?|effective|valid|effectivity)\b/iu;
/** Words of a question that only asks whether a document or a task applies. With others, it asks what the document says. */
const OWN_WORDS = new Set(
  `a affect affected affects ad also am an and any applicability applicable applies apply are aircraft airplane airworthiness be bulletin by can card
   check did directive do document does effective effectivity engineering eo for has have if in is issue it its know letter me message modification
   my number of on only or order our please procedure rev revision s sb se service should sl task tell that the there this to us valid was we whether
   will with would`.split(/\s+/u),
);
const LABEL = /^\W*(?:effectiv|applicab)/iu;
const ABOUT_EFFECTIVITY = /\b(?:effectivity|applicability)\b/iu;
/** Manuals have pages for several groups of aircraft; other documents are for one. */
const MANUALS = new Set('AMM CMM EMM SRM IPC WDM FIM TSM MEL MPD NDT SPM FCOM QRH TASK_CARD'.split(' '));
/** Documents and tasks of one answer. */
const MAX_SUBJECTS = 3;

const REASONS: Record<VerdictReason, string> = {
  decided: '',
  no_statement: 'no effectivity is stated',
  not_understood: 'the statement is not understood in full',
  contradictory: 'the statement contradicts itself',
  ambiguous: 'the statement can be read in several ways, or statements disagree',
  not_recorded: 'the register does not have what decides',
};

/** Whether a question asks only if something applies, by a number or `it`: not for a value in it, or for a part. */
export function asksForApplicability(question: string): boolean {
  if (!APPLIES.test(question)) return false;
  const { mentions } = airframesIn(question);
  const rest = splitQuery(withoutAirframes(question, mentions)).words;
  const words = rest.toLowerCase().match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [];
  return words.every((word) => OWN_WORDS.has(word) || /^\d{1,2}$/u.test(word));
}

/** A passage with the number of its document. */
export type NumberedPassage = EvidencePassage & { document_number: string | null };

/** What the question is about, as printed, and its passages. */
interface Subject {
  name: string;
  passages: NumberedPassage[];
  isDocument: boolean;
}

/**
 * Whether the documents or tasks that the question names apply to the aircraft: the verdict, and the statements that decide with the values of the
 * register. Null if no passage has one of the names.
 */
export function answerApplicability(
  question: string,
  aircraft: readonly MeantAircraft[],
  passages: readonly NumberedPassage[],
): Answer | null {
  const citations: Citation[] = [];
  const cite = (made: Citation): string => {
    const known = citations.find((one) => isSameQuote(one, made));
    if (!known) citations.push({ ...made, index: citations.length + 1 });
    return ` [${(known ?? citations.at(-1)!).index}]`;
  };
  const lines = subjectsOf(question, passages).flatMap((subject) => {
    const quoted = quoteOf(subject);
    if (!quoted) return [];
    return aircraft.flatMap((one) =>
      linesFor(one, subject, quoted).map(({ text, source, applicability }) => {
        // A citation has one verdict.
        return text + cite(aircraft.length > 1 ? source : { ...source, applicability });
      }),
    );
  });
  if (lines.length === 0) return null;
  const warnings = [...discrepancyNotices(citations), ...readingWarnings(citations)];
  return {
    answer_status: 'grounded',
    content: noticesFirst(warnings, lines.join('\n')),
    ...{ citations, warnings, suggestions: [], refusal_reason: null, clarification: null, confidence: null },
    model: EXTRACTIVE_MODEL,
  };
}

/** A named task is meant rather than its manual. A bulletin is meant rather than the tasks in it. */
function subjectsOf(question: string, passages: readonly NumberedPassage[]): Subject[] {
  const asked = extractIdentifiers(question);
  const subjects = new Map<string, Subject>();
  const add = (key: string, name: string, passage: NumberedPassage, isDocument: boolean): void => {
    const known = subjects.get(key);
    if (known) known.passages.push(passage);
    else subjects.set(key, { name, passages: [passage], isDocument });
  };
  for (const passage of passages) {
    const { revision_id, document_number, document_type, title, version, facts } = passage;
    const numbers = extractIdentifiers(document_number ?? '');
    const isNamed = numbers.length > 0 && numbers.every((number) => asked.includes(number));
    const isManual = MANUALS.has(document_type);
    const name = `${document_number ?? (promptInjectionIn(title) ? 'the document' : title)}, ${version},`;
    // A table of contents names the task, too.
    const isOfTask = facts.task !== undefined && asked.includes(facts.task) && passage.section.includes(facts.task);
    if (isOfTask && !(isNamed && !isManual))
      add(`${revision_id} ${facts.task}`, `Task ${facts.task} of ${name}`, passage, false); // prettier-ignore
    else if (isNamed) add(revision_id, name, passage, true);
  }
  const found = [...subjects.values()];
  const others = found.filter(({ isDocument, passages: [first] }) => !isDocument || !MANUALS.has(first!.document_type));
  return (others.length > 0 ? others : found).slice(0, MAX_SUBJECTS);
}

/** What the verdict rests on besides the statements: the revision's effectivity as printed, else the passage about effectivity, else the first one. */
interface Quoted {
  passage: NumberedPassage;
  source: Citation;
  /** False for a quote of something else. */
  isStatement: boolean;
}

/** Null if all passages address a machine. */
function quoteOf({ passages }: Subject): Quoted | null {
  const read = withoutInjectedText(passages);
  const whole = passages.filter((passage, index) => read[index]!.text === passage.text);
  for (const passage of whole) {
    const { effectivity } = passage;
    const printed = passage.facts.effectivity?.find(({ value }) => effectivity !== null && squeeze(value) === squeeze(effectivity)); // prettier-ignore
    if (printed) return { passage, source: citeStatement(passage, printed), isStatement: true };
  }
  const units = whole.flatMap((passage) => splitUnits(passage.text).map((unit) => ({ passage, unit })));
  const texts = [...units.filter(({ unit }) => unit.kind !== 'heading'), ...units];
  const stated = texts.find(({ passage: { section }, unit }) => ABOUT_EFFECTIVITY.test(`${section}\n${unit.text}`));
  const best = stated ?? texts[0];
  if (!best) return null;
  return { passage: best.passage, source: citePassage(best.passage, best.unit, 0), isStatement: stated !== undefined };
}

/** Where a document states its effectivity; null if nothing in the passages does. */
export function citeEffectivity(passages: readonly NumberedPassage[]): Citation | null {
  const quoted = passages.length === 0 ? null : quoteOf({ name: '', passages: [...passages], isDocument: true });
  return quoted?.isStatement ? quoted.source : null;
}

/** Statements in running headers and above the passage have their own places. */
function citeStatement(passage: NumberedPassage, { page_number, text, start, end }: Effectivity): Citation {
  return { ...citePassage(passage, { start: 0, end: 0 }, 0), page_number, quote: text, start, end };
}

function squeeze(text: string): string {
  return text
    .replace(/[\s\p{Pd}]+/gu, ' ')
    .trim()
    .toUpperCase();
}

function linesFor(
  aircraft: MeantAircraft,
  { name, passages, isDocument }: Subject,
  quoted: Quoted,
): { text: string; source: Citation; applicability: Verdict }[] {
  const { decision, decider } = decide(aircraft, isDocument, passages, quoted.passage);
  const { label } = aircraft;
  const verdict = {
    applicable: `${name} applies to ${label}.`,
    not_applicable: `${name} does not apply to ${label}.`,
    unknown: `It is not known whether ${name.replace(/,$/u, '')} applies to ${label}: ${REASONS[decision.reason]}.`,
  }[decision.verdict];
  const isTaken = aircraft.name.id === null;
  const stated = decision.statements
    // That the type is right goes without saying.
    .filter((one) => one.scope !== 'aircraft_type' || (!isTaken && one.verdict !== 'applicable'))
    .map(({ statement, terms, page_number, start }) => {
      const values = terms
        .filter(({ property }) => property !== 'all')
        .map((term) => `${term.property.replaceAll('_', ' ')} ${term.value ?? 'not recorded'}`);
      const known = values.length > 0 ? `; the aircraft: ${[...new Set(values)].join(', ')}` : '';
      const printed = decider.facts.effectivity?.find((one) => one.page_number === page_number && one.start === start);
      const source = printed ? citeStatement(decider, printed) : quoted.source;
      const words = promptInjectionIn(statement) ? 'the effectivity of the revision' : statement.replace(/\s+/gu, ' ');
      return { text: `Stated: ${words}${known}.`, source };
    });
  const others = [
    ...(isTaken ? [`${label} is not in the register and is treated as a ${quoted.passage.aircraft_type}.`] : []),
    ...embodimentOf(aircraft, quoted.passage, isDocument),
  ].map((text) => ({ text, source: quoted.source }));
  const lines = [{ text: verdict, source: stated.at(-1)?.source ?? quoted.source }, ...stated, ...others];
  return lines.map((line) => ({ ...line, applicability: decision.verdict }));
}

/** Of a task, by all its passages, which have to agree. */
function decide(
  aircraft: MeantAircraft,
  isDocument: boolean,
  passages: readonly NumberedPassage[],
  quoted: NumberedPassage,
): { decision: Decision; decider: NumberedPassage } {
  const verdicts = aircraft.verdictsFor(quoted.aircraft_type);
  if (isDocument) return decideDocument(verdicts, passages, quoted);
  const decisions = passages.map((passage) => {
    const { page_number, start, facts } = passage;
    const decision = verdicts.ofPassage(passage, { page_number, start, in_force: facts.effectivity ?? [] });
    return { decision, decider: passage };
  });
  const [first] = decisions as [(typeof decisions)[number]];
  const isSame = decisions.every(({ decision }) => decision.verdict === first.decision.verdict);
  return isSame ? first : { ...first, decision: ambiguous(first.decision) };
}

/** By the effectivity of the revision, and by the statements of the passages about effectivity, which have to agree. */
function decideDocument(
  verdicts: AircraftVerdicts,
  passages: readonly NumberedPassage[],
  quoted: NumberedPassage,
): { decision: Decision; decider: NumberedPassage } {
  const whole = { decision: verdicts.ofRevision(quoted), decider: quoted };
  if (MANUALS.has(quoted.document_type)) return whole;
  const printed = passages.flatMap((passage) =>
    (passage.facts.effectivity ?? [])
      .filter(({ reach, text }) => reach !== 'block' && (LABEL.test(text) || ABOUT_EFFECTIVITY.test(passage.section)))
      .map((one) => {
        const place = { page_number: one.page_number, start: one.start, in_force: [one] };
        return { decision: verdicts.ofPassage(passage, place), decider: passage };
      }),
  );
  const decided = whole.decision.reason === 'no_statement' ? (printed[0] ?? whole) : whole;
  // A statement that is not understood contradicts nothing.
  const { verdict } = decided.decision;
  const other = printed.find(({ decision: one }) => one.verdict !== verdict && ![one.verdict, verdict].includes('unknown')); // prettier-ignore
  if (!other) return decided;
  const statements = [...decided.decision.statements, ...other.decision.statements.slice(-1)];
  return { decision: { ...ambiguous(decided.decision), statements }, decider: other.decider };
}

function ambiguous(decision: Decision): Decision {
  return { ...decision, verdict: 'unknown', reason: 'ambiguous' };
}

/** What the register says of the bulletin on the aircraft. */
function embodimentOf(
  { aircraft }: MeantAircraft,
  { document_number }: NumberedPassage,
  isDocument: boolean,
): string[] {
  if (!aircraft || !isDocument || document_number === null) return [];
  const keys = [document_number, ...extractIdentifiers(document_number)].map(modificationKey);
  return aircraft.modifications
    .filter(({ number }) => keys.includes(modificationKey(number)))
    .map(({ kind, number, status }) => `The register has ${kind} ${number} as ${status.replace('_', ' ')}.`);
}
