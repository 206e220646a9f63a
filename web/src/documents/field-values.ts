import { ApiError } from 'aviation-maintenance-knowledge-client';

/** What is entered of a document and its revision, as text. */
export const NO_VALUES = {
  title: '',
  document_type: '',
  aircraft_type: '',
  version: '',
  document_number: '',
  ata_chapter: '',
  revision_date: '',
  effectivity: '',
  access: 'organization',
  team_id: '',
};

export type FieldValues = typeof NO_VALUES;
export type FieldName = keyof FieldValues;

export const FIELD_NAMES = Object.keys(NO_VALUES) as FieldName[];

/** Fields with a value. */
export function given<N extends FieldName>(values: FieldValues, names: readonly N[]): { [K in N]?: string } {
  const filled = names.filter((name) => values[name].trim() !== '');
  return Object.fromEntries(filled.map((name) => [name, values[name].trim()])) as { [K in N]?: string };
}

const REASONS: Record<string, [FieldName, string]> = {
  version_exists: ['version', 'The document has a revision of this name already'],
  document_type_not_in_use: ['document_type', 'Your organization does not use this type'],
};

/** What the service refused, by field. */
export function fieldErrors(error: Error | null): Partial<Record<FieldName, string>> {
  if (!(error instanceof ApiError)) return {};
  const known = REASONS[String(error.details.reason)];
  if (known) return { [known[0]]: known[1] };
  const all = (error.details.errors ?? []) as { field: string; issue: string }[];
  return Object.fromEntries(all.map(({ field, issue }) => [field, issue.charAt(0).toUpperCase() + issue.slice(1)]));
}

/** Whether the fields say it all, so that no further message is needed. */
export function isAboutFields(error: Error | null, names: readonly FieldName[]): boolean {
  const refused = Object.keys(fieldErrors(error));
  return refused.length > 0 && refused.every((name) => names.includes(name as FieldName));
}
