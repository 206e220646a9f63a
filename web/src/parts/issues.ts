import { ApiError } from 'aviation-maintenance-knowledge-client';

interface Issue {
  field: string;
  issue: string;
}

/** What the service says about the fields of a request, as sentences by the name of the field. */
export function issuesOf(problem: Error | null): Partial<Record<string, string>> {
  return Object.fromEntries(listOf(problem).map(({ field, issue }) => [nameOf(field), sentence(issue)]));
}

/** Whether each issue of the error belongs to one of the fields. */
export function isNamedBy(problem: Error, fields: readonly string[]): boolean {
  const issues = listOf(problem);
  return issues.length > 0 && issues.every(({ field }) => fields.includes(nameOf(field)));
}

function listOf(problem: Error | null): Issue[] {
  if (!(problem instanceof ApiError) || problem.status !== 400) return [];
  return Array.isArray(problem.details.errors) ? (problem.details.errors as Issue[]) : [];
}

/** Of `scopes.1`, the field is `scopes`. */
const nameOf = (field: string): string => field.split(/[.[]/, 1)[0] ?? field;

const sentence = (issue: string): string => `${issue.charAt(0).toUpperCase()}${issue.slice(1)}.`;
