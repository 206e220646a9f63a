import type { PageBox } from './page-boxes.js';

/** Position of a stretch of text. Offsets in UTF-16 code units; points, y downward from the top. */
export interface TextBox {
  start: number;
  end: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** 0–100, where the text was read from a picture: see `leastConfidence`. */
  ocr_confidence?: number;
}

/** Left, top, right, bottom. */
export type Corners = readonly [number, number, number, number];

/** Share of the font size that letters reach above and below their baseline. */
export const ASCENT = 0.8;
const DESCENT = 0.2;

/** The rectangle around text. @param angle of its direction, in radians, clockwise on the page */
export function cornersOf(x: number, y: number, width: number, size: number, angle: number): Corners {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const xs: number[] = [];
  const ys: number[] = [];
  for (const along of [0, width]) {
    for (const up of [ASCENT * size, -DESCENT * size]) {
      xs.push(x + along * cos + up * sin);
      ys.push(y + along * sin - up * cos);
    }
  }
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

export function boxAround(length: number, corners: readonly Corners[]): TextBox {
  const x = Math.min(...corners.map(([left]) => left));
  const y = Math.min(...corners.map(([, top]) => top));
  const width = Math.max(...corners.map(([, , right]) => right)) - x;
  const height = Math.max(...corners.map(([, , , bottom]) => bottom)) - y;
  return { start: 0, end: length, x, y, width, height };
}

/** Bounds of all corners; empty if the format has no positions. */
export function boundsOf(parts: readonly { corners?: Corners }[]): { corners?: Corners } {
  const corners = parts.flatMap((part) => (part.corners ? [part.corners] : []));
  if (corners.length === 0) return {};
  const { x, y, width, height } = boxAround(0, corners);
  return { corners: [x, y, x + width, y + height] };
}

/** Boxes of a text that became part of a longer one. */
export function shifted(boxes: readonly TextBox[], by: number): TextBox[] {
  return boxes.map((box) => ({ ...box, start: box.start + by, end: box.end + by }));
}

/** Boxes of a text cut at `length`, such as before a hyphen at the end of its line. */
export function cutAt(boxes: readonly TextBox[], length: number): TextBox[] {
  return boxes.map((box) => (box.end > length ? { ...box, end: Math.max(box.start, length) } : box));
}

/** Stored in tenths of a point. */
export function toPageBox({ start, end, x, y, width, height }: TextBox): PageBox {
  const tenth = (value: number): number => Math.round(value * 10) / 10;
  return [start, end, tenth(x), tenth(y), tenth(width), tenth(height)];
}
