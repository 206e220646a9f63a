/** Start and end in UTF-16 code units; upper left corner, width and height in points, y downward. A tuple, because a page has hundreds. */
export type PageBox = readonly [start: number, end: number, x: number, y: number, width: number, height: number];

/** A rectangle on a page, in points from its upper left corner. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Boxes further apart than this share of their height are not one rectangle. */
const JOIN = 0.6;

/** Index of the boxes of a page. */
export class BoxIndex {
  private readonly boxes: readonly PageBox[];
  /** Largest text offset of a box and those before it; ascending. */
  private readonly reach: readonly number[];

  constructor(boxes: readonly PageBox[]) {
    this.boxes = boxes.toSorted(([a], [b]) => a - b);
    let furthest = 0;
    this.reach = this.boxes.map(([, end]) => (furthest = Math.max(furthest, end)));
  }

  /** The rectangles that cover the characters from `start` to `end`, one per line. Characters in a box are assumed to be equally wide. */
  rectanglesOf(start: number, end: number): Rectangle[] {
    const rectangles: Rectangle[] = [];
    for (let i = this.firstBeyond(start); i < this.boxes.length; i++) {
      const box = this.boxes[i]!;
      if (box[0] >= end) break;
      const part = partOf(box, start, end);
      if (!part) continue;
      const last = rectangles.at(-1);
      if (last && isOneLine(last, part)) rectangles[rectangles.length - 1] = around(last, part);
      else rectangles.push(part);
    }
    return rectangles.map(rounded);
  }

  private firstBeyond(offset: number): number {
    let [low, high] = [0, this.reach.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.reach[middle]! > offset) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function partOf([from, to, x, y, width, height]: PageBox, start: number, end: number): Rectangle | null {
  const [first, last] = [Math.max(from, start), Math.min(to, end)];
  if (first >= last) return null;
  // Sideways text runs along the height of its box.
  const isSideways = height > width && to - from > 1;
  const [skipped, covered] = [(first - from) / (to - from), (last - first) / (to - from)];
  return isSideways
    ? { x, y: y + skipped * height, width, height: covered * height }
    : { x: x + skipped * width, y, width: covered * width, height };
}

function isOneLine(one: Rectangle, other: Rectangle): boolean {
  const overlap = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  const gap = Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width);
  const height = Math.min(one.height, other.height);
  return overlap >= 0.5 * height && gap <= JOIN * height;
}

function around(one: Rectangle, other: Rectangle): Rectangle {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}

function rounded({ x, y, width, height }: Rectangle): Rectangle {
  const tenth = (value: number): number => Math.round(value * 10) / 10;
  return { x: tenth(x), y: tenth(y), width: tenth(width), height: tenth(height) };
}
