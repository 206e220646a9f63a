import { describedOperation } from './described-operations.js';

/** What is wrong with the status, by the service's own description; null for what the description does not speak of. */
export function problemOfStatus(method: string, address: string, status: number): string | null {
  // A 304 is the same answer, not sent again.
  if (status === 304) return null;
  const operation = describedOperation(method, address);
  if (!operation || String(status) in operation.responses) return null;
  return `the status is not in openapi.json, which has ${Object.keys(operation.responses).join(', ')}`;
}
