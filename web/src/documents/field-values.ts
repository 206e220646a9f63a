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
