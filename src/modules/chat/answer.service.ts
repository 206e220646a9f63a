import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/principal/principal.js';
import { warnClient } from '../../common/context/request-context.js';
import { formatSection } from '@amks/language/text/section-path.js';
import { extractIdentifiers } from '@amks/language/identifiers/identifiers.js';
import { SearchService, type ChangeNotice, type RankedPassage, type SearchFilters } from '../search/search.service.js';
import { OrganizationPolicies } from '../settings/organization-policies.service.js';
import type { Answer, AnswerSink, ChatTurn, EvidencePassage } from './answering/answer.types.js';
import type { CopilotType } from './answering/copilots.js';
import { Answerer } from './answering/answerer.js';
import { explained, refusedFor, withoutOverlaid } from './answering/evidence/overlaid-pages.js';
import { mergeRanked, retrievalQueries, withChosenOption } from './answering/question/retrieval-query.js';

/** Passages given to the answerer. */
const EVIDENCE_PASSAGES = 20;
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
  ) {}

  async answer(principal: Principal, asked: Question): Promise<Answer> {
    const question = { ...asked, text: withChosenOption(asked.text, asked.history) };
    const { usable: found, overlaid } = withoutOverlaid(await this.findEvidence(principal, question));
    const passages = found.map(({ passage }) => passage);
    const changes = await this.search.findChanges(principal, passages);
    const given = await this.answerer.answer({
      organization_id: principal.organizationId,
      question: question.text,
      history: question.history,
      copilot_type: question.copilot_type,
      evidence: found.map((ranked) => toEvidence(ranked, changes.get(ranked.passage.id) ?? [])),
      min_confidence: (await this.policies.settingsOf(principal)).answer_min_confidence,
      synonyms: await this.search.synonymsOf(principal),
      sink: question.sink,
      signal: question.signal,
    });
    const answer = refusedFor(given, overlaid);
    if (answer === given) explained(overlaid).forEach(warnClient);
    else question.sink?.delta(answer.content.slice(given.content.length));
    answer.remarks?.forEach(warnClient);
    if (answer.citations.some(({ notices_of_change: notices }) => notices.length > 0)) warnClient(NEWER_BULLETINS);
    return answer;
  }

  private async findEvidence(principal: Principal, { text, history, filters }: Question): Promise<RankedPassage[]> {
    const requests = retrievalQueries(text, history).map((query) => ({
      query: query.slice(0, MAX_QUERY_CHARACTERS),
      filters,
      mode: 'hybrid' as const,
      limit: EVIDENCE_PASSAGES,
    }));
    const rankings = await this.search.findPassagesTogether(principal, requests);
    return mergeRanked(rankings, ({ passage }) => passage.id, EVIDENCE_PASSAGES);
  }
}

function toEvidence(
  { passage, score, keyword_score, similarity }: RankedPassage,
  notices_of_change: ChangeNotice[],
): EvidencePassage {
  const { id, section, start_offset, end_offset, document_number, ...shared } = passage;
  return {
    ...shared,
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
