import { ApiError } from 'aviation-maintenance-knowledge-client';
import { isNamedBy, issuesOf } from '../parts/issues.js';
import type { FieldName } from './field-values.js';

export type FieldErrors = Partial<Record<FieldName, string>>;

const REASONS: Record<string, [FieldName, string]> = {
  version_exists: ['version', 'The document has a revision of this name already.'],
  document_type_not_in_use: ['document_type', 'Your organization does not use this type.'],
};

/** What the service refused, by field. */
export function fieldErrors(error: Error | null): FieldErrors {
  const known = reasonOf(error);
  return known ? { [known[0]]: known[1] } : issuesOf(error);
}

/** Whether the fields say it all, so that no further message is needed. */
export function isAboutFields(error: Error, names: readonly FieldName[]): boolean {
  const known = reasonOf(error);
  return known ? names.includes(known[0]) : isNamedBy(error, names);
}

const reasonOf = (error: Error | null) =>
  error instanceof ApiError ? REASONS[String(error.details.reason)] : undefined;
