import { ApiError } from 'aviation-maintenance-knowledge-client';

/** What the service found wrong with a field, by its dotted path; for `error` of inputs. */
export function issuesOf(problem: Error | null): (field: string) => string | undefined {
  if (!(problem instanceof ApiError) || problem.code !== 'INVALID_REQUEST') return () => undefined;
  const { errors = [] } = problem.details as { errors?: { field: string; issue: string }[] };
  return (field) => errors.find((error) => error.field === field || error.field.startsWith(`${field}.`))?.issue;
}
