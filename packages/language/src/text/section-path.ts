/** Separates the titles of a section path. */
export const SECTION_SEPARATOR = ' › ';

/** A section path, outermost title first, as one line. */
export function formatSection(titles: readonly string[]): string {
  return titles.join(SECTION_SEPARATOR);
}

/** The titles of a section path, outermost first. Older passages use `>` as separator. */
export function titlesOf(section: string): string[] {
  return section.split(/\s[>›]\s/u);
}
