import type { Aircraft, Page, PackedDocument } from './content.js';
import { element } from './dom.js';

const VERDICTS: Readonly<Record<string, string>> = {
  a: 'applicable',
  p: 'applicable in part',
  u: 'unknown',
  n: 'not applicable',
};

/** Document number, title and revision. */
export function titleOf({ document_number, title, revision }: PackedDocument): string {
  return `${document_number === null ? '' : `${document_number} · `}${title} · revision ${revision.version}`;
}

/** The verdict of some letters for one aircraft, or for all of them if they agree. */
export function letterFor(letters: string, aircraft: number | null): string {
  if (aircraft !== null) return letters[aircraft] ?? 'u';
  const all = new Set(letters);
  return all.size === 1 ? [...all][0]! : 'u';
}

/** In words, such as `SE-KXA: not applicable`. */
export function verdictText(aircraft: readonly Aircraft[], letters: string, chosen: number | null): string {
  const shown = aircraft.map(({ registration }, index) => ({ registration, index }));
  return shown
    .filter(({ index }) => chosen === null || index === chosen)
    .map(({ registration, index }) => `${registration}: ${VERDICTS[letters[index] ?? 'u'] ?? 'unknown'}`)
    .join(', ');
}

/** The part of the address that names a page. */
export function addressOf(document: number, page: number, query = ''): string {
  return `#/${document}/${page}${query === '' ? '' : `/${encodeURIComponent(query)}`}`;
}

/** Letters of the verdicts of a document. */
export const LETTERS: Readonly<Record<string, string>> = { applicable: 'a', unknown: 'u', not_applicable: 'n' };

/** The letters of a part of a page, and where it ends. */
export interface TextPart {
  start: number;
  end: number;
  letters: string;
}

/** The text of a page in parts that apply to the same aircraft; none if all of it does. */
export function partsOf({ parts, text }: Pick<Page, 'parts' | 'text'>): TextPart[] {
  return parts.map(([start, letters], index) => ({ start, letters, end: parts[index + 1]?.[0] ?? text.length }));
}

/** A part as an element that says for which aircraft it is. One that does not apply is struck through. */
export function partElement(
  aircraft: readonly Aircraft[],
  chosen: number | null,
): (part: TextPart, nodes: (Node | string)[]) => HTMLElement {
  return ({ letters }, nodes) =>
    element(
      'span',
      { className: `part part-${letterFor(letters, chosen)}` },
      element('span', { className: 'part-note' }, `[${verdictText(aircraft, letters, chosen)}]`),
      '\n',
      ...nodes,
    );
}

/** What applies to each aircraft. */
export function verdictMarks(aircraft: readonly Aircraft[], verdicts: string): HTMLElement | null {
  if (aircraft.length === 0) return null;
  return element(
    'ul',
    { className: 'verdicts' },
    ...aircraft.map(({ registration }, index) =>
      element(
        'li',
        { className: `verdict-${verdicts[index] ?? 'u'}` },
        `${registration}: ${VERDICTS[verdicts[index] ?? 'u'] ?? 'unknown'}`,
      ),
    ),
  );
}
