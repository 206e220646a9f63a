import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/principal/principal.js';
import { warnClient } from '../../common/context/request-context.js';
import { formatSection } from '@amks/language/text/section-path.js';
import { extractIdentifiers } from '@amks/language/identifiers/identifiers.js';
import { SearchService, type ChangeNotice, type RankedPassage, type SearchFilters } from '../search/search.service.js';
import type { MeantAircraft } from '../applicability/applicability.service.js';
import { OrganizationPolicies } from '../settings/organization-policies.service.js';
import { AircraftOfQuestion, type QuestionOfAircraft } from './aircraft/aircraft-of-question.service.js';
import { answerApplicability, asksForApplicability, type NumberedPassage } from './aircraft/applicability-question.js';
import { OpenDirectives } from './directives/open-directives.service.js';
import { openQuestionOf } from './directives/open-question.js';
import { PartAnswers } from './parts/part-answers.service.js';
import { partQuestionOf } from './parts/part-question.js';
import { evidenceFor } from './aircraft/evidence-for-aircraft.js';
import type { Answer, AnswerSink, ChatTurn } from './answering/answer.types.js';
import type { CopilotType } from './answering/copilots.js';
import { Answerer } from './answering/answerer.js';
import { askInOwnWords, refusal } from './answering/answer-replies.js';
import { streamAnswer } from './answering/answer-content.js';
import {
  chosenOption,
  mergeRanked,
  retrievalQueries,
  retrievalQuery,
  withChosenOption,
} from './answering/question/retrieval-query.js';
import { explained, refusedFor, withoutOverlaid } from './answering/evidence/overlaid-pages.js';

/** Passages given to the answerer, and found for one aircraft, to which some do not apply. */
const EVIDENCE_PASSAGES = 20;
const FOUND_FOR_AIRCRAFT = 60;
/** Aircraft of one question. */
const MAX_AIRCRAFT = 5;
/** Finds the passage of a document that states its effectivity. */
const EFFECTIVITY = 'effectivity applicability';
/** The citations name the bulletins to callers who can see them. */
const NEWER_BULLETINS =
  'Newer bulletins may change what the answer quotes; see notices_of_change of its citations before you act on it.';
/** Maximum length of a search. */
const MAX_QUERY_CHARACTERS = 1000;

export interface Question {
  text: string;
  history: ChatTurn[];
  copilot_type: CopilotType;
  filters: SearchFilters;
  /** Of the conversation; a question can name another one. */
  aircraft_id: string | null;
  /** Index in the history from which names of aircraft count. */
  namesFrom: number;
  sink?: AnswerSink;
  signal?: AbortSignal;
}

/** Answers a question from visible documents: finds passages and selects whole sentences, each with a citation. */
@Injectable()
export class AnswerService {
  constructor(
    private readonly search: SearchService,
    private readonly answerer: Answerer,
    private readonly policies: OrganizationPolicies,
    private readonly aircraft: AircraftOfQuestion,
    private readonly directives: OpenDirectives,
    private readonly parts: PartAnswers,
  ) {}

  /** @throws AppError INVALID_REQUEST if the aircraft of the conversation is no longer in the register */
  async answer(principal: Principal, asked: Question): Promise<Answer> {
    const text = withChosenOption(asked.text, asked.history);
    const named = await this.aircraft.find(principal, { ...asked, text });
    const question = { ...asked, ...named };
    const [aircraft, ...others] = named.aircraft;
    if (named.doubt !== null) return told(askInOwnWords(named.doubt, []), asked);
    if (named.aircraft.length > MAX_AIRCRAFT) return told(askInOwnWords(askForOne(named), []), asked);
    if (aircraft && asksForApplicability(text)) {
      const verdict = await this.answerApplicability(principal, question);
      if (verdict) warnOfChanges(verdict);
      if (verdict) return told(others.length > 0 ? verdict : { ...verdict, aircraft: aircraft.name }, asked);
    }
    if (others.length > 0) return told(askInOwnWords(askForOne(named), []), asked);
    const open = aircraft ? await this.answerOpen(principal, question, aircraft) : null;
    if (open) return told(open, asked);
    const fromParts = question.copilot_type === 'parts' ? await this.answerFromParts(principal, question) : null;
    if (fromParts) return told({ ...fromParts, ...(aircraft && { aircraft: aircraft.name }) }, asked);
    const ranking = await this.findEvidence(principal, question, aircraft ? FOUND_FOR_AIRCRAFT : EVIDENCE_PASSAGES);
    const { usable: found, overlaid } = withoutOverlaid(ranking);
    const evidence = await this.withChanges(principal, found);
    const applying = aircraft ? evidenceFor(aircraft, evidence).slice(0, EVIDENCE_PASSAGES) : evidence;
    if (aircraft && applying.length === 0 && evidence.length > 0)
      return told(refusedFor(notApplicable(aircraft), overlaid), asked);
    const given = await this.answerer.answer({
      organization_id: principal.organizationId,
      question: question.text,
      history: question.history,
      branch: chosenOption(asked.text, asked.history),
      copilot_type: question.copilot_type,
      evidence: applying,
      min_confidence: (await this.policies.settingsOf(principal)).answer_min_confidence,
      synonyms: await this.search.synonymsOf(principal),
      sink: question.sink,
      signal: question.signal,
    });
    const answer = refusedFor(given, overlaid);
    if (answer === given) explained(overlaid).forEach(warnClient);
    else question.sink?.delta(answer.content.slice(given.content.length));
    answer.remarks?.forEach(warnClient);
    warnOfChanges(answer);
    return { ...answer, ...(aircraft && { aircraft: aircraft.name }) };
  }

  private async answerApplicability(principal: Principal, question: Asked): Promise<Answer | null> {
    const { text, history, aircraft } = question;
    const about = retrievalQuery(text, history);
    const identifiers = extractIdentifiers(about);
    if (identifiers.length === 0) return null;
    const queries = [about, `${identifiers.join(' ')} ${EFFECTIVITY}`];
    const found = await this.find(principal, queries, question.filters, FOUND_FOR_AIRCRAFT);
    const merged = mergeRanked(found, ({ passage }) => passage.id, FOUND_FOR_AIRCRAFT * queries.length);
    return answerApplicability(about, aircraft, await this.withChanges(principal, withoutOverlaid(merged).usable));
  }

  /** From the directives on the aircraft, in conversations of the compliance copilot about all documents. */
  private async answerOpen(principal: Principal, asked: Asked, aircraft: MeantAircraft): Promise<Answer | null> {
    const { text, copilot_type, filters } = asked;
    const isAsked = copilot_type === 'compliance' && principal.permissions.has('document.view') && isUnlimited(filters);
    const question = isAsked ? openQuestionOf(text) : null;
    const list = question && (await this.directives.find(principal, question, aircraft));
    if (!list) return null;
    const filed = list.listed.filter(({ directive }) => directive.document_id !== null);
    const queries = filed.map(({ directive }) => `${directive.number} ${EFFECTIVITY}`);
    const document_ids = [...new Set(filed.map(({ directive }) => directive.document_id!))];
    const found = filed.length > 0 ? await this.find(principal, queries, { document_ids }, EVIDENCE_PASSAGES) : [];
    const { usable, overlaid } = withoutOverlaid(found.flat());
    const answer = this.directives.answer(list, aircraft, await this.withChanges(principal, usable));
    explained(overlaid).forEach(warnClient);
    warnOfChanges(answer);
    return answer;
  }

  /** From the rows of parts lists, if the question is only about one part: its number, what replaces it, or where it is used. */
  private async answerFromParts(principal: Principal, { text, filters, aircraft }: Asked): Promise<Answer | null> {
    const question = partQuestionOf(text);
    const rows = question && (await this.parts.rowsFor(principal, question, aircraft[0] ?? null));
    if (!question || !rows) return null;
    if (rows === 'not_applicable') return notApplicable(aircraft[0]!);
    const found = await this.find(principal, rows.numbers, filters, FOUND_FOR_AIRCRAFT);
    const merged = mergeRanked(found, ({ passage }) => passage.id, FOUND_FOR_AIRCRAFT * rows.numbers.length);
    const answer = this.parts.answer(rows, await this.withChanges(principal, withoutOverlaid(merged).usable));
    if (answer) warnOfChanges(answer);
    return answer;
  }

  private find(
    principal: Principal,
    queries: readonly string[],
    filters: SearchFilters,
    limit: number,
  ): Promise<RankedPassage[][]> {
    const cut = queries.map((query) => query.slice(0, MAX_QUERY_CHARACTERS));
    return this.search.findPassagesTogether(principal, cut, { filters, mode: 'hybrid', limit });
  }

  private async withChanges(principal: Principal, found: readonly RankedPassage[]): Promise<NumberedPassage[]> {
    const passages = found.map(({ passage }) => passage);
    const changes = await this.search.findChanges(principal, passages);
    return found.map((ranked) => toEvidence(ranked, changes.get(ranked.passage.id) ?? []));
  }

  private async findEvidence(
    principal: Principal,
    { text, history, filters: given, aircraft }: Asked,
    limit: number,
  ): Promise<RankedPassage[]> {
    // Documents of other types would fill the places of those that apply.
    const types = aircraft[0]?.types ?? [];
    const filters = types.length > 0 && !given.aircraft_types?.length ? { ...given, aircraft_types: types } : given;
    const rankings = await this.find(principal, retrievalQueries(text, history), filters, limit);
    return mergeRanked(rankings, ({ passage }) => passage.id, limit);
  }
}

type Asked = Question & QuestionOfAircraft;

function isUnlimited(filters: SearchFilters): boolean {
  return Object.values(filters).every(
    (value) => value === undefined || value === false || (Array.isArray(value) && value.length === 0),
  );
}

function askForOne({ aircraft }: QuestionOfAircraft): string {
  const names = aircraft.map(({ label }) => label).join('; ');
  return `The answer can depend on the aircraft. Ask about one of them at a time: ${names}.`;
}

function notApplicable({ label, name }: MeantAircraft): Answer {
  const content = `What was found in the documents available to you does not apply to ${label}.`;
  return { ...refusal('not_applicable', []), refusal_reason: 'not_applicable', content, aircraft: name };
}

function warnOfChanges({ citations }: Answer): void {
  if (citations.some(({ notices_of_change: notices }) => notices.length > 0)) warnClient(NEWER_BULLETINS);
}

/** Streams an answer that is finished. */
function told(answer: Answer, { sink, signal }: Question): Answer {
  if (sink) streamAnswer(answer, sink, signal);
  return answer;
}

function toEvidence(
  { passage, score, keyword_score, similarity }: RankedPassage,
  notices_of_change: ChangeNotice[],
): NumberedPassage {
  const { id, section, start_offset, end_offset, document_number, ...shared } = passage;
  return {
    ...shared,
    document_number,
    // A document number in the question means the document, though few of its pages contain the number.
    identifiers: [...passage.identifiers, ...extractIdentifiers(document_number ?? '')],
    passage_id: id,
    section: formatSection(section),
    start: start_offset,
    end: end_offset,
    score,
    keyword_score,
    similarity,
    notices_of_change,
  };
}
