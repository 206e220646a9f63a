import type { AssistantMessage, ServiceApi } from './api.js';
import { claimsOf, unsupportedNumbers } from './claims.js';

export interface CitationFindings {
  /** Citations of the answer, and those whose quote is the page's text from start to end, of the file with that sha256. */
  citations: number;
  correct: number;
  /** Claims of the answer, and those that name no citation or one that the answer does not have. */
  claims: number;
  uncited: string[];
  /** Numbers with their units and part numbers that stand in no quote that the claim cites. */
  unquoted: string[];
  /** Those of them that do not even stand in the passages that the quotes are of. */
  unsupported: string[];
}

/** A passage that holds a quote ends this many characters before and behind it at the latest. */
const LONGEST_PASSAGE = 2_400;

/** Looks up everything that an answer cites. */
export async function checkCitations(api: ServiceApi, message: AssistantMessage): Promise<CitationFindings> {
  const byIndex = new Map(message.citations.map((citation) => [citation.index, citation]));
  const claims = claimsOf(message.content);
  const findings: CitationFindings = {
    ...{ citations: message.citations.length, correct: 0, claims: claims.length },
    ...{ uncited: [], unquoted: [], unsupported: [] },
  };
  const passages = new Map<number, string>();
  for (const cited of message.citations) {
    const text = await api.pageText(cited.document_id, cited.page_number, cited.revision_id);
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
  return findings;
}
