import type { RawPage, Row } from '@amks/reader/layout/rows/text-line.js';

/** A line of a page: its text (cells parted by ` | `), where it stands and how it is set. Points. */
export interface LineSpec {
  text: string;
  x?: number;
  size?: number;
  bold?: boolean;
  /** White space above, in lines. */
  gap?: number;
  y?: number;
}

/** A page of 792 points as a reader delivers it; lines follow each other at 1.2 font sizes unless they say otherwise. */
export function rawPage(lines: (string | LineSpec)[], pageNumber = 1): RawPage {
  let y = 60;
  const rows = lines.map((line): Row => {
    const spec = typeof line === 'string' ? { text: line } : line;
    const size = spec.size ?? 10;
    y = spec.y ?? y + size * (1.2 + (spec.gap ?? 0));
    let x = spec.x ?? 72;
    const segments = spec.text.split(' | ').map((text) => {
      const segment = { text, x, right: x + text.length * size * 0.5 };
      x += 130;
      return segment;
    });
    return { segments, y, size, bold: spec.bold ?? false, rtl: false };
  });
  return { page_number: pageNumber, label: null, height: 792, rows, paginated: true };
}

/** The pages one after the other, as a source delivers them. */
// eslint-disable-next-line @typescript-eslint/require-await -- shape of a page source
export async function* pagesOf(pages: RawPage[]): AsyncGenerator<RawPage> {
  yield* pages;
}
