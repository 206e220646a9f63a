import { ApiError } from 'aviation-maintenance-knowledge-client';

interface Issue {
  field: string;
  issue: string;
}

interface FieldError {
  error?: string;
  errorProps?: { role: 'alert' };
}

/** What the service says about the fields of a request, as sentences by the path of the field and of all that contains it. */
export function issuesOf(problem: Error | null): Partial<Record<string, string>> {
  const issues: Partial<Record<string, string>> = {};
  for (const { field, issue } of listOf(problem)) for (const path of pathsOf(field)) issues[path] ??= sentence(issue);
  return issues;
}

/** Properties of an input whose value the service refused; none if it did not. */
export function fieldError(problem: Error | null, field: string): FieldError {
  const error = issuesOf(problem)[field];
  return error === undefined ? {} : { error, errorProps: { role: 'alert' } };
}

/** Whether each issue of the error belongs to one of the fields. */
export function isNamedBy(problem: Error, fields: readonly string[]): boolean {
  const issues = listOf(problem);
  return issues.length > 0 && issues.every(({ field }) => pathsOf(field).some((path) => fields.includes(path)));
}

function listOf(problem: Error | null): Issue[] {
  if (!(problem instanceof ApiError) || problem.status !== 400) return [];
  return Array.isArray(problem.details.errors) ? (problem.details.errors as Issue[]) : [];
}

/** Of `retention.audit_days`, `retention` and the whole. */
const pathsOf = (field: string): string[] => [
  ...Array.from(field.matchAll(/[.[]/g), ({ index }) => field.slice(0, index)),
  field,
];

const sentence = (issue: string): string => `${issue.charAt(0).toUpperCase()}${issue.slice(1)}.`;
