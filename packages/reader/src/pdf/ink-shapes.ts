export type Point = readonly [number, number];

/** PDF matrix (ISO 32000-2, 8.3.4). */
export type Matrix = [number, number, number, number, number, number];

/** Left, bottom, right, top in the space of the page (ISO 32000-2, 8.3.2.3): y grows upwards. */
export type Area = readonly [number, number, number, number];

/** Number of operands of each path instruction: move, line, curve, quadratic curve, close. */
const OPERANDS = [2, 2, 6, 4, 0] as const;

export function subpaths(data: Float32Array): { points: Point[]; isStraight: boolean }[] {
  const found: { points: Point[]; isStraight: boolean }[] = [];
  for (let i = 0; i < data.length;) {
    const operation = data[i]!;
    const count = OPERANDS[operation] ?? 0;
    if (operation === 0 || found.length === 0) found.push({ points: [], isStraight: true });
    const path = found.at(-1)!;
    if (count > 2) path.isStraight = false;
    if (count > 0) path.points.push([data[i + count - 1]!, data[i + count]!]);
    if (operation === 4 && path.points.length > 0) path.points.push(path.points[0]!);
    i += count + 1;
  }
  return found.filter(({ points }) => points.length > 1);
}

/** Whether a shape has the corners of its area: any other covers less. */
export function isBox(points: readonly Point[], [left, bottom, right, top]: Area): boolean {
  const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.5;
  return (
    points.length >= 4 &&
    points.length <= 6 &&
    points.every(([x, y], i) => {
      const [toX, toY] = points[(i + 1) % points.length]!;
      const isCorner = (near(x, left) || near(x, right)) && (near(y, bottom) || near(y, top));
      return isCorner && (near(x, toX) || near(y, toY));
    })
  );
}

/** A thin rectangle as a line. */
export function thinRule([left, bottom, right, top]: Area): { from: Point; to: Point; thickness: number } {
  const [width, height] = [right - left, top - bottom];
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  return width > height
    ? { from: [left, y], to: [right, y], thickness: height }
    : { from: [x, bottom], to: [x, top], thickness: width };
}

export function moved([x, y]: readonly [number, number], [a, b, c, d, e, f]: Matrix): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

export function corners([left, bottom, right, top]: Area, matrix: Matrix): Point[] {
  const points: Point[] = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ];
  return points.map((point) => moved(point, matrix));
}

export function around(points: readonly Point[]): Area {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

export function isWithin([x, y]: readonly [number, number], [left, bottom, right, top]: Area): boolean {
  return x >= left && x <= right && y >= bottom && y <= top;
}
