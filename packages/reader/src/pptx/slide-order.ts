import type { MarkupItem } from '../markup/markup-builder.js';
import type { Position, Shape } from './slide-shapes.js';

/** Shapes whose tops differ by less stand side by side: a fifth of an inch. */
const SIDE_BY_SIDE = 182_880;

const TITLE = /^(?:title|ctrTitle)$/;
const RUNNING = /^(?:dt|ftr|sldNum|hdr)$/;

export interface SlideContent {
  title: string;
  /** In reading order: by lines from the top, each from the left. */
  items: MarkupItem[];
  footers: string[];
}

/** @param layouts shapes of the layout and of its master, which say where placeholders are */
export function contentOf(shapes: readonly Shape[], layouts: readonly (readonly Shape[])[]): SlideContent {
  const typeOf = ({ placeholder }: Shape): string => placeholder?.type ?? 'none';
  const titles = shapes.filter((shape) => TITLE.test(typeOf(shape)));
  const body = shapes.filter((shape) => !TITLE.test(typeOf(shape)) && !RUNNING.test(typeOf(shape)));
  return {
    title: titles.flatMap(({ items }) => items.map(({ text }) => text)).join(' '),
    items: inReadingOrder(body, layouts).flatMap(({ items }) => items),
    footers: shapes.filter((shape) => typeOf(shape) === 'ftr').flatMap(({ items }) => items.map(({ text }) => text)),
  };
}

function inReadingOrder(shapes: readonly Shape[], layouts: readonly (readonly Shape[])[]): Shape[] {
  const placed = shapes.map((shape) => ({ shape, ...(shape.position ?? positionIn(layouts, shape)) }));
  placed.sort((a, b) => a.y - b.y);
  const lines: (typeof placed)[] = [];
  for (const one of placed) {
    const line = lines.at(-1);
    if (line && one.y - line[0]!.y < SIDE_BY_SIDE) line.push(one);
    else lines.push([one]);
  }
  return lines.flatMap((line) => line.sort((a, b) => a.x - b.x).map(({ shape }) => shape));
}

/** The position of a placeholder with the same index, or else of the same type. */
function positionIn(layouts: readonly (readonly Shape[])[], { placeholder }: Shape): Position {
  for (const shapes of layouts) {
    const placed = shapes.filter((shape) => shape.placeholder && shape.position);
    const found =
      placed.find((shape) => placeholder?.index !== '' && shape.placeholder?.index === placeholder?.index) ??
      placed.find((shape) => shape.placeholder?.type === placeholder?.type);
    if (found) return found.position!;
  }
  return { x: 0, y: 0 };
}
