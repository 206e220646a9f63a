import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { docxOf, paragraph, type DocxParts } from '../../../../test/support/manuals/docx-factory.js';
import { expectLinear } from '../../../../test/support/linear-time.js';
import { openDocx } from '../docx/docx-reader.js';
import { DEFAULT_EXTRACTION_LIMITS } from '../limits/extraction-limits.js';
import { openHtml } from '../html/html-reader.js';
import { openMarkdown } from '../markdown/markdown-reader.js';
import type { MarkupBlock, MarkupSource } from '../document/page-source.js';

describe('Formats of markup', () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'markup-formats-'))));
  afterAll(() => rm(folder, { recursive: true }));

  async function read(open: typeof openHtml, content: string | Uint8Array) {
    const file = path.join(folder, 'file');
    await writeFile(file, content);
    const source: MarkupSource = await open(file, DEFAULT_EXTRACTION_LIMITS);
    const blocks: MarkupBlock[] = [];
    for await (const page of source.pages(1)) blocks.push(...page.blocks);
    const lines = blocks.map(
      ({ kind, inline, header, text }) =>
        `${[kind, inline && 'inline', header && 'header'].filter(Boolean).join(' ')}: ${text}`,
    );
    return { lines, warnings: source.warnings };
  }
  const html = async (body: string) => (await read(openHtml, body)).lines;
  const markdown = async (text: string) => (await read(openMarkdown, text)).lines;
  const word = (parts: DocxParts) => read(openDocx, docxOf(parts));

  describe('numbered items of a notice', () => {
    it('belong to it, not to the steps around it', async () => {
      const items = '<ol><li>DO NOT A.</li><li>DO NOT B.<ol type=a><li>MUCH</li></ol></li></ol>';
      expect(await html(`<p>1. One.</p><p><b>WARNING:</b></p>${items}<p>2. Two.</p><p>3. Three.</p>`)).toEqual([
        'list_item: 1. One.',
        'warning: WARNING:\n1. DO NOT A.\n2. DO NOT B.\na. MUCH',
        'list_item: 2. Two.',
        'list_item: 3. Three.',
      ]);
      expect(await html(`<p>CAUTION: DO NOT:</p>${items}<p>2. Two.</p>`)).toEqual([
        'caution: CAUTION: DO NOT:\n1. DO NOT A.\n2. DO NOT B.\na. MUCH',
        'list_item: 2. Two.',
      ]);
      expect(await markdown('1. One.\n\n**WARNING:**\n\n1. DO NOT A.\n2. DO NOT B.\n\n# Next')).toEqual([
        'list_item: 1. One.',
        'warning: WARNING:\n1. DO NOT A.\n2. DO NOT B.',
        'heading: Next',
      ]);
    });

    it('go on with one that stands behind the label', async () => {
      const text = '<p>WARNING: (1) RELEASE THE PRESSURE.</p><p>(2) USE GLOVES: HOT OIL.</p><p>B. Loosen.</p>';
      expect(await html(text)).toEqual([
        'warning: WARNING: (1) RELEASE THE PRESSURE.\n(2) USE GLOVES: HOT OIL.',
        'list_item: B. Loosen.',
      ]);
    });

    it('are no steps that go on counting', async () => {
      expect(await html('<p>2. Two.</p><p>WARNING</p><ol start=3><li>Three.</ol>')).toEqual([
        'list_item: 2. Two.',
        'warning: WARNING',
        'list_item: 3. Three.',
      ]);
      expect(await html('<p>1. WARNING: HOT.</p><p>2. Two.</p>')).toEqual([
        'warning: 1. WARNING: HOT.',
        'list_item: 2. Two.',
      ]);
    });
  });

  describe('a label that begins a line', () => {
    const lines = [
      'list_item: 1. Remove the cap',
      'warning inline: WARNING: HOT OIL WILL BURN YOU.',
      'paragraph: Drain it.',
    ];
    it('begins a notice, in capitals up to what is not', async () => {
      expect(await html('<p>1. Remove the cap<br>WARNING: HOT OIL WILL BURN YOU.<br>Drain it.</p>')).toEqual(lines);
      expect(await markdown('1. Remove the cap\n   WARNING: HOT OIL WILL BURN YOU.  \n   Drain it.')).toEqual(lines);
      const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
      const body = `<w:p>${['1. Remove the cap', 'WARNING: HOT OIL WILL BURN YOU.', 'Drain it.'].map(run).join('<w:r><w:br/></w:r>')}</w:p>`;
      expect((await word({ body })).lines).toEqual(lines);
    });

    it('alone, in title case, and in a cell', async () => {
      expect(await html('<p>1. Remove<br>WARNING<br>HOT OIL<p>2. Drain<br>Caution: Hot oil')).toEqual([
        'list_item: 1. Remove',
        'warning inline: WARNING\nHOT OIL',
        'list_item: 2. Drain',
        'caution inline: Caution: Hot oil',
      ]);
      expect(await html('<table><tr><td>B<br>WARNING: HOT<td>5<tr><td>a<td>b</table>')).toEqual([
        'table_row: B •',
        'warning inline: WARNING: HOT',
        'table_row: 5',
        'table_row: a | b',
      ]);
    });
  });

  it('let a notice in a further paragraph of an item govern it', async () => {
    expect(await html('<ol><li>Open.<p>WARNING: RELEASE PRESSURE FIRST.</p><li>Next.</ol>')).toEqual([
      'list_item: 1. Open.',
      'warning inline: WARNING: RELEASE PRESSURE FIRST.',
      'list_item: 2. Next.',
    ]);
    expect(await markdown('1. Open.\n\n   WARNING: RELEASE.\n2. Next.\n   > WARNING: HOT\n')).toEqual([
      'list_item: 1. Open.',
      'warning inline: WARNING: RELEASE.',
      'list_item: 2. Next.',
      'warning inline: WARNING: HOT',
    ]);
  });

  describe('styles of HTML', () => {
    it('raise, strike and hide, wherever they stand', async () => {
      const { lines, warnings } = await read(
        openHtml,
        `<style>/* a */ .old, td .x { color: red; text-decoration: line-through } @media print { p { display: none } }
         @media screen { .gone { display:none } } .up { vertical-align: super } #n { visibility: hidden } a:hover { display: none }</style>
         <p>1. <span class=old>400</span> 500 Nm <span class="a gone">600 Nm</span> 25<i class=up>3</i> <b id=n>7</b><a>8</a>
         <p>2. 25<span style="vertical-align:super">2</span> H<span style="vertical-align:-3px">2</span>O <i class=x>9</i>
         <table><tr><td><b class=x>40</b> 45<td>b<tr><td>c<td>d</table>`,
      );
      expect(lines).toEqual([
        'list_item: 1. 500 Nm 25³ 8',
        'list_item: 2. 25² H₂O 9',
        'table_row: 45 | b',
        'table_row: c | d',
      ]);
      expect(warnings).toEqual([
        'Struck or deleted text was left out on page(s) 1.',
        'Text that is not shown was left out on page(s) 1.',
      ]);
    });

    it('tell of sheets in other files', async () => {
      const { warnings } = await read(openHtml, '<link rel=stylesheet href=a.css><p>text');
      expect(warnings).toEqual([expect.stringMatching(/external style sheets/)]);
    });

    it.each<[typeof openHtml, (n: number) => string]>([
      [
        openHtml,
        (n) => `<style>${'.a b{display:none} @media x{'.repeat(n)}</style>${'<p class="a b c">x'.repeat(n / 5)}`,
      ],
      [openHtml, (n) => `<style>${'{'.repeat(20 * n)}</style>x`],
      [openMarkdown, (n) => '<div>\n\n'.repeat(n)],
      [openMarkdown, (n) => '<s>'.repeat(2 * n)],
      [openHtml, (n) => `<p>${'<sup>+1</sup>'.repeat(2 * n)}<p>${'<b> </b>'.repeat(2 * n)}`],
    ])('take time in proportion to their length (%#)', async (open, make) => {
      await expectLinear((text) => read(open, text), make, 625);
    });
  });

  it('write fractions and tolerances that are set raised, and doubt what is no fraction', async () => {
    expect(
      await html('<p>2<sup>1/2</sup> in., <sup>3/4</sup> in., 12.5<sup>+0.2</sup><sub>-0.1</sub> mm, x<sup>1/2</sup>'),
    ).toEqual(['paragraph: 2 1/2 in., 3/4 in., 12.5 +0.2/-0.1 mm, x^(1/2)']);
    const binomial = '<p>x <math><mfrac linethickness="0"><mn>5</mn><mn>3</mn></mfrac></math>';
    expect((await read(openHtml, binomial)).warnings).toEqual([expect.stringMatching(/^Formulas/)]);
    expect(await html('<p>50<ruby>psi<rp>(</rp><rt>min</rt><rp>)</rp></ruby>')).toEqual(['paragraph: 50psi (min)']);
  });

  it('keep the columns of tables', async () => {
    const inner = '<table><tr><td>x1<td>10<tr><td>x2<td>20</table>';
    expect(await html(`<table><tr><td>A<td>N·m<tr><td>${inner}<td>outer 5</table>`)).toEqual([
      'table_row: A | N·m',
      'table_row: x1 / 10; x2 / 20; | outer 5',
    ]);
    expect(
      await html('<table><tr><th rowspan=2>Size<th colspan=2>Torque<tr><th>min<th>max<tr><td>1<td>2|3<td>4</table>'),
    ).toEqual(['table_row header: Size | Torque |', 'table_row header: Size | min | max', 'table_row: 1 | 2|3 | 4']);
    expect(await markdown('Size | Dry \\| wet | N·m\n---|---|---\n1 | 2 | 3')).toEqual([
      'table_row: Size | Dry / wet | N·m',
      'table_row: 1 | 2 | 3',
    ]);
  });

  it('read the HTML in Markdown', async () => {
    const { lines, warnings } = await read(
      openMarkdown,
      `1. <del>40 <b>x</b></del> 35, <s>40<br>50</s> 60, ~~40 ~ 50~~ 45 <span style="display:none">99</span> 2<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> in.

<div class="warning">Hot.</div>

<table><tr><th>A<th>N·m<tr><td>B<td>5</table>

<section class="caution">

**Mind** the gap.

</section>

<p>No end

2. Next`,
    );
    expect(lines).toEqual([
      'list_item: 1. 35, 60, 45 2 1/2 in.',
      'warning: WARNING: Hot.',
      'table_row header: A | N·m',
      'table_row: B | 5',
      'caution: CAUTION: Mind the gap.',
      'paragraph: No end',
      'list_item: 2. Next',
    ]);
    expect(warnings).toHaveLength(2);
  });

  describe('Word files', () => {
    const field = (instruction: string) =>
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    it.each([
      ['EQ \\f(1,2)', '2 1/2 in.', false],
      ['EQ \\f(1;2)', '2 1/2 in.', false],
      ['EQ \\s\\up5(+2)\\s\\do5(-1)', '2 +2/-1 in.', false],
      ['EQ \\r(3,x)', '2∛(x) in.', false],
      ['EQ \\f(\\r(2),(a,b))', '2(√(2))/(a,b) in.', false],
      ['EQ \\o(5,3)', '2� in.', true],
      ['EQ \\f(1,2', '2� in.', true],
      ['SEQ Table', '2 in.', false],
    ])('%s', async (instruction, text, isDoubtful) => {
      const body = `<w:p><w:r><w:t>2</w:t></w:r>${field(instruction)}<w:r><w:t xml:space="preserve"> in.</w:t></w:r></w:p>`;
      const { lines, warnings } = await word({ body });
      expect(lines).toEqual([`paragraph: ${text}`]);
      expect(warnings.some((warning) => warning.startsWith('Formulas'))).toBe(isDoubtful);
    });

    it('tell of objects and of hidden text', async () => {
      const styles = '<w:style w:type="paragraph" w:styleId="Gone"><w:rPr><w:vanish/></w:rPr></w:style>';
      const row = (text: string, properties = '') =>
        `<w:tr><w:trPr>${properties}</w:trPr><w:tc>${paragraph(text)}</w:tc><w:tc>${paragraph('b')}</w:tc></w:tr>`;
      const body =
        '<w:p><w:r><w:t>At </w:t></w:r><w:r><w:object/></w:r></w:p>' +
        paragraph('Unseen', 'Gone') +
        `<w:tbl><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid>${row('head', '<w:tblHeader/>')}${row('x', '<w:hidden/>')}${row('y')}</w:tbl>`;
      const { lines, warnings } = await word({ body, styles });
      expect(lines).toEqual(['paragraph: At �', 'table_row header: head | b', 'table_row: y | b']);
      expect(warnings).toEqual([
        expect.stringMatching(/^Text that is not shown/),
        expect.stringMatching(/^Formulas/),
        expect.stringMatching(/\ufffd/),
      ]);
    });

    it('keep the paragraphs of headers apart', async () => {
      const headers = [paragraph('EFFECTIVITY: MSN 100-200') + paragraph('WARNING: HOT')];
      expect((await word({ body: paragraph('Text'), headers })).lines).toEqual([
        'paragraph: EFFECTIVITY: MSN 100-200',
        'warning: WARNING: HOT',
        'paragraph: Text',
      ]);
    });
  });
});
