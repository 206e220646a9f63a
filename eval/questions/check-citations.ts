import type { AssistantMessage, CitedPassage, ServiceApi } from './api.js';
import { leftOutBetweenSteps } from './whole-runs.js';
import { claimsOf, unsupportedNumbers } from './claims.js';

export interface CitationFindings {
  /** Citations of the answer, and those that quote the page exactly, from a file with that SHA-256. */
  citations: number;
  correct: number;
  /** Claims of the answer, and those without a valid citation. */
  claims: number;
  uncited: string[];
  /** Numbers with units and part numbers that no quote cited by the claim contains. */
  unquoted: string[];
  /** The part of {@link unquoted} that the quoted passages do not contain either. */
  unsupported: string[];
  /** Text between two quoted steps that the answer does not quote. */
  leftOut: string[];
}

/** Maximum distance in characters from a quote to the ends of its passage. */
const LONGEST_PASSAGE = 2_400;

/** Looks up every citation of an answer. */
export async function checkCitations(api: ServiceApi, message: AssistantMessage): Promise<CitationFindings> {
  const byIndex = new Map(message.citations.map((citation) => [citation.index, citation]));
  const claims = claimsOf(message.content);
  const findings: CitationFindings = {
    ...{ citations: message.citations.length, correct: 0, claims: claims.length },
    ...{ uncited: [], unquoted: [], unsupported: [], leftOut: [] },
  };
  const passages = new Map<number, string>();
  const pages = new Map<CitedPassage, string>();
  for (const cited of message.citations) {
    const text = await api.pageText(cited.document_id, cited.page_number, cited.revision_id);
    pages.set(cited, text);
    const digest = await api.fileDigest(cited.document_id, cited.revision_id);
    passages.set(cited.index, text.slice(Math.max(0, cited.start - LONGEST_PASSAGE), cited.end + LONGEST_PASSAGE));
    const isVerbatim = cited.quote !== '' && text.slice(cited.start, cited.end) === cited.quote;
    if (isVerbatim && digest === cited.content_sha256) findings.correct += 1;
  }
  for (const { text, citations } of claims) {
    const quotes = citations.flatMap((index) => byIndex.get(index)?.quote ?? []);
    if (quotes.length === 0 || quotes.length < citations.length) findings.uncited.push(text);
    const cited = citations.flatMap((index) => passages.get(index) ?? []);
    findings.unquoted.push(...unsupportedNumbers(text, quotes));
    findings.unsupported.push(...unsupportedNumbers(text, cited));
  }
  findings.leftOut = leftOutBetweenSteps(message.citations, (cited) => pages.get(cited)!);
  return findings;
}
