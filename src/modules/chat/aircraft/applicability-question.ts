import { modificationKey } from '@amks/language/applicability/expression.js';
import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import { extractIdentifiers } from '@amks/language/identifiers/identifiers.js';
import type { Decision, MeantAircraft } from '../../applicability/applicability.service.js';
import type { VerdictReason } from '../../applicability/dto/verdicts.js';
import type { Answer, Citation, EvidencePassage } from '../answering/answer.types.js';
import { EXTRACTIVE_MODEL } from '../answering/answer-replies.js';
import { noticesFirst } from '../answering/answer-content.js';
import { discrepancyNotices } from '../answering/checks/discrepancy-notice.js';
import { citePassage, isSameQuote } from '../answering/checks/quote.js';
import { withoutInjectedText } from '../answering/evidence/injected-text.js';
import { splitUnits } from '../answering/evidence/source-units.js';

/** `Is … applicable to`, `Does … apply to`, `Tell me whether … is affected by`. */
const ASKS = /^\W*(?:and\s+|so\s+)?(?:is|are|does|do|did|was|will|would)\b|\b(?:whether|tell me if|check if)\b/iu;
const APPLIES =
  /\b(?:applicable|applicability|appl(?:y|ies) (?:to|on|for)|affect(?:s|ed)?|effective (?:to|for|on)|valid (?:for|on)|(?:in|of) the effectivity)\b/iu;
const ABOUT_EFFECTIVITY = /effectiv|applicab/iu;
/** Documents and tasks, and aircraft, of one answer. */
const MAX_SUBJECTS = 3;
const MAX_AIRCRAFT = 5;

const REASONS: Record<VerdictReason, string> = {
  decided: '',
  no_statement: 'no effectivity is stated',
  not_understood: 'the statement is not understood in full',
  contradictory: 'the statement contradicts itself',
  ambiguous: 'the statement can be read in several ways, or statements disagree',
  not_recorded: 'the register does not have what decides',
};

/** Whether a question asks if a document or task applies, not what it says. */
export function asksForApplicability(question: string): boolean {
  return ASKS.test(question) && APPLIES.test(question);
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
    return aircraft.slice(0, MAX_AIRCRAFT).flatMap((one) => linesFor(one, subject, quoted).map(({ text, source }) => text + cite(source))); // prettier-ignore
  });
  if (lines.length === 0) return null;
  const warnings = discrepancyNotices(citations);
  return {
    answer_status: 'grounded',
    content: noticesFirst(warnings, lines.join('\n')),
    ...{ citations, warnings, suggestions: [], refusal_reason: null, clarification: null, confidence: null },
    model: EXTRACTIVE_MODEL,
  };
}

/** Documents come before the tasks in them: a bulletin that names a task is not the task. */
function subjectsOf(question: string, passages: readonly NumberedPassage[]): Subject[] {
  const asked = extractIdentifiers(question);
  const subjects = new Map<string, Subject>();
  const add = (key: string, name: string, passage: NumberedPassage, isDocument: boolean): void => {
    const known = subjects.get(key);
    if (known) known.passages.push(passage);
    else subjects.set(key, { name, passages: [passage], isDocument });
  };
  for (const passage of passages) {
    const { document_id, document_number, title, version, facts } = passage;
    const numbers = extractIdentifiers(document_number ?? '');
    const isAsked = numbers.length > 0 && numbers.every((number) => asked.includes(number));
    if (isAsked) add(document_id, `${document_number ?? title}, ${version},`, passage, true);
    // A table of contents names the task, too.
    else if (facts.task !== undefined && asked.includes(facts.task) && passage.section.includes(facts.task))
      add(
        `${document_id} ${facts.task}`,
        `Task ${facts.task} of ${document_number ?? title}, ${version},`,
        passage,
        false,
      );
  }
  const found = [...subjects.values()];
  const documents = found.filter(({ isDocument }) => isDocument);
  return (documents.length > 0 ? documents : found).slice(0, MAX_SUBJECTS);
}

/** What the verdict rests on besides the statements: the revision's effectivity as printed, else the passage about effectivity, else the first one. */
interface Quoted {
  passage: NumberedPassage;
  source: Citation;
}

/** Null if all passages address a machine. */
function quoteOf({ passages }: Subject): Quoted | null {
  const read = withoutInjectedText(passages);
  const whole = passages.filter((passage, index) => read[index]!.text === passage.text);
  for (const passage of whole) {
    const { effectivity } = passage;
    const printed = passage.facts.effectivity?.find(({ value }) => effectivity !== null && squeeze(value) === squeeze(effectivity)); // prettier-ignore
    if (printed) return { passage, source: citeStatement(passage, printed) };
  }
  const units = whole.flatMap((passage) => splitUnits(passage.text).map((unit) => ({ passage, unit })));
  const texts = units.filter(({ unit }) => unit.kind !== 'heading');
  const best = texts.find(({ passage: { section }, unit }) => ABOUT_EFFECTIVITY.test(`${section}\n${unit.text}`)) ?? texts[0]; // prettier-ignore
  return best ? { passage: best.passage, source: citePassage(best.passage, best.unit, 0) } : null;
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
): { text: string; source: Citation }[] {
  const { decision, decider } = decide(aircraft, isDocument, passages, quoted.passage);
  const { label } = aircraft;
  const verdict = {
    applicable: `${name} applies to ${label}.`,
    not_applicable: `${name} does not apply to ${label}.`,
    unknown: `It is not known whether ${name.replace(/,$/u, '')} applies to ${label}: ${REASONS[decision.reason]}.`,
  }[decision.verdict];
  const isTaken = aircraft.name.id === null;
  const stated = decision.statements
    .filter(({ scope }) => scope !== 'aircraft_type' || !isTaken)
    .map(({ statement, terms, page_number, start }) => {
      const values = terms.map((term) => `${term.property.replaceAll('_', ' ')} ${term.value ?? 'not recorded'}`);
      const known = values.length > 0 ? `; the aircraft: ${[...new Set(values)].join(', ')}` : '';
      const printed = decider.facts.effectivity?.find((one) => one.page_number === page_number && one.start === start);
      const source = printed ? citeStatement(decider, printed) : quoted.source;
      return { text: `Stated: ${statement.replace(/\s+/gu, ' ')}${known}.`, source };
    });
  const others = [
    ...(isTaken ? [`${label} is not in the register and is taken for a ${quoted.passage.aircraft_type}.`] : []),
    ...embodimentOf(aircraft, quoted.passage, isDocument),
  ].map((text) => ({ text, source: quoted.source }));
  return [{ text: verdict, source: stated.at(-1)?.source ?? quoted.source }, ...stated, ...others];
}

/** By the revision; without a statement of it, by the passage about effectivity. Of a task, by all its passages, which have to agree. */
function decide(
  aircraft: MeantAircraft,
  isDocument: boolean,
  passages: readonly NumberedPassage[],
  quoted: NumberedPassage,
): { decision: Decision; decider: NumberedPassage } {
  const verdicts = aircraft.verdictsFor(quoted.aircraft_type);
  const ofPassage = (passage: NumberedPassage): Decision => {
    const { page_number, start, facts } = passage;
    return verdicts.ofPassage(passage, { page_number, start, in_force: facts.effectivity ?? [] });
  };
  if (isDocument) {
    const whole = verdicts.ofRevision(quoted);
    return { decision: whole.reason === 'no_statement' ? ofPassage(quoted) : whole, decider: quoted };
  }
  const decisions = passages.map((passage) => ({ decision: ofPassage(passage), decider: passage }));
  const [first] = decisions as [(typeof decisions)[number]];
  const isSame = decisions.every(({ decision }) => decision.verdict === first.decision.verdict);
  return isSame ? first : { ...first, decision: { ...first.decision, verdict: 'unknown', reason: 'ambiguous' } };
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
