import { isAnyAircraft } from '../../../common/aircraft.js';
import type { Embeddings } from '../../../integrations/embeddings/embeddings.js';
import type { Answer, AnswerRequest, DraftSentence, EvidencePassage, Suggestion } from './answer.types.js';
import { factsOf, rateCandidates, type Candidate } from './candidates.js';
import { findCopilot } from './copilots.js';
import { GATE_THRESHOLDS, isSufficient, measureEvidence, type GateThresholds } from './evidence-gate.js';
import { scopeEvidence } from './evidence-scope.js';
import { inReadingOrder, procedureOf } from './procedure.js';
import { asksForProcedure, retrievalQuery } from './question.js';
import { enforceSafeAnswer } from './safe-answer.js';

export const EXTRACTIVE_MODEL = 'extractive-1';

export interface ExtractiveOptions {
  /** Sentences, steps or rows quoted for a question of fact (default 3). */
  max_sentences: number;
  /** A unit is quoted beside the best one when its relevance is at least this share of the best (default 0.65). */
  relative_relevance: number;
  gate: GateThresholds;
}

const DEFAULTS: ExtractiveOptions = { max_sentences: 3, relative_relevance: 0.65, gate: GATE_THRESHOLDS };
const MAX_SUGGESTIONS = 3;

/**
 * Answers with the manuals' own sentences: picks the units that answer best, quotes them verbatim with their citations, and puts
 * the warnings that govern them first. Refuses when the evidence does not cover the question, and asks back when it
 * differs between aircraft and none was named. Text of documents is only ever compared and quoted, never obeyed.
 */
export class ExtractiveAnswerer {
  private readonly options: ExtractiveOptions;

  /** `embeddings` null: by words alone, with a stricter gate. */
  constructor(
    private readonly embeddings: Pick<Embeddings, 'embed'> | null,
    options: Partial<ExtractiveOptions> = {},
  ) {
    this.options = { ...DEFAULTS, ...options };
  }

  /** Never rejects for want of a model: without vectors it is stricter. */
  async answer(request: AnswerRequest): Promise<Answer> {
    const { history } = request;
    const evidence = preferred(request.evidence, request.copilot_type);
    const question = retrievalQuery(request.question, history);
    const scope = scopeEvidence(question, history, evidence);
    if (scope.foreign.length > 0) return refusal(evidence);

    const candidates = await rateCandidates(question, scope.passages, this.embeddings);
    if (!isSufficient(measureEvidence(question, candidates, evidence), this.options.gate)) return refusal(evidence);

    const isProcedure = asksForProcedure(request.question);
    const chosen = (isProcedure ? procedureOf(candidates) : null) ?? this.best(candidates);
    const aircraft = scope.aircraftKnown ? [] : this.differingAircraft(candidates);
    if (aircraft.length > 1) return clarification(aircraft, scope.passages);

    const passages = [...new Set(chosen.map(({ passage }) => passage))];
    const safe = enforceSafeAnswer({ sentences: draftOf(chosen, passages) }, passages);
    if (safe.answer_status === 'refused') return refusal(evidence);
    const { content, citations, warnings } = safe;
    return { answer_status: 'grounded', content, citations, warnings, suggestions: [], model: EXTRACTIVE_MODEL };
  }

  /** The best units; those of one passage stand together, as printed. */
  private best(candidates: readonly Candidate[]): Candidate[] {
    const least = (candidates[0]?.score ?? 0) * this.options.relative_relevance;
    const top = ofOneSubject(candidates.slice(0, this.options.max_sentences).filter(({ score }) => score >= least));
    const quoted = [...top, ...furtherTorques(candidates, top)];
    return [...new Set(quoted.map(({ passage }) => passage))].flatMap((passage) =>
      inReadingOrder(quoted.filter((candidate) => candidate.passage === passage)),
    );
  }

  /** Aircraft types whose best unit answers about as well but states other facts than the best of all. */
  private differingAircraft(candidates: readonly Candidate[]): string[] {
    const [top] = candidates;
    if (!top || isAnyAircraft(top.passage.aircraft_type)) return [];
    const facts = factsKey(top);
    const differing = candidates
      .filter(({ score }) => score >= top.score * this.options.relative_relevance)
      .filter(({ passage }) => !isAnyAircraft(passage.aircraft_type))
      .filter(
        (candidate) => candidate.passage.aircraft_type === top.passage.aircraft_type || factsKey(candidate) !== facts,
      )
      .map(({ passage }) => passage.aircraft_type);
    return [...new Set(differing)];
  }
}

/**
 * Of units that give the torque asked for, not those of another section that one here excels in every word of the
 * question and more: the torque of the nut before a modification does not stand beside the torque after it as if they
 * were one answer.
 */
function ofOneSubject(chosen: readonly Candidate[]): Candidate[] {
  const isExcelled = (candidate: Candidate): boolean =>
    chosen.some(
      (other) => other.torque && other.passage.section !== candidate.passage.section && saysMore(other, candidate),
    );
  return chosen.filter((candidate) => !candidate.torque || !isExcelled(candidate));
}

/** A fastener is often torqued twice, to seat it and for good: one step without the other would be taken for the whole. */
function furtherTorques(candidates: readonly Candidate[], chosen: readonly Candidate[]): Candidate[] {
  const passages = new Set(chosen.filter(({ torque }) => torque).map(({ passage }) => passage));
  return candidates.filter(
    (candidate) => candidate.torque && passages.has(candidate.passage) && !chosen.includes(candidate),
  );
}

function saysMore(one: Candidate, other: Candidate): boolean {
  return one.shared.size > other.shared.size && [...other.shared].every((term) => one.shared.has(term));
}

/** Documents of the copilot's types first among equals: the order within a type is that of retrieval. */
function preferred(evidence: readonly EvidencePassage[], copilotType: string): EvidencePassage[] {
  const types = findCopilot(copilotType)?.preferred_document_types ?? [];
  const step = (passage: EvidencePassage, rank: number): number =>
    rank - (types.includes(passage.document_type) ? 1.5 : 0);
  return evidence
    .map((passage, rank) => ({ passage, order: step(passage, rank) }))
    .sort((a, b) => a.order - b.order)
    .map(({ passage }) => passage);
}

/** Each unit with what it cannot be understood without, said once for neighbours that share it. */
function draftOf(chosen: readonly Candidate[], passages: readonly EvidencePassage[]): DraftSentence[] {
  return chosen.map(({ unit, passage }, index) => {
    const before = chosen[index - 1];
    const isSaid =
      before?.passage === passage && (before.unit.leadIn === unit.leadIn || before.unit.text === unit.leadIn);
    const text = unit.leadIn && !isSaid ? `${oneLine(unit.leadIn)}\n${oneLine(unit.text)}` : oneLine(unit.text);
    return { text, citations: [passages.indexOf(passage) + 1] };
  });
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]\s*/gu, ' ');
}

function factsKey(candidate: Candidate): string {
  return [...factsOf(candidate.unit)]
    .filter((fact) => !/^\d+\|$/u.test(fact))
    .sort()
    .join('\n');
}

function refusal(evidence: readonly EvidencePassage[]): Answer {
  const suggestions = suggestionsOf(evidence);
  const nearest = suggestions.length > 0 ? ' The nearest documents are listed as suggestions.' : '';
  const content = `The documents available to you do not answer this question.${nearest}`;
  return { answer_status: 'refused', content, citations: [], warnings: [], suggestions, model: EXTRACTIVE_MODEL };
}

function clarification(aircraft: readonly string[], evidence: readonly EvidencePassage[]): Answer {
  const content = `The answer depends on the aircraft: ${aircraft.join(', ')}. Which one do you mean?`;
  const concerned = evidence.filter((passage) => aircraft.includes(passage.aircraft_type));
  const suggestions = suggestionsOf(concerned);
  return {
    answer_status: 'needs_clarification',
    content,
    citations: [],
    warnings: [],
    suggestions,
    model: EXTRACTIVE_MODEL,
  };
}

/** The first page found of each of the nearest documents. */
function suggestionsOf(evidence: readonly EvidencePassage[]): Suggestion[] {
  const nearest = new Map<string, Suggestion>();
  for (const { document_id, title, version, document_type, page_number } of evidence) {
    if (!nearest.has(document_id))
      nearest.set(document_id, { document_id, title, version, document_type, page_number });
  }
  return [...nearest.values()].slice(0, MAX_SUGGESTIONS);
}
