import { BoxIndex, type PageBox } from './page-boxes.js';

const LINES: PageBox[] = [
  [0, 10, 100, 50, 100, 12],
  [11, 21, 204, 50, 100, 12],
  [22, 32, 100, 64, 50, 12],
];

const rectanglesOf = (boxes: readonly PageBox[], start: number, end: number) =>
  new BoxIndex(boxes).rectanglesOf(start, end);

describe('BoxIndex', () => {
  it('covers what is asked for, a rectangle a line', () => {
    expect(rectanglesOf(LINES, 0, 32)).toEqual([
      { x: 100, y: 50, width: 204, height: 12 },
      { x: 100, y: 64, width: 50, height: 12 },
    ]);
  });

  it('cuts a line by its characters', () => {
    expect(rectanglesOf(LINES, 5, 7)).toEqual([{ x: 150, y: 50, width: 20, height: 12 }]);
    expect(rectanglesOf([[0, 10, 20, 100, 12, 100]], 5, 10)).toEqual([{ x: 20, y: 150, width: 12, height: 50 }]);
  });

  it('keeps cells of a table apart', () => {
    expect(rectanglesOf([LINES[0]!, [13, 20, 300, 50, 70, 12]], 0, 20)).toHaveLength(2);
  });

  it('is nothing where there is nothing', () => {
    expect(rectanglesOf(LINES, 40, 50)).toEqual([]);
    expect(rectanglesOf([], 0, 5)).toEqual([]);
  });

  it('finds boxes that overlap, are empty, or are out of order', () => {
    const boxes: PageBox[] = [
      [22, 32, 0, 200, 50, 12],
      [0, 20, 0, 50, 100, 12],
      [5, 8, 0, 100, 30, 12],
      [9, 9, 0, 150, 30, 12],
    ];
    expect(rectanglesOf(boxes, 10, 40)).toEqual([
      { x: 50, y: 50, width: 50, height: 12 },
      { x: 0, y: 200, width: 50, height: 12 },
    ]);
  });
});
