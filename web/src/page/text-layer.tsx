import type { Schema } from 'aviation-maintenance-knowledge-client';

type Block = Schema<'PageResponse'>['blocks'][number];
type Rectangle = Block['rectangles'][number];

/** Baseline of a line, as part of its height. */
const BASELINE = 0.8;

/** The words of a page over its image, to select and copy. They are invisible, and hidden from screen readers, which have the text. */
export function TextLayer({ blocks }: { blocks: readonly Block[] }) {
  return (
    <g className="text-layer">
      {blocks.map((block) => (
        <g key={block.start}>
          {linesOf(block).map(({ text, rectangle: { x, y, width, height } }) => (
            <text
              key={`${x} ${y}`}
              x={x}
              y={y + height * BASELINE}
              fontSize={height}
              textLength={width}
              lengthAdjust="spacingAndGlyphs"
            >
              {/* A space, which separates the lines of a copy. */}
              {`${text} `}
            </text>
          ))}
        </g>
      ))}
    </g>
  );
}

interface Line {
  text: string;
  rectangle: Rectangle;
}

/**
 * The text of a block on its rectangles. The service joins the lines of a paragraph, so that words are put on lines by the widths of these:
 * next to a line break, a word can be on the other line.
 */
export function linesOf({ text, rectangles }: Pick<Block, 'text' | 'rectangles'>): Line[] {
  // A cell keeps the sign after it, so that a copy is the text of the page.
  for (const parts of [text.split('\n'), text.split(/(?<= \|) /)]) {
    if (parts.length === rectangles.length) return rectangles.map((rectangle, at) => ({ text: parts[at]!, rectangle }));
  }
  const words = text.split(/\s+/).filter((word) => word !== '');
  const total = rectangles.reduce((sum, { width }) => sum + width, 0);
  const charsPerPoint = words.join(' ').length / total;
  let at = 0;
  return rectangles.map((rectangle, index) => {
    const isLast = index === rectangles.length - 1;
    const room = rectangle.width * charsPerPoint;
    let line = '';
    while (at < words.length && (isLast || line.length + words[at]!.length / 2 < room)) {
      line = line === '' ? words[at]! : `${line} ${words[at]!}`;
      at += 1;
    }
    return { text: line, rectangle };
  });
}
