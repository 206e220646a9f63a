import { setLines } from './set-lines.js';

describe('lines', () => {
  it('keep all characters, break long words, and box what is to be boxed', () => {
    const style = { width: 100, size: 10, bold: false };
    const text = `Torque to 50 Nm now.\n${'x'.repeat(120)} end`;
    const lines = setLines(text, [{ start: 10, end: 15 }], style);
    const all = lines.flat();
    expect(
      all
        .map((run) => run.text)
        .join('')
        .replace(/ /g, ''),
    ).toBe(text.replace(/[ \n]/g, ''));
    expect(
      all
        .filter(({ boxed }) => boxed)
        .map((run) => run.text)
        .join(''),
    ).toBe('50 Nm');
    for (const { x, width } of all) expect(x + width).toBeLessThanOrEqual(105);
  });
});
