import type { Aircraft, PackedDocument } from './content.js';
import { element } from './dom.js';

const VERDICTS: Readonly<Record<string, string>> = { a: 'applicable', u: 'unknown', n: 'not applicable' };

/** Document number, title and revision. */
export function titleOf({ document_number, title, revision }: PackedDocument): string {
  return `${document_number === null ? '' : `${document_number} · `}${title} · revision ${revision.version}`;
}

/** The part of the address that names a page. */
export function addressOf(document: number, page: number, query = ''): string {
  return `#/${document}/${page}${query === '' ? '' : `/${encodeURIComponent(query)}`}`;
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
