/**
 * Something that an identity provider does wrong, or that is set wrong about it. `message` is a sentence for the
 * administrator of the customer; what the provider itself said is quoted in it, shortened.
 */
export class ProviderProblem extends Error {}

const MAX_QUOTE = 200;

/** What a provider said, fit to stand in a sentence and in the audit trail: one line, printable, short, naming nobody. */
export function quote(text: unknown): string {
  if (typeof text !== 'string') return 'nothing';
  const shown = unnamed(text.slice(0, 4 * MAX_QUOTE));
  const line = shown.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]+/gu, ' ').trim();
  return `“${line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}…` : line}”`;
}

/** The text without e-mail addresses. */
export function unnamed(text: string): string {
  return text.replace(/[^\s@]+@[^\s@]+/g, '…@…');
}

/** A JSON object in a provider's answer. @throws ProviderProblem */
export function jsonObject(what: string, body: string): Record<string, unknown> {
  try {
    const value = JSON.parse(body) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new ProviderProblem(`${what} does not answer a JSON object`);
}
