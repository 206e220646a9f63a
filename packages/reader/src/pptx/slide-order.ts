import type { MarkupItem } from '../markup/markup-builder.js';
import { leftOut, type Area, type Shape } from './slide-shapes.js';

/** Shapes whose tops differ by less stand side by side: a fifth of an inch. */
const SIDE_BY_SIDE = 182_880;

const TITLE = /^(?:title|ctrTitle)$/;
const RUNNING = /^(?:dt|ftr|sldNum|hdr)$/;

export interface SlideContent {
  title: MarkupItem;
  /** In reading order: by lines from the top, each from the left. */
  items: MarkupItem[];
  footers: MarkupItem[];
}

export interface SlideSize {
  width: number;
  height: number;
}

/**
 * Shapes off the slide are left out.
 * @param layouts shapes of the layout and of its master, which say where placeholders are
 */
export function contentOf(
  all: readonly Shape[],
  layouts: readonly (readonly Shape[])[],
  slide: SlideSize,
): SlideContent {
  const shapes = all.map((shape) => {
    const area = shape.area ?? areaIn(layouts, shape);
    return { ...shape, area, items: isOff(area, slide) ? leftOut(shape.items) : shape.items };
  });
  const typeOf = ({ placeholder }: Shape): string => placeholder?.type ?? 'none';
  const titles = shapes.filter((shape) => TITLE.test(typeOf(shape))).flatMap(({ items }) => items);
  const body = shapes.filter((shape) => !TITLE.test(typeOf(shape)) && !RUNNING.test(typeOf(shape)));
  return {
    title: {
      kind: 'heading',
      level: 1,
      text: titles.map(({ text }) => text.replaceAll('\n', ' ')).join(' '),
      caveats: titles.flatMap(({ caveats = [] }) => caveats),
    },
    items: inReadingOrder(body).flatMap(({ items }) => items),
    footers: shapes.filter((shape) => typeOf(shape) === 'ftr').flatMap(({ items }) => items),
  };
}

type Placed = Shape & { area: Area };

function inReadingOrder(shapes: readonly Placed[]): Placed[] {
  const lines: Placed[][] = [];
  for (const one of shapes.toSorted((a, b) => a.area.y - b.area.y)) {
    const line = lines.at(-1);
    if (line && one.area.y - line[0]!.area.y < SIDE_BY_SIDE) line.push(one);
    else lines.push([one]);
  }
  return lines.flatMap((line) => line.sort((a, b) => a.area.x - b.area.x));
}

function isOff({ x, y, width, height }: Area, slide: SlideSize): boolean {
  return x + width < 0 || y + height < 0 || x > slide.width || y > slide.height;
}

/** The area of a placeholder with the same index, or else of the same type. */
function areaIn(layouts: readonly (readonly Shape[])[], { placeholder }: Shape): Area {
  for (const shapes of layouts) {
    const placed = shapes.filter((shape) => shape.placeholder && shape.area);
    const found =
      placed.find((shape) => placeholder?.index !== '' && shape.placeholder?.index === placeholder?.index) ??
      placed.find((shape) => shape.placeholder?.type === placeholder?.type);
    if (found) return found.area!;
  }
  return { x: 0, y: 0, width: 0, height: 0 };
}
