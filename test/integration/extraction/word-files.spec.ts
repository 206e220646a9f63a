import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDocx } from '@amks/reader/docx/docx-reader.js';
import { DEFAULT_EXTRACTION_LIMITS } from '@amks/reader/limits/extraction-limits.js';
import type { MarkupBlock, MarkupSource } from '@amks/reader/document/page-source.js';
import { docxOf, paragraph, table, type DocxParts } from '../../support/manuals/docx-factory.js';
import { zipOf } from '../../support/manuals/zip-factory.js';

const run = (text: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
const listed = (text: string, list: number, level = 0) =>
  paragraph(text, undefined, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);
const PAGE_BREAK = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';

const STYLES =
  '<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault></w:docDefaults>' +
  '<w:style w:type="paragraph" w:default="1" w:styleId="Standard"><w:name w:val="Normal"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="Task Title"/><w:basedOn w:val="berschrift2"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Warn"><w:name w:val="Warning Text"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Fuss"><w:name w:val="footnote text"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Cap"><w:name w:val="caption"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Verz"><w:name w:val="toc 1"/></w:style>';

const level = (index: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
const NUMBERING =
  `<w:abstractNum w:abstractNumId="0">${level(0, 'upperLetter', '%1.')}${level(1, 'decimal', '(%2)')}${level(2, 'lowerRoman', '%1.%2.%3')}</w:abstractNum>` +
  `<w:abstractNum w:abstractNumId="1">${level(0, 'bullet', '\uf0b7')}</w:abstractNum>` +
  `<w:abstractNum w:abstractNumId="2">${level(0, 'decimal', '%1')}</w:abstractNum>` +
  `<w:abstractNum w:abstractNumId="4">${level(0, 'none', 'WARNING:')}</w:abstractNum>` +
  '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>' +
  '<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>' +
  '<w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>' +
  '<w:num w:numId="4"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>' +
  '<w:num w:numId="5"><w:abstractNumId w:val="4"/></w:num>';

describe('Word files', () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'word-files-'))));
  afterAll(() => rm(folder, { recursive: true }));

  async function open(content: Uint8Array, limits = DEFAULT_EXTRACTION_LIMITS): Promise<MarkupSource> {
    const file = path.join(folder, 'file.docx');
    await writeFile(file, content);
    return openDocx(file, limits);
  }

  async function pagesOf(parts: DocxParts): Promise<MarkupBlock[][]> {
    const source = await open(docxOf({ styles: STYLES, numbering: NUMBERING, ...parts }));
    const pages: MarkupBlock[][] = [];
    for await (const page of source.pages(1)) pages.push(page.blocks);
    return pages;
  }

  /** Blocks as `kind level: text`. */
  const shown = async (body: string, parts: Partial<DocxParts> = {}): Promise<string[]> =>
    (await pagesOf({ ...parts, body }))
      .flat()
      .map(
        (block) => `${[block.kind, block.level, block.inline && 'inline'].filter(Boolean).join(' ')}: ${block.text}`,
      );

  it('finds labels of notices that stand apart in bold or before a tab, without a colon', async () => {
    const body =
      listed('Open.', 1) +
      `<w:p>${run('WARNING', '<w:b/>')}${run(' DEPRESSURIZE THE SYSTEM.')}</w:p>` +
      listed('Loosen to 20 Nm.', 1) +
      `<w:p>${run('CAUTION')}<w:r><w:tab/></w:r>${run('HOT SURFACES.')}</w:p>` +
      `<w:p>${run('Warning', '<w:b/>')}${run(' lights go on.')}</w:p>` +
      `<w:tbl><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid><w:tr><w:tc><w:p>${run('1')}</w:p></w:tc><w:tc><w:p>${run('WARNING', '<w:b/>')}${run(' Acid.')}</w:p></w:tc></w:tr></w:tbl>`;
    expect(await shown(body)).toEqual([
      'list_item 1: A. Open.',
      'warning: WARNING DEPRESSURIZE THE SYSTEM.',
      'list_item 1: B. Loosen to 20 Nm.',
      'caution: CAUTION HOT SURFACES.',
      'paragraph: Warning lights go on.',
      'warning: 1 | WARNING Acid.',
    ]);
  });

  it('reads headings by style and outline, their numbers included', async () => {
    const body =
      paragraph('Wheels', 'berschrift1') +
      paragraph('Removal', 'Mine') +
      paragraph('Torque 120 Nm.') +
      paragraph('Brakes', 'berschrift1') +
      paragraph('By outline', undefined, '<w:outlineLvl w:val="2"/>') +
      paragraph('None', 'berschrift2', '<w:outlineLvl w:val="9"/>');
    expect(await shown(body)).toEqual([
      'heading 1: 1 Wheels',
      'heading 2: Removal',
      'paragraph: Torque 120 Nm.',
      'heading 1: 2 Brakes',
      'heading 3: By outline',
      'paragraph: None',
    ]);
  });

  it('counts lists as Word does', async () => {
    const body = [
      listed('Jack', 1),
      listed('Left', 1, 1),
      listed('Right', 1, 1),
      listed('Pin', 1, 2),
      listed('Remove', 1),
      listed('Again', 1, 1),
      listed('Bullet', 2),
      listed('Anew', 4),
      listed('Further', 4),
      listed('Not listed', 0),
    ];
    expect(await shown(body.join(''))).toEqual([
      'list_item 1: A. Jack',
      'list_item 2: (1) Left',
      'list_item 2: (2) Right',
      'list_item 3: A.2.i Pin',
      'list_item 1: B. Remove',
      'list_item 2: (1) Again',
      'list_item 1: • Bullet',
      'list_item 1: A. Anew',
      'list_item 1: B. Further',
      'paragraph: Not listed',
    ]);
  });

  it('finds notices by their capitals, and leaves names', async () => {
    const bold = (text: string, rest = '') =>
      `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>${text}</w:t></w:r><w:r><w:t xml:space="preserve">${rest}</w:t></w:r></w:p>`;
    const text = 'WARNING DEPRESSURIZE THE HYDRAULIC SYSTEM';
    expect(await shown(bold(text) + bold(text, ' before you start.') + bold('WARNING LIGHT', ' on.'))).toEqual([
      `warning: ${text}`,
      `warning: ${text} before you start.`,
      'paragraph: WARNING LIGHT on.',
    ]);
  });

  it('finds notices by wording, by style, by automatic label and in frames', async () => {
    const body =
      paragraph('WARNING') +
      paragraph('HOT BRAKES.') +
      paragraph('Wear gloves.', 'Warn') +
      paragraph('Wear goggles.', 'Warn') +
      listed('DO NOT TOUCH.', 5) +
      paragraph('CAUTION: do not:') +
      listed('drop it', 2) +
      table([[paragraph('CAUTION') + paragraph('Heavy.')]]) +
      table([['NOTE', 'Use jack 7.']]) +
      listed('Open it. WARNING: pressure.', 1);
    expect(await shown(body)).toEqual([
      'warning: WARNING\nHOT BRAKES.',
      'warning: WARNING: Wear gloves.\nWear goggles.',
      'warning: WARNING: DO NOT TOUCH.',
      'caution: CAUTION: do not:\n• drop it',
      'caution: CAUTION\nHeavy.',
      'note: NOTE | Use jack 7.',
      'list_item 1: A. Open it.',
      'warning inline: WARNING: pressure.',
    ]);
  });

  it('keeps tables as rows, captions as figures, contents out of the headings', async () => {
    const columns = (...lines: string[]) => lines.map((line) => paragraph(line)).join('');
    const body =
      paragraph('Removal 4', 'Verz') +
      paragraph('Table 1 Torques', 'Cap') +
      table([
        ['Item', 'Nm', ''],
        [paragraph('Bolt') + paragraph('long'), '120', 'dry'],
        [columns('A', '', 'B', 'C'), columns('1', '', '2', '3', ''), columns('x', 'y', 'z', 'w')],
        ['', '', ''],
      ]);
    expect(await shown(body)).toEqual([
      'table_row: Removal 4',
      'figure: Table 1 Torques',
      'table_row: Item | Nm |',
      'table_row: Bolt long | 120 | dry',
      'table_row: A | 1 | x',
      'table_row: | | y',
      'table_row: B | 2 | z',
      'table_row: C | 3 | w',
    ]);
  });

  it('keeps values of a cell apart, and says where it cannot be told to what they belong', async () => {
    const columns = (...lines: string[]) => lines.map((line) => paragraph(line)).join('');
    const body = table([
      [columns('Bolt', 'Nut'), columns('1', '200 Nm', '(see below)')],
      [columns('', 'Pressure', 'Torque', 'Gap'), columns('43 000', '120', '0.5')],
      [columns('Wipe', 'Dry', 'Grease', 'Close'), columns('Rag', 'Air', 'Brush')],
    ]);
    expect(await shown(body)).toEqual([
      'table_row: Bolt Nut | 1; 200 Nm (see below)',
      'table_row: Pressure Torque Gap | 43 000; 120; 0.5',
      'table_row: Wipe Dry Grease Close | Rag Air Brush',
    ]);
    expect((await open(docxOf({ body }))).warnings).toEqual([
      'Lists of values in table cells on page(s) 1 do not correspond line by line: check them against the file.',
    ]);
    const other = table([[columns('Wipe', 'Dry', 'Grease', 'Close'), columns('Rag', 'Air', 'Brush')]]);
    expect((await open(docxOf({ body: other }))).warnings).toEqual([]);
  });

  it('leaves out what was deleted or is hidden, and says so', async () => {
    const body =
      `<w:p>${run('Keep')}<w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins>${run(' this')}</w:ins>` +
      `<w:moveFrom>${run('moved')}</w:moveFrom>${run('secret', '<w:vanish/>')}${run('.', '<w:vanish w:val="0"/>')}</w:p>` +
      '<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:r><w:t>One </w:t></w:r></w:p>' +
      paragraph('paragraph', 'berschrift2') +
      '<w:tbl><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid>' +
      `<w:tr><w:trPr><w:del/></w:trPr><w:tc>${paragraph('old')}</w:tc><w:tc>${paragraph('row')}</w:tc></w:tr>` +
      `<w:tr><w:tc>${paragraph('new')}</w:tc><w:tc>${paragraph('row')}</w:tc></w:tr></w:tbl>`;
    expect(await shown(body)).toEqual(['paragraph: Keep this.', 'heading 2: One paragraph', 'table_row: new | row']);
    const { warnings } = await open(docxOf({ body }));
    expect(warnings).toEqual([
      expect.stringContaining('tracked changes'),
      'Text that is not shown was left out on page(s) 1.',
    ]);
  });

  it('reads text boxes once, footnotes behind their paragraph, symbols and fields', async () => {
    const box = (text: string) => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`;
    const body =
      `<w:p>${run('See box')}<w:r><mc:AlternateContent><mc:Choice><wps:txbx>${box('In the box')}</wps:txbx></mc:Choice>` +
      `<mc:Fallback><w:pict>${box('In the box')}</w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>` +
      `<w:p>${run('Apply')}<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="1"/></w:r></w:p>` +
      `<w:p>${run('20')}<w:r><w:sym w:font="Symbol" w:char="F0B0"/></w:r>${run('C')}<w:r><w:tab/><w:noBreakHyphen/></w:r>` +
      `<w:r><w:instrText>PAGE</w:instrText></w:r>${run('5')}<m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath></w:p>`;
    const footnotes =
      `<w:footnote w:id="0" w:type="separator">${paragraph('line')}</w:footnote>` +
      `<w:footnote w:id="2">${paragraph('Grease 4.', 'Fuss')}</w:footnote>`;
    const endnotes = `<w:endnote w:id="1">${paragraph('Ref 9.')}</w:endnote>`;
    expect(await shown(body, { footnotes, endnotes })).toEqual([
      'paragraph: See box',
      'paragraph: In the box',
      'paragraph: Apply [1] [1]',
      'paragraph: Footnote 1: Grease 4.',
      'paragraph: Endnote 1: Ref 9.',
      'paragraph: 20°C -5x=1',
    ]);
  });

  it('puts headers and footers once on the first page', async () => {
    const header = paragraph('AMM 32-41');
    const parts = { headers: [header, header], footers: [paragraph('7'), paragraph('Page 7 of 9')] };
    expect(await shown(paragraph('Text.'), parts)).toEqual([
      'paragraph: AMM 32-41',
      'paragraph: Page 7 of 9',
      'paragraph: Text.',
    ]);
  });

  it('ends pages where the file does, and cuts long ones between blocks', async () => {
    const section = '<w:sectPr/>';
    const continuous = '<w:sectPr><w:type w:val="continuous"/></w:sectPr>';
    const body =
      paragraph('One') +
      PAGE_BREAK +
      PAGE_BREAK +
      `<w:p>${run('Two')}<w:r><w:br w:type="page"/></w:r>${run('three')}</w:p>` +
      paragraph('Four', undefined, '<w:pageBreakBefore/>') +
      paragraph('still four', undefined, continuous) +
      paragraph('four, the end', undefined, section) +
      table(Array.from({ length: 40 }, (_, i) => [`${i}`, 'x'.repeat(200)]));
    const pages = await pagesOf({ body });
    expect(pages.slice(0, 4).map((blocks) => blocks.map(({ text }) => text))).toEqual([
      ['One'],
      ['Two'],
      ['three'],
      ['Four', 'still four', 'four, the end'],
    ]);
    expect(pages.slice(4).map(({ length }) => length)).toEqual([14, 14, 12]);
  });

  it('tells title, language and outline, and reads again from any page', async () => {
    const body =
      paragraph('Wheels', 'berschrift1') + PAGE_BREAK + paragraph('Brakes', 'berschrift1') + paragraph('Hot.');
    const core = '<dc:title> Wheel manual </dc:title><dc:creator>Somebody</dc:creator>';
    const source = await open(docxOf({ body, core, styles: STYLES, numbering: NUMBERING }));
    expect(source.document).toEqual({
      page_count: 2,
      title: 'Wheel manual',
      language: 'en-GB',
      outline: [
        { title: '1 Wheels', page_number: 1, level: 1 },
        { title: '2 Brakes', page_number: 2, level: 1 },
      ],
    });
    const second = await source.pages(2).next();
    expect(second.value).toMatchObject({ page_number: 2, blocks: [{ text: '2 Brakes' }, { text: 'Hot.' }] });
  });

  it('understands other prefixes and the strict standard', async () => {
    const strict = 'http://purl.oclc.org/ooxml/wordprocessingml/main';
    const document = `<x:document xmlns:x="${strict}"><x:body><x:p><x:pPr><x:pStyle x:val="berschrift2"/></x:pPr><x:r><x:t>Strict</x:t></x:r></x:p></x:body></x:document>`;
    expect(await shown('', { raw: { 'word/document.xml': document } })).toEqual(['heading 2: Strict']);
  });

  describe('hostile', () => {
    const document = (doctype: string, text: string) =>
      `<?xml version="1.0"?>${doctype}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraph(text)}</w:body></w:document>`;
    const lol = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');
    const withPart = (name: string, content: string) => docxOf({ body: '', styles: STYLES, raw: { [name]: content } });

    it.each<[string, () => Buffer, string]>([
      [
        'entities that expand',
        () => withPart('word/document.xml', document(`<!DOCTYPE w:document [<!ENTITY l0 "lol">${lol}]>`, '&l9;')),
        'docx_doctype',
      ],
      [
        'an entity that is a file',
        () => withPart('word/document.xml', document('<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>', '&f;')),
        'docx_doctype',
      ],
      ['a document type in its styles', () => withPart('word/styles.xml', '<!DOCTYPE x><x/>'), 'docx_doctype'],
      ['no document', () => zipOf({ '[Content_Types].xml': '<Types/>' }), 'corrupt'],
      ['half a document', () => withPart('word/document.xml', document('', 'x').slice(0, 150)), 'corrupt'],
      ['half of its bytes', () => docxOf({ body: paragraph('x'.repeat(999)) }).subarray(0, 600), 'corrupt'],
      ['nothing but nesting', () => docxOf({ body: '<w:sdt>'.repeat(200_000) }), 'too_complex'],
      ['a bomb', () => docxOf({ body: paragraph(' '.repeat(64 * 1024 ** 2)) }), 'archive_ratio'],
    ])('is refused with %s', async (_what, content, code) => {
      await expect(open(content())).rejects.toMatchObject({ code });
    });

    it('is refused by the bytes and the text it really holds', async () => {
      const noise = Array.from({ length: 40_000 }, (_, i) => (i * 2_654_435_761).toString(36)).join(' ');
      const content = docxOf({ body: paragraph(noise) });
      const archive = { ...DEFAULT_EXTRACTION_LIMITS.archive, max_entry_bytes: 10_000 };
      await expect(open(content, { ...DEFAULT_EXTRACTION_LIMITS, archive })).rejects.toMatchObject({
        code: 'archive_entry_size',
      });
      const small = { ...DEFAULT_EXTRACTION_LIMITS, max_file_text_bytes: 10_000 };
      await expect(open(content, small)).rejects.toMatchObject({ code: 'too_much_text' });
      const pages = docxOf({ body: `${paragraph('x')}${PAGE_BREAK}`.repeat(4) });
      await expect(open(pages, { ...DEFAULT_EXTRACTION_LIMITS, max_pages: 3 })).rejects.toMatchObject({
        code: 'too_many_pages',
      });
    });

    it('reads nothing outside of itself', async () => {
      const rels =
        '<Relationships><Relationship Id="r1" Type="x/attachedTemplate" Target="http://127.0.0.1:9/t.dotm" TargetMode="External"/>' +
        '<Relationship Id="r2" Type="x/footer" Target="../../../etc/passwd"/>' +
        '<Relationship Id="r3" Type="x/header" Target="file:///etc/passwd" TargetMode="External"/></Relationships>';
      expect(await shown(paragraph('Text.'), { raw: { 'word/_rels/document.xml.rels': rels } })).toEqual([
        'paragraph: Text.',
      ]);
    });
  });

  it('keeps numbers apart, leaves out what is struck, and says so', async () => {
    const m = (content: string) => `<m:oMath>${content}</m:oMath>`;
    const t = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
    const body =
      `<w:p>${run('1')}${m(`<m:f><m:num>${t('1')}</m:num><m:den>${t('2')}</m:den></m:f>`)}${run(' turn')}</w:p>` +
      `<w:p>${m(`<m:sSup><m:e>${t('10')}</m:e><m:sup>${t('5')}</m:sup></m:sSup>`)}${run(' Pa')}</w:p>` +
      `<w:p>${run('40')}${run('2', '<w:vertAlign w:val="superscript"/>')}${run(' Nm')}</w:p>` +
      `<w:p>${run('50', '<w:strike/>')}${run('55 Nm')}</w:p>` +
      `<w:p><w:r><w:t>5</w:t><w:sym w:font="Symbol MT" w:char="F06D"/><w:t>m</w:t></w:r><w:r><w:sym w:font="Odd" w:char="F041"/></w:r></w:p>` +
      `<w:p>${run('\uf0b1', '<w:rFonts w:ascii="Symbol"/>')}${run(' 2 Nm')}</w:p>`;
    expect(await shown(body)).toEqual([
      'paragraph: 1 1/2 turn',
      'paragraph: 10⁵ Pa',
      'paragraph: 40² Nm',
      'paragraph: 55 Nm',
      'paragraph: 5µm\ufffd',
      'paragraph: ± 2 Nm',
    ]);
    expect((await open(docxOf({ body }))).warnings).toEqual([
      'Struck or deleted text was left out on page(s) 1.',
      'Characters that the file does not identify are shown as \ufffd on page(s) 1: check them against the file.',
    ]);
  });

  it('repeats cells over several rows and keeps columns', async () => {
    const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
    const body =
      '<w:tbl><w:tblGrid><w:gridCol/><w:gridCol/><w:gridCol/></w:tblGrid>' +
      `<w:tr>${cell('Bolt', '<w:vMerge w:val="restart"/>')}${cell('1/4')}${cell('40 Nm')}</w:tr>` +
      `<w:tr>${cell('', '<w:vMerge/>')}${cell('3/8')}${cell('60 Nm')}</w:tr>` +
      `<w:tr>${cell('Nut', '<w:gridSpan w:val="2"/>')}${cell('80 Nm')}</w:tr>` +
      `<w:tr><w:trPr><w:gridBefore w:val="2"/></w:trPr>${cell('90 Nm')}</w:tr></w:tbl>`;
    expect(await shown(body)).toEqual([
      'table_row: Bolt | 1/4 | 40 Nm',
      'table_row: Bolt | 3/8 | 60 Nm',
      'table_row: Nut | | 80 Nm',
      'table_row: | | 90 Nm',
    ]);
  });
});
