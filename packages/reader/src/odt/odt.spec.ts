import { readFile } from '../../../../test/support/manuals/read-file.js';
import { zipOf } from '../../../../test/support/manuals/zip-factory.js';
import { ODT } from './odt-format.js';

const XMLNS = ['office', 'text', 'table', 'style']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  )
  .join(' ');

interface OdtParts {
  body: string;
  styles?: string;
  /** Of `styles.xml`. */
  common?: string;
  raw?: Record<string, string>;
}

/** A text document as LibreOffice writes one, of hand-written XML. */
function odtOf({ body, styles = '', common = '', raw = {} }: OdtParts): Buffer {
  return zipOf({
    mimetype: ODT,
    'content.xml': `<office:document-content ${XMLNS}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles ${XMLNS}>${common}</office:document-styles>`,
    'meta.xml': `<office:document-meta ${XMLNS}><office:meta><dc:title>Wheels</dc:title><dc:language>en-GB</dc:language></office:meta></office:document-meta>`,
    'META-INF/manifest.xml': '<manifest/>',
    ...raw,
  });
}

const p = (text: string, style = '') => `<text:p text:style-name="${style}">${text}</text:p>`;
const span = (text: string, style: string) => `<text:span text:style-name="${style}">${text}</text:span>`;
const item = (...content: string[]) => `<text:list-item>${content.join('')}</text:list-item>`;
const textStyle = (name: string, properties: string) =>
  `<style:style style:name="${name}" style:family="text"><style:text-properties ${properties}/></style:style>`;
const pagesOf = async (body: string, styles = '', common = '') =>
  (await readFile(odtOf({ body, styles, common }))).pages;

const NUMBERS =
  '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="A" style:num-suffix="."/>' +
  '<text:list-level-style-number text:level="2" style:num-format="1" style:num-prefix="(" style:num-suffix=")"/>' +
  '<text:list-level-style-number text:level="3" style:num-format="1" style:num-suffix="." text:display-levels="2" text:start-value="5"/></text:list-style>';

describe('text documents', () => {
  it('have headings with their numbers, page breaks, and headers once', async () => {
    const common =
      '<office:styles><text:outline-style style:name="O"><text:outline-level-style text:level="1" style:num-format="1"/>' +
      '<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style>' +
      '<style:style style:name="Text_20_body" style:family="paragraph"/></office:styles>' +
      `<office:master-styles><style:master-page><style:header>${p('EFFECTIVITY: MSN 100')}</style:header><style:footer>${p('7')}</style:footer></style:master-page></office:master-styles>`;
    const styles =
      '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Text_20_body"><style:paragraph-properties fo:break-before="page"/></style:style>';
    const body =
      '<text:h text:outline-level="1">Removal</text:h><text:h text:outline-level="2">Bolts</text:h>' +
      `${p('Torque <text:s/>12 N·m.')}<text:h text:outline-level="1" text:is-list-header="true">Annex</text:h>${p('New page', 'P1')}` +
      '<text:h text:outline-level="2">Nuts</text:h>';
    expect(await readFile(odtOf({ body, styles, common }))).toMatchObject({
      mediaType: ODT,
      document: {
        title: 'Wheels',
        language: 'en-GB',
        page_count: 2,
        outline: [{ title: '1 Removal' }, { level: 2 }, {}, {}],
      },
      pages: [
        [
          'paragraph: EFFECTIVITY: MSN 100',
          'heading 1: 1 Removal',
          'heading 2: 1.1 Bolts',
          'paragraph: Torque 12 N·m.',
          'heading 1: Annex',
        ],
        ['paragraph: New page', 'heading 2: 1.2 Nuts'],
      ],
      warnings: [],
    });
  });

  it('count lists as LibreOffice does', async () => {
    const list = (content: string, attributes = '') =>
      `<text:list text:style-name="L1" ${attributes}>${content}</text:list>`;
    const body =
      list(
        item(p('Jack'), p('It is heavy.'), list(item(p('Left')) + item(p('Right'), list(item(p('Pin')))))) +
          item(p('Remove')),
        'xml:id="a"',
      ) +
      p('Between') +
      list(item(p('Install')), 'text:continue-numbering="true"') +
      list(item(p('New'))) +
      list(item(p('Last')), 'text:continue-list="a"') +
      '<text:list text:style-name="Unknown"><text:list-header><text:p>Title</text:p></text:list-header><text:list-item><text:p>Dot</text:p></text:list-item></text:list>' +
      `<text:list text:style-name="L1"><text:list-item text:start-value="7">${p('Seventh')}</text:list-item></text:list>`;
    expect(await pagesOf(body, NUMBERS)).toEqual([
      [
        'list_item 1: A. Jack',
        'paragraph: It is heavy.',
        'list_item 2: (1) Left',
        'list_item 2: (2) Right',
        'list_item 3: 2.5. Pin',
        'list_item 1: B. Remove',
        'paragraph: Between',
        'list_item 1: C. Install',
        'list_item 1: A. New',
        'list_item 1: D. Last',
        'paragraph: Title',
        'list_item 1: • Dot',
        'list_item 1: G. Seventh',
      ],
    ]);
  });

  it('leave out deleted, struck and hidden text and comments, with warnings', async () => {
    const styles =
      textStyle('S', 'style:text-line-through-style="solid"') +
      textStyle('H', 'text:display="none"') +
      textStyle('U', 'style:text-position="super 58%"') +
      textStyle('D', 'style:text-position="-33% 58%"');
    const deleted = `<text:tracked-changes><text:changed-region><text:deletion>${p('Torque 40 N·m')}</text:deletion></text:changed-region></text:tracked-changes>`;
    const body =
      deleted +
      p(
        `Torque ${span('40 ', 'S')}<text:change text:change-id="c"/>50 N·m, 10${span('3', 'U')} H${span('2', 'D')}O ${span('old', 'H')}`,
      ) +
      p(`Text<office:annotation>${p('Really?')}</office:annotation>`) +
      `<text:section text:display="none">${p('Hidden')}</text:section>` +
      p('<draw:frame><draw:object/><svg:desc>A picture</svg:desc></draw:frame>');
    const { pages, warnings } = await readFile(odtOf({ body, styles }));
    expect(pages).toEqual([['paragraph: Torque 50 N·m, 10³ H₂O', 'paragraph: Text', 'paragraph: \ufffd']]);
    expect(warnings).toEqual([
      expect.stringMatching(/^The file has tracked changes/),
      expect.stringMatching(/^Struck or deleted text/),
      expect.stringMatching(/^Text that is not shown/),
      expect.stringMatching(/^Formulas/),
      expect.stringMatching(/\ufffd/),
      expect.stringMatching(/^Comments/),
    ]);
  });

  const cell = (content: string, attributes = '') =>
    `<table:table-cell ${attributes}>${content && p(content)}</table:table-cell>`;
  const row = (cells: string[], attributes = '') =>
    `<table:table-row ${attributes}>${cells.join('')}</table:table-row>`;
  const table = (rows: string, attributes = '') =>
    `<table:table ${attributes}><table:table-column table:number-columns-repeated="3"/>${rows}</table:table>`;
  const COVERED = '<table:covered-table-cell/>';
  const [HIDDEN, REMOVED] = [/^Text that is not shown/, /^Struck or deleted text/];

  it.each<[string, string, RegExp]>([
    ['a hidden paragraph', p(`<text:hidden-paragraph text:condition="ooow:1" text:is-hidden="true"/>99`), HIDDEN],
    [
      'a box in a hidden paragraph',
      p(
        `<draw:frame><draw:text-box>${p('99')}</draw:text-box></draw:frame><text:hidden-paragraph text:is-hidden="true"/>`,
      ),
      HIDDEN,
    ],
    [
      'a hidden text',
      p('<text:hidden-text text:is-hidden="true" text:string-value="99">99</text:hidden-text>'),
      HIDDEN,
    ],
    [
      'a section hidden by its condition',
      `<text:section text:display="condition" text:condition="ooow:1" text:is-hidden="true">${p('99')}</text:section>`,
      HIDDEN,
    ],
    ['a hidden table', table(row([cell('99'), cell('98')]), 'table:style-name="T"'), HIDDEN],
    [
      'a hidden frame',
      p(`<draw:frame draw:display="none"><draw:text-box>${p('99')}</draw:text-box></draw:frame>`),
      HIDDEN,
    ],
    [
      'a hidden group of rows',
      table(`<table:table-row-group table:display="false">${row([cell('98'), cell('99')])}</table:table-row-group>`),
      HIDDEN,
    ],
    ['a struck default style', p('99', 'struck'), REMOVED],
  ])('leave out the text of %s, with a warning', async (_what, body, warning) => {
    const styles =
      '<style:style style:name="T" style:family="table"><style:table-properties table:display="false"/></style:style>' +
      '<style:style style:name="plain" style:family="paragraph"><style:text-properties style:text-line-through-style="none"/></style:style>';
    const common =
      '<office:styles><style:default-style style:family="paragraph"><style:text-properties style:text-line-through-style="solid"/></style:default-style></office:styles>';
    const shown = p('Torque 10', 'plain');
    const { pages, warnings } = await readFile(odtOf({ body: shown + body + shown, styles, common }));
    expect(pages).toEqual([['paragraph: Torque 10', 'paragraph: Torque 10']]);
    expect(warnings).toEqual([expect.stringMatching(warning)]);
  });

  it('leave out headers that are turned off and struck text of headers, with warnings', async () => {
    const common =
      `<office:styles>${textStyle('S', 'style:text-line-through-style="solid"')}</office:styles>` +
      `<office:master-styles><style:master-page><style:header>${p(`${span('REV A', 'S')} REV B`)}</style:header>` +
      `<style:header-left style:display="false">${p('MSN 99 only')}</style:header-left></style:master-page></office:master-styles>`;
    const { pages, warnings } = await readFile(odtOf({ body: p('Torque 10'), common }));
    expect(pages).toEqual([['paragraph: REV B', 'paragraph: Torque 10']]);
    expect(warnings).toEqual([expect.stringMatching(REMOVED), expect.stringMatching(HIDDEN)]);
  });

  it('leave out programs, and show sections and paragraphs whose condition shows them', async () => {
    const body =
      p('A<text:script>var x = 1;</text:script>B') +
      `<text:section text:display="condition" text:condition="ooow:0">${p('C')}</text:section>` +
      p('<text:hidden-paragraph text:condition="ooow:0"/>D');
    expect(await readFile(odtOf({ body }))).toMatchObject({
      pages: [['paragraph: AB', 'paragraph: C', 'paragraph: D']],
      warnings: [],
    });
  });

  it('keep the columns of rows next to hidden, empty and covered cells', async () => {
    const spanning = (text: string, rows: number) => cell(text, `table:number-rows-spanned="${rows}"`);
    const hidden = 'table:visibility="collapse"';
    const rows = [
      row([spanning('G', 4), cell('a'), cell('99')], hidden),
      row([COVERED, cell(''), cell('')], `${hidden} table:number-rows-repeated="2"`),
      row([COVERED, cell('b'), cell('2')]),
      row([spanning('H', 4), cell('c'), cell('3')]),
      row([COVERED, cell(''), cell('')], 'table:number-rows-repeated="2"'),
      row([COVERED, cell('d'), cell('4')]),
      row([
        cell('I', 'table:number-columns-spanned="2"'),
        `<table:covered-table-cell>${p('old 77')}</table:covered-table-cell>`,
        cell('5'),
      ]),
      row([cell('J'), cell('e'), cell('6')]),
    ];
    const { pages, warnings } = await readFile(odtOf({ body: table(rows.join('')) }));
    expect(pages).toEqual([['row: | b | 2', 'row: H | c | 3', 'row: H | d | 4', 'row: I | | 5', 'row: J | e | 6']]);
    expect(warnings).toEqual([expect.stringMatching(HIDDEN)]);
  });

  it('leave out hidden columns, with a warning', async () => {
    const columns =
      '<table:table-column/><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/><table:table-column table:number-columns-repeated="2"/>';
    const rows =
      row([cell('G'), cell('98'), cell('99'), cell('H', 'table:number-rows-spanned="2"'), cell('1')]) +
      row([cell('I'), cell(''), cell(''), COVERED, cell('2')]);
    expect(await readFile(odtOf({ body: `<table:table>${columns}${rows}</table:table>` }))).toMatchObject({
      pages: [['row: G | H | 1', 'row: I | H | 2']],
      warnings: [expect.stringMatching(HIDDEN)],
    });
  });

  it('leave out the text of covered cells, with a warning', async () => {
    const covered = `<table:covered-table-cell>${p('old 77')}</table:covered-table-cell>`;
    const body = table(row([cell('A', 'table:number-columns-spanned="2"'), covered, cell('5')]));
    expect(await readFile(odtOf({ body }))).toMatchObject({
      pages: [['row: A | | 5']],
      warnings: [expect.stringMatching(HIDDEN)],
    });
  });

  it('have footnotes and text boxes after their paragraph', async () => {
    const note = (kind: string, text: string) =>
      `<text:note text:note-class="${kind}"><text:note-citation>1</text:note-citation><text:note-body>${p(text)}</text:note-body></text:note>`;
    const box = `<draw:frame><draw:text-box>${p('WARNING: HOT.')}${p('In the box')}</draw:text-box></draw:frame>`;
    expect(await pagesOf(p(`Torque${note('footnote', 'Dry.')} the bolt${note('endnote', 'New.')}${box}.`))).toEqual([
      [
        'paragraph: Torque [1] the bolt [1].',
        'paragraph: Footnote 1: Dry.',
        'paragraph: Endnote 1: New.',
        'warning: WARNING: HOT.',
        'paragraph: In the box',
      ],
    ]);
  });

  it('have notices by style and by label', async () => {
    const styles =
      '<style:style style:name="P2" style:family="paragraph" style:parent-style-name="Warning_20_Text"/>' +
      textStyle('B', 'fo:font-weight="bold"');
    const common =
      '<office:styles><style:style style:name="Warning_20_Text" style:family="paragraph" style:display-name="Warning Text"/></office:styles>';
    expect(
      await pagesOf(
        p('Hot oil.', 'P2') + p(`${span('CAUTION', 'B')} SHARP EDGES.`) + p(`NOTE<text:tab/>Wet.`),
        styles,
        common,
      ),
    ).toEqual([['warning: WARNING: Hot oil.', 'caution: CAUTION SHARP EDGES.', 'note: NOTE Wet.']]);
  });

  it('have tables with headers and merged cells', async () => {
    const body =
      '<table:table><table:table-column table:number-columns-repeated="3"/>' +
      `<table:table-header-rows>${row([cell('Size'), cell('Torque (N·m)'), cell('Note')])}</table:table-header-rows>` +
      row([cell('M6', 'table:number-rows-spanned="2"'), cell('9'), cell('dry | wet')]) +
      row([COVERED, cell('10', 'table:number-columns-spanned="2"'), COVERED]) +
      `<table:table-row table:visibility="collapse">${cell('M8')}${cell('11')}</table:table-row>` +
      `<table:table-row table:number-rows-repeated="2">${cell('–', 'table:number-columns-repeated="3"')}</table:table-row></table:table>` +
      `<table:table><table:table-column/>${row([cell('A frame')])}</table:table>`;
    const { pages, passages } = await readFile(odtOf({ body }));
    expect(pages).toEqual([
      [
        'header: Size | Torque (N·m) | Note',
        'row: M6 | 9 | dry / wet',
        'row: M6 | 10 |',
        'row: – | – | –',
        'row: – | – | –',
        'paragraph: A frame',
      ],
    ]);
    expect(passages[0]!.columns).toEqual(['Size', 'Torque (N·m)', 'Note']);
  });

  it.each<[string, Record<string, string>, object]>([
    ['encryption', { 'META-INF/manifest.xml': '<m><manifest:encryption-data/></m>' }, { reason: 'encrypted' }],
    ['macros', { 'Basic/Standard/Module1.xml': '<x/>' }, { reason: 'macros' }],
    ['scripts', { 'Scripts/python/a.txt': 'x' }, { reason: 'macros' }],
    ['programs', { 'Pictures/a.exe': 'x' }, { reason: 'executable' }],
    [
      'another type',
      { mimetype: 'application/vnd.oasis.opendocument.spreadsheet' },
      { details: { kind: 'OpenDocument' } },
    ],
    ['an entity', { 'content.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }, { code: 'docx_doctype' }],
    ['damaged XML', { 'content.xml': '<a>' }, { code: 'corrupt' }],
  ])('with %s are refused', async (_what, raw, error) => {
    await expect(readFile(odtOf({ body: '', raw }))).rejects.toMatchObject(error);
  });

  const cells = (count: number, attributes = '') =>
    `<table:table><table:table-row ${attributes}>${`<table:table-cell>${p('x')}</table:table-cell>`.repeat(count)}</table:table-row></table:table>`;
  it.each<[string, string, string]>([
    [
      'lists nested too deeply',
      '<text:list><text:list-item>'.repeat(200) + '</text:list-item></text:list>'.repeat(200),
      'too_complex',
    ],
    ['too many columns', cells(1_001), 'table_size'],
    ['too many repeated rows', cells(2, 'table:number-rows-repeated="2147483647"'), 'table_size'],
    ['too much text', p('x'.repeat(10_001)), 'too_much_text'],
  ])('with %s end with a code', async (_what, body, code) => {
    await expect(readFile(odtOf({ body }), { max_file_text_bytes: 10_000 })).rejects.toMatchObject({ code });
  });

  it('that repeat an empty row or cell without end are small', async () => {
    const row =
      '<table:table-row table:number-rows-repeated="2147483647"><table:table-cell table:number-columns-repeated="2147483647"/></table:table-row>';
    expect(await pagesOf(`<table:table>${row}</table:table>${p('End')}`)).toEqual([['paragraph: End']]);
  });
});
