/** Between the titles of a section path where it is shown as one line. */
export const SECTION_SEPARATOR = ' › ';

/** A section path, outermost title first, as readers and the search index see it. */
export function formatSection(titles: readonly string[]): string {
  return titles.join(SECTION_SEPARATOR);
}
