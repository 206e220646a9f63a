import { designatorsOf, isAnyAircraft, isSameAircraft } from '@amks/language/aircraft/designators.js';
import type { Embeddings } from '../../../../integrations/embeddings/embeddings.js';
import { checksOf, directivesOf, operationsOf, partsOf, rowsAsLines, type Chosen } from './answer-forms.js';
import {
  askInOwnWords,
  askToChoose,
  EXTRACTIVE_MODEL,
  refusal,
  suggestionsOf,
  type NearestPassage,
} from '../answer-replies.js';
import { aircraftToAnswerFor, askForAircraft, askForBranch, differingAircraft, differingBranches } from './branches.js';
import type {
  Answer,
  AnswerRequest,
  ChatTurn,
  DraftSentence,
  EvidencePassage,
  RefusalReason,
} from '../answer.types.js';
import { Answerer } from '../answerer.js';
import { rateCandidates, type Candidate } from './candidates.js';
import { findCopilot, type Copilot } from '../copilots.js';
import { contentWords } from '@amks/language/terms/content-terms.js';
import { lackingIn, readPassage } from './unit-features.js';
import { answerFeatures, type AnswerFeatures } from './answer-features.js';
import { ANSWER_MODEL, confidenceOf, type AnswerModel } from './answer-model.js';
import { readQuestion, type AskedQuestion } from '../question/asked-question.js';
import { scopeEvidence } from '../evidence/evidence-scope.js';
import { newLeadIns } from '../evidence/outline.js';
import { rewriteQuestion } from '../evidence/question-rewriting.js';
import { ofStatedBranch } from './effectivity-branches.js';
import { aboutSubject, furtherTorques, ofOneSubject, ofOneTask } from './subject-filter.js';
import { bySection, inReadingOrder, procedureOf, type Procedure } from './procedure.js';
import { wholeSteps } from './whole-steps.js';
import { withoutInjectedText } from '../evidence/injected-text.js';
import {
  asksForDirectives,
  isNamedAlone,
  isOfAnother,
  haveTorqueAsked,
  isOtherTorque,
  placesMissing,
  readBy,
} from './question-match.js';
import { retrievalQuery } from '../question/retrieval-query.js';
import { enforceSafeAnswer } from '../checks/safe-answer.js';
import { asksBesideFault, namesSymptom } from '../question/symptom.js';
import { streamAnswer } from '../answer-content.js';
import { withValue } from './stated-value.js';

export { EXTRACTIVE_MODEL };

/** What the evidence allows to quote. */
export interface Selection {
  /** The complete question in the words of the user. */
  asked: string;
  question: AskedQuestion;
  /** All units, best first. */
  rated: readonly Candidate[];
  /** Those that are not about another part or aircraft. */
  candidates: readonly Candidate[];
  chosen: Chosen;
  /** The units of `chosen`; the best one before a question about parts. */
  quoted: readonly Candidate[];
  /** Whether it is quoted at any confidence. */
  isSure: boolean;
  features: AnswerFeatures;
  /** Several: the answer depends on which one is meant. */
  aircraft: readonly string[];
  branches: readonly Candidate[];
  /** Evidence in scope, and the printed passage of each. */
  passages: readonly EvidencePassage[];
  originals: ReadonlyMap<EvidencePassage, EvidencePassage>;
}

export interface ExtractiveOptions {
  /** Sentences, steps or rows quoted for a question of fact (default 3). */
  max_sentences: number;
  /** Log-odds that another quoted unit may have less than the best one. */
  margin: number;
  /** Minimum estimated probability that the answer is right. */
  threshold: number;
  model: AnswerModel;
}

const DEFAULTS: ExtractiveOptions = { max_sentences: 3, margin: 2, threshold: 0.5, model: ANSWER_MODEL };
const ASK_SYMPTOM =
  'What is wrong? Give the fault message or fault code as it is shown, or what you observe and in which phase.';
/** Share of the question that the quoted units have with their context, and without vectors, to which the model was not fitted. */
const MIN_COVERAGE = 0.3;
const COVERAGE_ALONE = 0.8;
/** Confidence from which a refusal names the passage that comes closest. */
const NEAR = 0.2;
const MORE_STEPS =
  'The procedure has more steps than the answer quotes; follow it in the manual, where the citations lead.';

/**
 * Answers with sentences of the manuals: quotes the best units verbatim with citations, after the warnings that govern
 * them. Refuses if the evidence does not cover the question. Asks back if the answer depends on the aircraft and none
 * was named. Text of documents is compared and quoted, never obeyed.
 */
export class ExtractiveAnswerer extends Answerer {
  readonly options: ExtractiveOptions;

  /** `embeddings` null: units are compared by words only. */
  constructor(
    private readonly embeddings: Pick<Embeddings, 'embed'> | null,
    options: Partial<ExtractiveOptions> = {},
  ) {
    super();
    this.options = { ...DEFAULTS, ...options };
  }

  /** Streams the answer to `request.sink`. @throws the reason of `request.signal` when it is aborted */
  async answer(request: AnswerRequest): Promise<Answer> {
    request.signal?.throwIfAborted();
    const answer = await this.compose(request);
    request.signal?.throwIfAborted();
    if (request.sink) streamAnswer(answer, request.sink, request.signal);
    return answer;
  }

  private async compose(request: AnswerRequest): Promise<Answer> {
    const selection = await this.select(request);
    if ('answer_status' in selection) return selection;
    const { chosen, candidates, isSure, features } = selection;
    const copilot = findCopilot(request.copilot_type);
    const lead = withoutOtherDocuments(copilot, chosen.quoted.length > 0 ? chosen.quoted : selection.quoted);
    const evidence = readBy(copilot, request.evidence);
    const confidence = rounded(confidenceOf(features, this.options.model));
    const reason = isSure ? null : this.faultOf({ ...selection, quoted: lead }, confidence, request.min_confidence);
    if (reason !== null) {
      const isNear = confidence >= NEAR && features['coverage']! > 0;
      return refusal(reason, evidence, { nearest: isNear ? nearestOf(selection) : null });
    }
    const back = questionBack(selection, request.history);
    if (back) return back;

    const { safe, quoted, isCut } = quote(copilot, lead, selection);
    // Without the best unit, the others do not answer.
    const isBestDropped = safe.dropped.some((one) => isOf(one, candidates[0])) || !quoted.includes(bestOf(lead));
    if (safe.answer_status === 'refused' || isBestDropped) return refusal('quote_rejected', evidence);
    const { content, warnings } = safe;
    const citations = isCut ? safe.citations : withValue(safe.citations, selection.question, [...new Set([...quoted, ...chosen.quoted])]); // prettier-ignore
    const remarks = chosen.isCut || isCut ? { remarks: [MORE_STEPS] } : {};
    return {
      answer_status: 'grounded',
      ...{ content, citations, warnings },
      suggestions: suggestionsOf(chosen.quoted.flatMap((one) => (lead.includes(one) ? [] : one.passage))),
      ...{ refusal_reason: null, clarification: null, confidence },
      ...{ model: EXTRACTIVE_MODEL, ...remarks },
    };
  }

  /** Why the quoted units do not answer; null if they do. No confidence compensates for the subject or for a torque. */
  private faultOf({ features, quoted, question }: Selection, confidence: number, least = 0): RefusalReason | null {
    const isCompared = quoted.some(({ cosine }) => cosine !== null);
    if (features['coverage']! < (isCompared ? MIN_COVERAGE : COVERAGE_ALONE)) return 'subject_not_found';
    if (!haveTorqueAsked(question.text, quoted)) return 'value_not_stated';
    return confidence >= Math.max(this.options.threshold, least) ? null : 'low_confidence';
  }

  /** What an answer would quote, and what decides whether it is given; a refusal or clarification if that is certain already. */
  async select(request: AnswerRequest): Promise<Selection | Answer> {
    const { history, synonyms } = request;
    const copilot = findCopilot(request.copilot_type);
    const evidence = readBy(copilot, request.evidence);
    const read = withoutInjectedText(evidence);
    const asked = retrievalQuery(request.question, history);
    const text = rewriteQuestion(asked, read, synonyms);
    if (copilot?.form === 'checks' && !namesSymptom(text) && !asksBesideFault(text)) {
      return askInOwnWords(ASK_SYMPTOM, evidence);
    }
    const scope = scopeEvidence(text, history, read);
    const missing = [...scope.foreign, ...placesMissing(text, scope.passages)];
    if (missing.length > 0) return refusal('subject_not_found', evidence, { missing });

    // A family (`CRJ`) is the letters of its types.
    const families = scope.passages.flatMap(({ aircraft_type: type }) =>
      designatorsOf(type).map(([letters]) => letters!),
    );
    const names = [...new Set([...scope.aircraft, ...families])];
    const question = await readQuestion(text, { asked: request.question, copilot, synonyms, aircraft: names });
    const rated = await rateCandidates(question, scope.passages, {
      embeddings: this.embeddings,
      owner: request.organization_id,
      weights: this.options.model.unit,
    });
    const [isOther, isOpposite] = [isOtherTorque(text), isOfAnother(text, question.isProcedure)];
    const likely = ofStatedBranch(
      request.branch,
      rated.filter((candidate) => !isOpposite(candidate) && !isOther(candidate)),
    );
    const aircraft = aircraftToAnswerFor(scope.aircraft, differingAircraft(likely));
    const candidates = likely.filter(
      ({ passage: { aircraft_type: type } }) =>
        aircraft.length !== 1 || isAnyAircraft(type) || isSameAircraft(type, aircraft[0]!),
    );
    if (candidates.length === 0) return refusal('subject_not_found', evidence);
    const parts = copilot?.form === 'parts' ? partsOf(text, candidates) : null;
    const chosen = parts ?? this.choose(copilot, request.question, question, candidates);
    // A catalog row with all words of the part, or a question with only its number, needs no further evidence.
    const isSure = (parts?.isWhole ?? false) || isNamedAlone(text, candidates);
    const isQuoted = chosen.ask === undefined && chosen.quoted.length > 0;
    const quoted = isQuoted ? chosen.quoted : candidates.slice(0, 1);
    const features = answerFeatures(question, quoted, candidates, isSure);
    const originals = new Map(read.map((passage, index) => [passage, evidence[index]!]));
    const branches = differingBranches(candidates, quoted);
    const beside = { aircraft, branches, passages: scope.passages, originals };
    return { asked, question, rated, candidates, chosen, quoted, isSure, features, ...beside };
  }

  /** The units to quote: in the form of the copilot if the evidence allows it, else the best ones. */
  private choose(
    copilot: Copilot | null,
    asked: string,
    { text, isProcedure }: AskedQuestion,
    candidates: readonly Candidate[],
  ): Chosen {
    const best = (isProcedure ? procedureOf(aboutSubject(text, candidates)) : null) ?? {
      quoted: this.best(text, candidates),
    };
    switch (copilot?.form) {
      case 'checks':
        return (asksBesideFault(asked) ? null : checksOf(aboutSubject(text, candidates))) ?? best;
      case 'directives': {
        const directives = asksForDirectives(asked) ? directivesOf(text, candidates) : null;
        return directives ? { quoted: directives } : best;
      }
      case 'operations':
        return { ...best, quoted: operationsOf(best.quoted, candidates) };
      default:
        return best;
    }
  }

  /** The best units, grouped by section in printed order. */
  private best(question: string, candidates: readonly Candidate[]): Candidate[] {
    const telling = candidates.filter((candidate, rank) => rank === 0 || isSpecific(candidate));
    const least = (telling[0]?.score ?? 0) - this.options.margin;
    const likely = telling.slice(0, this.options.max_sentences).filter(({ score }) => score >= least);
    const top = ofOneTask(question, ofOneSubject(likely));
    const quoted = [...top, ...furtherTorques(candidates, top)];
    return [...bySection(quoted).values()].flatMap(inReadingOrder);
  }
}

/** Whether the unit itself, not only its context, has a word or the kind of value of the question. */
function isSpecific({ quantity, shared, ownTerms }: Candidate): boolean {
  return quantity === true || [...shared].some((term) => ownTerms.has(term));
}

/** The units of the document that answers best: others can be of another issue or task, and are only suggested. Parts and directives are listed by document. */
function withoutOtherDocuments(copilot: Copilot | null, quoted: readonly Candidate[]): readonly Candidate[] {
  if (copilot?.form === 'parts' || copilot?.form === 'directives') return quoted;
  return quoted.filter(({ passage }) => passage.document_id === bestOf(quoted).passage.document_id);
}

function bestOf(quoted: readonly Candidate[]): Candidate {
  return quoted.reduce((best, other) => (other.score > best.score ? other : best));
}

/** The checked answer of whole steps. Steps on the other side of a dropped one are left out. */
function quote(
  copilot: Copilot | null,
  lead: readonly Candidate[],
  { rated, originals }: Selection,
): Procedure & { safe: Safe } {
  const whole = wholeSteps(lead, rated);
  const safe = said(copilot, whole.quoted, originals);
  if (safe.dropped.length === 0) return { ...whole, safe };
  const sayable = rated.filter((candidate) => !safe.dropped.some((one) => isOf(one, candidate)));
  const rest = wholeSteps(
    lead.filter((candidate) => sayable.includes(candidate)),
    sayable,
  );
  const { dropped, ...answer } = said(copilot, rest.quoted, originals);
  return { quoted: rest.quoted, isCut: true, safe: { ...answer, dropped: [...safe.dropped, ...dropped] } };
}

function isOf({ text }: { text: string }, candidate: Candidate | undefined): boolean {
  return candidate !== undefined && text.endsWith(oneLine(candidate.unit.text));
}

function questionBack(
  { chosen: { ask }, aircraft, branches, passages }: Selection,
  history: readonly ChatTurn[],
): Answer | null {
  // The rows show their figure and code: who did not choose can read all of them.
  if (ask && !history.some(({ content }) => content === ask.question)) return askToChoose(ask.question, ask.choices);
  if (aircraft.length > 1) return askForAircraft(aircraft, passages);
  return branches.length > 1 ? askForBranch(branches) : null;
}

type Safe = ReturnType<typeof enforceSafeAnswer>;

/** The checked answer. `originals` maps read passages to printed ones. */
function said(
  copilot: Copilot | null,
  quoted: readonly Candidate[],
  originals: ReadonlyMap<EvidencePassage, EvidencePassage>,
): Safe {
  const read = [...new Set(quoted.map(({ passage }) => passage))];
  const passages = read.map((passage) => originals.get(passage) ?? passage);
  if (copilot?.form === 'parts' || copilot?.form === 'operations') {
    const safe = enforceSafeAnswer({ sentences: rowsAsLines(quoted, read) }, passages);
    if (safe.dropped.length === 0) return safe;
  }
  return enforceSafeAnswer({ sentences: draftOf(quoted, read) }, passages);
}

/** Units with their lead-ins, except those of the preceding unit. */
function draftOf(chosen: readonly Candidate[], passages: readonly EvidencePassage[]): DraftSentence[] {
  return chosen.map(({ unit, passage }, index) => {
    const before = chosen[index - 1];
    const unsaid = newLeadIns(unit, before?.passage === passage ? before.unit : null);
    const lines = [...unsaid, unit].map(({ text }) => oneLine(text));
    return { text: lines.join('\n'), citations: [passages.indexOf(passage) + 1] };
  });
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]\s*/gu, ' ');
}

/** The best passage, and the nouns of the user that it lacks, the heaviest first. Words of other documents are not told. */
function nearestOf({ asked, question, quoted }: Selection): NearestPassage {
  const [{ passage }] = quoted as [Candidate];
  const lacking = new Map(lackingIn(question.subject.words, readPassage(question, passage).whole, 'noun'));
  const words = contentWords(asked)
    .filter(({ term }) => lacking.has(term))
    .sort((a, b) => lacking.get(b.term)!.weight - lacking.get(a.term)!.weight);
  return { passage, lacking: [...new Set(words.map(({ word }) => word))] };
}

/** Down, so that an answer of 0.7 has the confidence that a minimum of 0.7 requires. */
function rounded(confidence: number): number {
  return Math.floor(confidence * 100) / 100;
}
