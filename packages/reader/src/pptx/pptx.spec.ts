import { officeOf, pptxOf, shapeOf, type SlideParts } from '../../../../test/support/manuals/office-factory.js';
import { readFile } from '../../../../test/support/manuals/read-file.js';
import { PPTX } from './pptx-format.js';

const INCH = 914_400;
const TITLE = 'type="title"';
const run = (text: string, properties = '') => `<a:r><a:rPr ${properties}/><a:t>${text}</a:t></a:r>`;
const line = (content: string, properties = '') => `<a:p>${properties}${content}</a:p>`;
const pagesOf = async (...slides: SlideParts[]) => (await readFile(pptxOf(slides))).pages;

describe('presentations', () => {
  it('have a page for each slide, in the order of the presentation, with notes after it', async () => {
    const first = {
      shapes: shapeOf('Torque the bolt to 12 N·m.', [0, 2 * INCH]) + shapeOf('Wheel change', [0, 0], TITLE),
      notes:
        shapeOf('Slide picture', [0, 0], 'type="sldImg"') +
        shapeOf('Show the old bolt.', undefined, 'type="body" idx="1"'),
    };
    const hidden: SlideParts = { shapes: shapeOf('Old', [0, 0], TITLE), hidden: true };
    expect(await readFile(pptxOf([first, hidden, { shapes: shapeOf('No title.') }]))).toMatchObject({
      mediaType: PPTX,
      document: {
        page_count: 2,
        outline: [{ title: 'Wheel change' }, { title: 'Speaker notes' }, { title: 'Slide 3' }],
      },
      pages: [
        [
          'heading 1: Wheel change',
          'paragraph: Torque the bolt to 12 N·m.',
          'heading 2: Speaker notes',
          'paragraph: Show the old bolt.',
        ],
        ['heading 1: Slide 3', 'paragraph: No title.'],
      ],
      passages: [
        { section: ['Wheel change'] },
        { section: ['Wheel change', 'Speaker notes'] },
        { section: ['Slide 3'] },
      ],
      warnings: ['Hidden slides were not read: 2.'],
    });
  });

  it('are read from the top and from the left, in groups and placeholders too', async () => {
    const group =
      `<p:grpSp><p:grpSpPr><a:xfrm><a:off x="${5 * INCH}" y="${INCH}"/><a:ext cx="100" cy="100"/><a:chOff x="0" y="0"/><a:chExt cx="50" cy="50"/></a:xfrm></p:grpSpPr>` +
      `${shapeOf('right lower', [0, INCH])}${shapeOf('right', [0, 0])}</p:grpSp>`;
    const shapes = [
      shapeOf('lowest', undefined, 'type="body" idx="7"'),
      shapeOf('last', [0, 6 * INCH]),
      group,
      shapeOf('left', [0, INCH + 90_000]),
      shapeOf('of the master', undefined, 'type="pic" idx="99"'),
      shapeOf('8', [0, 0], 'type="sldNum"'),
    ];
    const layout = shapeOf('', [0, 5 * INCH], 'type="body" idx="7"');
    const master = shapeOf('', [0, 4 * INCH], 'type="pic"');
    expect(await pagesOf({ shapes: shapes.join(''), layout, master })).toEqual([
      [
        'heading 1: Slide 1',
        'paragraph: left',
        'paragraph: right',
        'paragraph: right lower',
        'paragraph: of the master',
        'list_item 1: • lowest',
        'paragraph: last',
      ],
    ]);
  });

  it('have lists, raised and struck text, formulas and notices', async () => {
    const numbered = (level: number, type: string) => `<a:pPr lvl="${level}"><a:buAutoNum type="${type}"/></a:pPr>`;
    const text = [
      line(run('Open', ''), numbered(0, 'arabicPeriod')),
      line(run('left'), numbered(1, 'alphaLcParenBoth')),
      line(run('right'), numbered(1, 'alphaLcParenBoth')),
      line(run('Close'), numbered(0, 'arabicPeriod')),
      line(run('Again'), '<a:pPr><a:buAutoNum type="romanUcParenR" startAt="4"/></a:pPr>'),
      line(run('40 ', 'strike="sngStrike"') + run('10') + run('3', 'baseline="30000"') + '<a:br/>' + run('N')),
      line(run('WARNING', 'b="1"') + run(' HOT OIL BURNS.')),
      line(
        '<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>',
      ),
      line('<a:fld type="slidenum"><a:t>7</a:t></a:fld>'),
    ].join('');
    const { pages, warnings } = await readFile(pptxOf([{ shapes: shapeOf(text) }]));
    expect(pages).toEqual([
      [
        'heading 1: Slide 1',
        'list_item 1: 1. Open',
        'list_item 2: (a) left',
        'list_item 2: (b) right',
        'list_item 1: 2. Close',
        'list_item 1: IV) Again',
        'paragraph: 10³\nN',
        'warning: WARNING HOT OIL BURNS.',
        'paragraph: 1/2',
      ],
    ]);
    expect(warnings).toEqual(['Struck or deleted text was left out on page(s) 1.']);
  });

  const named = (owner: string, attributes: string) => `<p:nv${owner}Pr><p:cNvPr ${attributes}/></p:nv${owner}Pr>`;
  const HIDDEN = 'Text that is not shown was left out on page(s) 1.';
  it.each<[string, string]>([
    ['a hidden shape', `<p:sp>${named('Sp', 'hidden="1"')}<p:txBody>${line(run('99'))}</p:txBody></p:sp>`],
    [
      'a hidden title',
      `<p:sp><p:nvSpPr><p:cNvPr hidden="1"/><p:nvPr><p:ph ${TITLE}/></p:nvPr></p:nvSpPr><p:txBody>${line(run('99'))}</p:txBody></p:sp>`,
    ],
    ['a hidden group', `<p:grpSp>${named('GrpSp', 'hidden="true"')}<p:grpSp>${shapeOf('99')}</p:grpSp></p:grpSp>`],
    ['a shape left of the slide', shapeOf('99', [-9 * INCH, 0])],
    ['a shape below the slide', shapeOf('99', [0, 8 * INCH])],
    ['a placeholder above the slide', shapeOf('99', undefined, 'type="body" idx="3"')],
    [
      'a group right of the slide',
      `<p:grpSp><p:grpSpPr><a:xfrm><a:off x="${11 * INCH}" y="0"/><a:ext cx="9" cy="9"/><a:chOff x="0" y="0"/><a:chExt cx="9" cy="9"/></a:xfrm></p:grpSpPr>${shapeOf('99', [0, 0])}</p:grpSp>`,
    ],
    [
      'a covered cell',
      `<p:graphicFrame><a:tbl><a:tr><a:tc hMerge="1"><a:txBody>${line(run('99'))}</a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>`,
    ],
  ])('leave out the text of %s, with a warning', async (_what, shapes) => {
    const layout = shapeOf('', [0, -INCH], 'type="body" idx="3"');
    const { pages, warnings } = await readFile(pptxOf([{ shapes: shapes + shapeOf('Torque 10', [0, INCH]), layout }]));
    expect({ pages, warnings }).toEqual({
      pages: [['heading 1: Slide 1', 'paragraph: Torque 10']],
      warnings: [HIDDEN],
    });
  });

  it('leave out diagrams in hidden frames, with a warning', async () => {
    const frame = `<p:graphicFrame>${named('GraphicFrame', 'hidden="1"')}<dgm:relIds xmlns:dgm="http://x"/></p:graphicFrame>`;
    const relations = { d: ['diagramData', '../d.xml'] } as const;
    const text = `<a:p xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:r><a:t>99</a:t></a:r></a:p>`;
    const { pages, warnings } = await readFile(pptxOf([{ shapes: frame, relations }], { 'ppt/d.xml': text }));
    expect({ pages, warnings }).toEqual({ pages: [['heading 1: Slide 1']], warnings: [HIDDEN] });
  });

  it('leave out text that its list style strikes out, and warn about such styles of layouts', async () => {
    const style = '<a:lstStyle><a:lvl2pPr><a:defRPr strike="sngStrike"/></a:lvl2pPr></a:lstStyle>';
    const second = '<a:pPr lvl="1"/>';
    const text = line(run('10')) + line(run('99'), second) + line(run('20', 'strike="noStrike"'), second);
    const cells = [style + line(run('99'), second), line(run('30'), second)];
    const table = `<p:graphicFrame><a:tbl><a:tr>${cells.map((cell) => `<a:tc><a:txBody>${cell}</a:txBody></a:tc>`).join('')}</a:tr></a:tbl></p:graphicFrame>`;
    const struck = shapeOf(style + line(run('40 ', 'strike="sngStrike"') + run('Bolts')), [0, 0], TITLE);
    const { pages, warnings } = await readFile(
      pptxOf([
        { shapes: shapeOf(style + text) + table },
        { shapes: shapeOf('Nuts', [0, 0], TITLE), layout: shapeOf(style + line('')) },
        { shapes: struck },
      ]),
    );
    expect(pages).toEqual([
      ['heading 1: Slide 1', 'paragraph: 10', 'paragraph: 20', 'row: | 30'],
      ['heading 1: Nuts'],
      ['heading 1: Bolts'],
    ]);
    expect(warnings).toEqual([
      'Struck or deleted text was left out on page(s) 1, 3.',
      'Lines through text on page(s) 2 may strike it out: check it against the file.',
    ]);
  });

  it('are read with the first known alternative, or else the fallback', async () => {
    const choice = (requires: string, text: string) => `<mc:Choice Requires="${requires}">${shapeOf(text)}</mc:Choice>`;
    const alternatives = (...choices: string[]) =>
      `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">${choices.join('')}<mc:Fallback>${shapeOf('fallback')}</mc:Fallback></mc:AlternateContent>`;
    const shapes =
      alternatives(choice('zzz', 'unknown')) +
      alternatives(choice('a14 zzz', 'unknown'), choice('p14', 'known'), choice('p14', 'second'));
    expect(await pagesOf({ shapes })).toEqual([['heading 1: Slide 1', 'paragraph: fallback', 'paragraph: known']]);
  });

  it('have tables, with merged cells and the units of their header', async () => {
    const cell = (text: string, attributes = '') =>
      `<a:tc ${attributes}><a:txBody>${line(run(text))}</a:txBody></a:tc>`;
    const row = (...cells: string[]) => `<a:tr>${cells.join('')}</a:tr>`;
    const table =
      '<p:graphicFrame><p:xfrm><a:off x="0" y="0"/></p:xfrm><a:graphic><a:tbl><a:tblPr firstRow="1"/>' +
      row(cell('Size'), cell('Torque (N·m)'), cell('Note')) +
      row(cell('M6', 'rowSpan="2"'), cell('9'), cell('dry | wet')) +
      row(cell('', 'vMerge="1"'), cell('10', 'gridSpan="2"'), cell('', 'hMerge="1"')) +
      '</a:tbl></a:graphic></p:graphicFrame>';
    const { pages, passages } = await readFile(pptxOf([{ shapes: shapeOf('Torques', [0, 0], TITLE) + table }]));
    expect(pages).toEqual([
      ['heading 1: Torques', 'header: Size | Torque (N·m) | Note', 'row: M6 | 9 | dry / wet', 'row: M6 | 10 |'],
    ]);
    expect(passages[0]!.columns).toEqual(['Size', 'Torque (N·m)', 'Note']);
  });

  it('have the text of diagrams, footers once, and a warning about comments', async () => {
    const footer = shapeOf('Uncontrolled if printed', undefined, 'type="ftr"');
    const diagram =
      '<dgm:dataModel xmlns:dgm="http://x" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:pt><dgm:t><a:p><a:r><a:t>Remove</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>';
    const relations = { d: ['diagramData', '../d.xml'], c: ['comments', '../c.xml'] } as const;
    const file = pptxOf([{ shapes: footer, relations }, { shapes: footer }], {
      'ppt/d.xml': diagram,
      'ppt/c.xml': '<c/>',
    });
    expect(await readFile(file)).toMatchObject({
      pages: [
        ['heading 1: Slide 1', 'paragraph: Remove', 'paragraph: Uncontrolled if printed'],
        ['heading 1: Slide 2'],
      ],
      warnings: ['Comments on page(s) 1 were left out.'],
    });
  });

  it.each<[string, () => Buffer, string]>([
    ['a slide twice', () => pptxOf([{ shapes: '' }], { 'ppt/presentation.xml': doubled('s0') }), 'corrupt'],
    ['a slide without a part', () => pptxOf([], { 'ppt/presentation.xml': doubled('s0') }), 'corrupt'],
    ['too many slides', () => pptxOf(Array.from({ length: 6 }, () => ({ shapes: '' }))), 'too_many_pages'],
    ['nested groups', () => pptxOf([{ shapes: '<p:grpSp>'.repeat(300) + '</p:grpSp>'.repeat(300) }]), 'too_complex'],
    [
      'an entity',
      () => pptxOf([], { 'ppt/presentation.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }),
      'docx_doctype',
    ],
    ['too much text', () => pptxOf([{ shapes: shapeOf('x'.repeat(10_001)) }]), 'too_much_text'],
  ])('with %s end with a code', async (_what, make, code) => {
    await expect(readFile(make(), { max_pages: 5, max_file_text_bytes: 10_000 })).rejects.toMatchObject({ code });
  });

  it('are refused with macros', async () => {
    const macros = officeOf('ppt/presentation.xml', 'presentationml.presentation', {
      'ppt/presentation.xml': '<a/>',
      'ppt/vbaProject.bin': 'x',
    });
    await expect(readFile(macros)).rejects.toMatchObject({ reason: 'macros' });
  });
});

function doubled(id: string): string {
  const slide = `<p:sldId xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="${id}"/>`;
  return `<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main">${slide}${slide}</p:presentation>`;
}
