import { startMarkupFiles, type MarkupFiles } from '../../support/manuals/markup-files.js';

describe('Markdown', () => {
  let files: MarkupFiles;
  beforeAll(async () => {
    files = await startMarkupFiles();
  });
  afterAll(() => files.stop());

  const markdown = (text: string) => files.shown('text/markdown', text);

  it('is read line by line', async () => {
    const text = [
      '---',
      'title: "Wheels"',
      'lang: de_AT',
      '---',
      '# Wheels & *brakes* #',
      '',
      'Torque **120 Nm**, `a *b*`, [a link](http://x/y "t"), ![picture](x.png)<br>20 &deg;C, part_no_1, 2*3*4, \\*x\\*.',
      '<!-- hidden',
      'text --> Lazy',
      'line.',
      '',
      'Removal',
      '-------',
      '1. Jack',
      '   up',
      '   - [ ] left',
      '',
      '   second paragraph',
      '2) Remove. WARNING: heavy.',
      '* * *',
      '| Item | Nm |',
      '|:-----|---:|',
      '| A\\|B | 1  |',
      '',
      '```',
      '# no heading',
      '',
      'b',
      '```',
      'See[^1].',
      '',
      '[^1]: The note.',
      '',
      '[ref]: http://x',
    ].join('\r\n');
    expect(await markdown(text)).toEqual([
      'heading 1: Wheels & brakes',
      'paragraph: Torque 120 Nm, a *b*, a link, picture\n20 °C, part_no_1, 2*3*4, *x*. Lazy line.',
      'heading 2: Removal',
      'list_item 1: 1. Jack up',
      'list_item 2: • left',
      'paragraph: second paragraph',
      'list_item 1: 2) Remove.',
      'warning inline: WARNING: heavy.',
      'table_row: Item | Nm',
      'table_row: A|B | 1',
      'paragraph: # no heading',
      'paragraph: b',
      'paragraph: See[1].',
      'paragraph: Footnote 1: The note.',
    ]);
    const { document } = await files.read('text/markdown', text);
    expect(document).toMatchObject({ title: 'Wheels', language: 'de-AT', page_count: 1 });
    expect((await files.read('text/markdown', '# Only a heading\n')).document.title).toBe('Only a heading');
  });

  it('keeps numbers apart, leaves out what is struck, and says so', async () => {
    const text = '10<sup>5</sup> Pa, 1<sup>1</sup>/<sub>2</sub> in, ~~40~~ 45 Nm, <del>50</del> 55 Nm';
    expect(await markdown(text)).toEqual(['paragraph: 10⁵ Pa, 1 1/2 in, 45 Nm, 55 Nm']);
    expect((await files.read('text/markdown', text)).warnings).toEqual([
      'Struck or deleted text was left out on page(s) 1.',
    ]);
  });

  it('finds notices', async () => {
    const text = [
      '> [!WARNING]',
      '> Hot.',
      '> - Wait',
      '',
      '> **CAUTION:** Heavy.',
      '',
      ':::danger',
      'Gas.',
      ':::',
      '',
      'Free.',
      '',
      '**NOTE**',
      '',
      'Use jack 7.',
    ].join('\n');
    expect(await markdown(text)).toEqual([
      'warning: WARNING: Hot.\n• Wait',
      'caution: CAUTION: Heavy.',
      'warning: WARNING: Gas.',
      'paragraph: Free.',
      'note: NOTE\nUse jack 7.',
    ]);
  });

  it.each<[string, (times: number) => string]>([
    ['quotes in quotes', (times) => '>'.repeat(4 * times)],
    ['brackets', (times) => '['.repeat(4 * times)],
    ['stars', (times) => '*a '.repeat(2 * times)],
    ['pairs of stars', (times) => '**a '.repeat(2 * times)],
    ['ticks', (times) => '`a ``b '.repeat(times)],
    ['tags that never end', (times) => '<a '.repeat(2 * times)],
    // As many characters, each line as deep as it may be.
    ['lists in lists', (times) => Array.from({ length: times / 10 }, (_, i) => `${' '.repeat(i % 80)}- x`).join('\n')],
    ['bars', (times) => `|${'|'.repeat(4 * times)}\n${'-|'.repeat(2 * times)}`],
  ])('takes no more than its share for nothing but %s', async (_what, textOf) => {
    const work = async (times: number): Promise<number> => {
      const runs = [];
      for (let i = 0; i < 3; i += 1)
        runs.push((await files.read('text/markdown', `${textOf(times)}\n\nThe end.`)).cpu_ms);
      return Math.min(...runs);
    };
    // Four times the text takes four times the work, not sixteen; some of it is the same for any text.
    const [part, whole] = [await work(6_000), await work(24_000)];
    expect(whole / (part + 10)).toBeLessThan(8);
  });

  it('is refused when it is empty or no text', async () => {
    expect(await files.refusal('text/markdown', '')).toBe('empty');
    expect(await files.refusal('text/markdown', '# a\0b')).toBe('corrupt');
  });
});
