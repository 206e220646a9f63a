import { boxAround, cornersOf, cutAt, shifted } from './text-boxes.js';

describe('cornersOf', () => {
  it.each([
    [0, [100, 192, 150, 202]],
    [Math.PI / 2, [98, 200, 108, 250]],
    [-Math.PI / 2, [92, 150, 102, 200]],
  ])('is a rectangle around text that runs at %d', (angle, corners) => {
    expect(cornersOf(100, 200, 50, 10, angle).map((value) => Math.round(value))).toEqual(corners);
  });
});

describe('boxes of a text', () => {
  const box = boxAround(4, [
    [10, 5, 20, 15],
    [20, 4, 30, 14],
  ]);

  it('go around its parts', () => {
    expect(box).toEqual({ start: 0, end: 4, x: 10, y: 4, width: 20, height: 11 });
  });

  it('move with it, and end where it is cut', () => {
    expect(shifted([box], 3)).toEqual([{ ...box, start: 3, end: 7 }]);
    expect(cutAt([box], 3)).toEqual([{ ...box, end: 3 }]);
  });
});
