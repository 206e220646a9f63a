import { ProgressDisplay } from './progress-display.js';

function display(isTTY: boolean): { written: string[]; progress: ProgressDisplay } {
  const written: string[] = [];
  const write = (text: string | Uint8Array): boolean => written.push(String(text)) > 0;
  return { written, progress: new ProgressDisplay('Reading', { isTTY, write }) };
}

describe('ProgressDisplay', () => {
  it('draws a bar over itself on a terminal', () => {
    const { written, progress } = display(true);
    progress.update(0, 4, 0);
    progress.update(2, 4, 9);
    progress.finish();
    expect(written[1]).toBe(`\rReading ${'█'.repeat(15)}${'░'.repeat(15)} 2/4 files, 9 pages`);
    expect(written.slice(0, 2).join('')).not.toContain('\n');
    expect(written[2]).toMatch(/^\nReading: done in \d+\.\d s\n$/);
  });

  it('writes a plain line for each document elsewhere', () => {
    const { written, progress } = display(false);
    for (const [done, pages] of [
      [0, 0],
      [0, 5],
      [1, 9],
      [1, 12],
      [2, 15],
    ] as const)
      progress.update(done, 2, pages);
    progress.finish();
    expect(written.slice(0, 3)).toEqual([
      'Reading: 0 of 2 files, 0 pages\n',
      'Reading: 1 of 2 files, 9 pages\n',
      'Reading: 2 of 2 files, 15 pages\n',
    ]);
    expect(written[3]).toMatch(/^Reading: done in/);
    expect(written.join('')).not.toMatch(/[\r\u001b]/);
  });

  it('stands nothing on its head when there is nothing to read', () => {
    const { written, progress } = display(true);
    progress.update(0, 0, 0);
    expect(written[0]).toContain('0/0 files');
  });
});
