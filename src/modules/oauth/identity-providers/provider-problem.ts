/** `message` is a sentence for the customer's administrator, with a shortened quotation of the provider's message. */
export class ProviderProblem extends Error {}

const MAX_QUOTE = 200;

/** Sanitizes a provider's message for display and the audit trail: one short, printable line without addresses. */
export function quote(text: unknown): string {
  if (typeof text !== 'string') return 'nothing';
  const shown = unnamed(text.slice(0, 4 * MAX_QUOTE));
  const line = shown.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]+/gu, ' ').trim();
  return `“${line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}…` : line}”`;
}

export function unnamed(text: string): string {
  return text.replace(/[^\s@]+@[^\s@]+/g, '…@…');
}

/** @throws ProviderProblem unless the body is a JSON object */
export function jsonObject(what: string, body: string): Record<string, unknown> {
  try {
    const value = JSON.parse(body) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new ProviderProblem(`${what} did not return a JSON object`);
}
