import { zipSync, strToU8 } from 'fflate';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  dataModule,
  dmRef,
  oldDataModule,
  OLD_REMOVAL,
  publicationModule,
  REMOVAL,
  type ModuleOptions,
} from '../../../../test/support/manuals/s1000d-modules.js';
import { DEFAULT_EXTRACTION_LIMITS, type ExtractionLimits } from '../limits/extraction-limits.js';
import type { MarkupPage, MarkupSource } from '../document/page-source.js';
import { openPackage } from './package-source.js';
import { openS1000d } from './s1000d-source.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 's1000d-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;

async function open(
  content: string | Record<string, string>,
  bounds: Partial<ExtractionLimits> = {},
): Promise<MarkupSource> {
  const file = path.join(folder, `file-${(files += 1)}`);
  const limits = { ...DEFAULT_EXTRACTION_LIMITS, ...bounds };
  if (typeof content === 'string') {
    writeFileSync(file, content);
    return openS1000d(file, limits);
  }
  writeFileSync(
    file,
    zipSync(Object.fromEntries(Object.entries(content).map(([name, text]) => [name, strToU8(text)]))),
  );
  return openPackage(file, limits);
}

async function pagesOf(source: MarkupSource, from = 1): Promise<MarkupPage[]> {
  const pages: MarkupPage[] = [];
  for await (const page of source.pages(from)) pages.push(page);
  await source.close();
  return pages;
}

const titles = (pages: MarkupPage[]) =>
  pages.flatMap(({ page_number, blocks }) =>
    blocks.filter(({ kind, level }) => kind === 'heading' && level === 1).map(({ text }) => `${page_number} ${text}`),
  );

const described = (information: string, text: string, options: ModuleOptions = {}) =>
  dataModule(`<description><levelledPara><title>T</title><para>${text}</para></levelledPara></description>`, {
    information,
    informationName: `Info ${information}`,
    ...options,
  });

const entry = (...modules: string[]) =>
  modules.map((information) => dmRef({ information }, `Main wheel - Info ${information}`)).join('');

describe('a module alone', () => {
  it('is cut into pages, has its headings as outline, and goes on from any page', async () => {
    const paragraphs = Array.from({ length: 60 }, (_, i) => `<para>Paragraph ${i} ${'word '.repeat(40)}</para>`).join(
      '',
    );
    const source = await open(
      dataModule(`<description><levelledPara><title>Wheel</title>${paragraphs}</levelledPara></description>`),
    );
    expect(source.document).toMatchObject({
      title: 'Main wheel - Removal',
      language: 'en-US',
      outline: [
        { title: 'Main wheel - Removal', page_number: 1, level: 1 },
        { title: 'Wheel', page_number: 1, level: 2 },
      ],
      s1000d: {
        dmc: 'SKARV46-A-32-41-00-00A-520A-A',
        issue: '003',
        in_work: '00',
        issue_date: '2024-05-01',
        security: '01',
        applicability: 'Serial numbers 001 to 040',
        type: 'description',
      },
    });
    const pages = await pagesOf(source);
    expect(pages.length).toBeGreaterThan(3);
    expect(source.document.page_count).toBe(pages.length);
    expect(await pagesOf(source, 3)).toEqual(pages.slice(2));
  });

  it('says which warnings it keeps elsewhere', async () => {
    const source = await open(
      dataModule(
        `<warningsAndCautionsRef><warningRef id="w" warningIdentNumber="W-7">${dmRef({ information: '012' })}</warningRef></warningsAndCautionsRef><procedure><mainProcedure><proceduralStep warningRefs="w"><para>A</para></proceduralStep></mainProcedure></procedure>`,
      ),
    );
    expect(source.warnings).toEqual([
      'WARNINGs and CAUTIONs from data modules that are not in this file are shown by number only: W-7.',
    ]);
  });

  it('may be a publication, of which the entries are shown', async () => {
    const source = await open(
      publicationModule(`<pmEntry><pmEntryTitle>Wheels</pmEntryTitle><pmEntry>${entry('520')}</pmEntry></pmEntry>`),
    );
    expect(source.document).toMatchObject({
      title: 'Skarv 46 Maintenance Manual',
      s1000d: { dmc: 'SKARV46-K1234-00001-00', type: 'pm' },
    });
    const [page] = await pagesOf(source);
    expect(page!.blocks.map(({ text }) => text)).toEqual([
      'Skarv 46 Maintenance Manual',
      'PMC-SKARV46-K1234-00001-00, issue 002-00, 2024-06-01',
      'Wheels',
      '• DMC-SKARV46-A-32-41-00-00A-520A-A (Main wheel - Info 520)',
    ]);
  });

  it.each([
    ['xml_unknown', '<svg><script>alert(1)</script></svg>'],
    ['xml_malformed', '<dmodule><content><para>cut off'],
    [
      'xml_entities',
      described('520', '&a;', {
        subset: `<!ENTITY a "${'&b;'.repeat(1_000)}"><!ENTITY b "${'&c;'.repeat(1_000)}"><!ENTITY c "x">`,
      }),
    ],
    ['xml_nesting', `<dmodule>${'<content>'.repeat(300)}`],
    ['empty', ''],
  ])('is refused as %s', async (code, file) => {
    await expect(open(file)).rejects.toMatchObject({ code });
  });

  it('is refused when it has more pages than a document may have', async () => {
    const long = described('040', 'word '.repeat(1_000));
    await expect(
      open(dataModule(`<description>${'<para>'.concat('x '.repeat(1_500), '</para>').repeat(5)}</description>`), {
        max_pages: 3,
      }),
    ).rejects.toMatchObject({ code: 'too_many_pages' });
    await expect(open({ 'a.xml': long, 'b.xml': described('041', 'x') }, { max_pages: 1 })).rejects.toMatchObject({
      code: 'too_many_pages',
    });
  });
});

describe('a package', () => {
  it('is read in the order of its publication, each module from a page of its own', async () => {
    const source = await open({
      'csdb/1.xml': described('040', 'first by code'),
      'csdb/2.XML': described('520', `${'long '.repeat(500)}</para><para>${'more '.repeat(200)}`),
      'csdb/3': described('720', 'third'),
      'csdb/4.xml': described('920', 'in no publication'),
      'csdb/PMC-1.xml': publicationModule(
        `<pmEntry><pmEntryTitle>Chapter 32</pmEntryTitle><pmEntry><pmEntryTitle>Wheels</pmEntryTitle>${entry('720', '520', '333')}</pmEntry><pmEntry><pmEntryTitle>Empty</pmEntryTitle>${entry('334')}</pmEntry></pmEntry><pmEntry>${entry('040', '720')}</pmEntry>`,
      ),
      'csdb/ICN-SKARV46-00001.CGM': 'x',
      'csdb/ICN-SKARV46-00002.svg': '<svg/>',
      'inner.zip': 'PK\u0003\u0004',
      'readme.txt': 'hello',
      'ddn.xml': '<ddn/>',
      'broken.xml': '<dmodule><',
    });
    expect(source.document).toMatchObject({
      title: 'Skarv 46 Maintenance Manual',
      language: 'en-GB',
      s1000d: { dmc: 'SKARV46-K1234-00001-00', type: 'pm', issue_date: '2024-06-01' },
      outline: [
        { title: 'Chapter 32', page_number: 1, level: 1 },
        { title: 'Wheels', page_number: 1, level: 2 },
        { title: 'Main wheel - Info 720', page_number: 1, level: 3 },
        { title: 'Main wheel - Info 520', page_number: 2, level: 3 },
        { title: 'Main wheel - Info 040', page_number: 4, level: 1 },
        { title: 'Main wheel - Info 920', page_number: 5, level: 1 },
      ],
    });
    expect(source.warnings).toEqual([
      'Files in the package that are not data modules were left out: 2 graphics, 1 zip, 1 txt, 1 xml.',
      'Files in the package that cannot be read were left out: broken.xml.',
      'Data modules that the publication names are not in the package (2): DMC-SKARV46-A-32-41-00-00A-333A-A, DMC-SKARV46-A-32-41-00-00A-334A-A.',
    ]);
    const pages = await pagesOf(source);
    expect(pages.map(({ page_number }) => page_number)).toEqual([1, 2, 3, 4, 5]);
    expect(titles(pages)).toEqual([
      '1 Main wheel - Info 720',
      '2 Main wheel - Info 520',
      '4 Main wheel - Info 040',
      '5 Main wheel - Info 920',
    ]);
  });

  it('goes on from any page', async () => {
    const files = {
      'a.xml': described('040', 'x'),
      'b.xml': described('520', `${'long '.repeat(500)}</para><para>${'more '.repeat(200)}`),
      'c.xml': described('720', 'z'),
    };
    const all = await pagesOf(await open(files));
    expect(all).toHaveLength(4);
    for (const from of [2, 3, 4, 5]) expect(await pagesOf(await open(files), from)).toEqual(all.slice(from - 1));
  });

  it('counts the highest issue of a module, each language by itself', async () => {
    const source = await open({
      'a.xml': described('040', 'old', { issue: '009', inWork: '00' }),
      'b.xml': described('040', 'new', { issue: '010', inWork: '00' }),
      'c.xml': described('040', 'draft of new', { issue: '009', inWork: '03' }),
      'd.xml': described('040', 'neu', { issue: '001', language: ['de', 'DE'] }),
    });
    expect(source.warnings).toEqual([
      'Older issues of data modules were left out: SKARV46-A-32-41-00-00A-040A-A_009-00, SKARV46-A-32-41-00-00A-040A-A_009-03.',
    ]);
    const texts = (await pagesOf(source)).flatMap(({ blocks }) => blocks.map(({ text }) => text));
    expect(texts).toEqual(expect.arrayContaining(['new', 'neu']));
    expect(texts).not.toEqual(expect.arrayContaining(['old']));
  });

  it('takes warnings from its repository, and titles from its modules', async () => {
    const source = await open({
      'a.xml': dataModule(
        `<warningsAndCautionsRef><warningRef id="w" warningIdentNumber="W-7">${dmRef({ information: '012' })}</warningRef></warningsAndCautionsRef><procedure><mainProcedure><proceduralStep warningRefs="w"><para>Refer to ${dmRef({ information: '040' })}.</para></proceduralStep></mainProcedure></procedure>`,
      ),
      'b.xml': dataModule(
        '<commonRepository><warningRepository><warningSpec><warningIdent warningIdentNumber="W-7"/><warningAlts><warning><warningAndCautionPara>Keep clear.</warningAndCautionPara></warning></warningAlts></warningSpec></warningRepository></commonRepository>',
        { information: '012' },
      ),
      'c.xml': described('040', 'x'),
    });
    expect(source.warnings).toEqual([]);
    const blocks = (await pagesOf(source)).flatMap((page) => page.blocks);
    expect(blocks).toContainEqual({ kind: 'warning', text: 'WARNING: Keep clear.', reach: { step: 1 } });
    expect(blocks.map(({ text }) => text)).toContain(
      '1. Refer to DMC-SKARV46-A-32-41-00-00A-040A-A (Main wheel - Info 040).',
    );
  });

  it('may hold modules of any issue, or one alone', async () => {
    const source = await open({ 'old.xml': oldDataModule(OLD_REMOVAL) });
    expect(source.document.s1000d?.dmc).toBe('SKARV46-A-32-41-00-00A-520A-A');
    const [old] = await pagesOf(source);
    const [current] = await pagesOf(await open({ 'new.xml': dataModule(REMOVAL) }));
    expect(old!.blocks).toEqual(current!.blocks);
  });

  it('may hold publications alone', async () => {
    const source = await open({ 'pm.xml': publicationModule(`<pmEntry>${entry('520')}</pmEntry>`) });
    expect(titles(await pagesOf(source))).toEqual(['1 Skarv 46 Maintenance Manual']);
  });

  it.each([
    ['xml_unknown', { 'readme.txt': 'hello' }],
    ['archive_names', { '../evil.xml': described('040', 'x') }],
    [
      'xml_entities',
      {
        'a.xml': described('040', 'x'),
        'b.xml': described('041', '&a;', { subset: '<!ENTITY a "&b;"><!ENTITY b "&a;">' }),
      },
    ],
    ['xml_nesting', { 'a.xml': described('040', 'x'), 'b.xml': `<dmodule>${'<a>'.repeat(300)}` }],
  ])('is refused as %s', async (code, content) => {
    await expect(open(content as Record<string, string>)).rejects.toMatchObject({ code });
  });

  it('is refused when a module unpacks to more than is allowed', async () => {
    const archive = { ...DEFAULT_EXTRACTION_LIMITS.archive, max_entry_bytes: 10_000 };
    await expect(open({ 'a.xml': described('040', 'x'.repeat(20_000)) }, { archive })).rejects.toMatchObject({
      code: 'archive_entry_size',
    });
  });
});

describe('conditions in a package', () => {
  it('have the names of its cross-reference tables', async () => {
    const attributes = `<applicCrossRefTable><productAttributeList><productAttribute id="pa-1"><name>Serial number</name></productAttribute></productAttributeList></applicCrossRefTable>`;
    const conditions = `<condCrossRefTable><condList><cond id="c-1"><name>SB SKARV-32-001</name></cond></condList></condCrossRefTable>`;
    const limit = `<applic id="a"><evaluate andOr="and"><assert applicPropertyIdent="pa-1" applicPropertyValues="001~040"/><assert applicPropertyIdent="c-1" applicPropertyType="condition" applicPropertyValues="POST"/></evaluate></applic>`;
    const steps = `<referencedApplicGroup>${limit}</referencedApplicGroup><procedure><mainProcedure><proceduralStep applicRefId="a"><para>Grease.</para></proceduralStep></mainProcedure></procedure>`;
    const source = await open({
      'act.xml': dataModule(attributes, { information: '00W' }),
      'cct.xml': dataModule(conditions, { information: '00Q' }),
      'procedure.xml': dataModule(steps, { information: '520' }),
      'pm.xml': publicationModule(`<pmEntry>${entry('520')}</pmEntry>`).replace(
        '</pmStatus>',
        '<applic><assert applicPropertyIdent="pa-1" applicPropertyValues="001~040"/></applic></pmStatus>',
      ),
    });
    expect(source.document.s1000d).toMatchObject({ applicability: 'Serial number=001~040' });
    const texts = (await pagesOf(source)).flatMap(({ blocks }) => blocks.map(({ text }) => text));
    expect(texts).toContain('1. [Applicable to: Serial number=001~040 and SB SKARV-32-001=POST] Grease.');
  });

  describe('on attributes that a register does not know', () => {
    const assign = (ident: string, value: string, type = 'prodattr') =>
      `<assign applicPropertyIdent="${ident}" applicPropertyType="${type}" applicPropertyValue="${value}"/>`;
    const product = (serial: string, brake: string, more = '') =>
      `<product>${assign('sn', serial)}${assign('brake', brake)}${more}</product>`;
    const PRODUCTS = ['5003 CARBON', '5001 CARBON', '5010 STEEL', '5020 CARBON'].map((one) => product(...(one.split(' ') as [string, string]))); // prettier-ignore
    /** What is written of a condition. */
    const written = async (products: string[], values: string, ident = 'brake', type = 'prodattr', more: Record<string, string> = {}): Promise<string> => {
      const names = [['sn', 'Serial number'], ['brake', 'Brake type'], ['model', 'Model'], ['mod', 'SB 32-018']];
      const attributes = names.map(([id, name]) => `<productAttribute id="${id}"><name>${name}</name></productAttribute>`).join('');
      const limit = `<applic id="a"><assert applicPropertyIdent="${ident}" applicPropertyType="${type}" applicPropertyValues="${values}"/></applic>`;
      const step = `<procedure><mainProcedure><proceduralStep applicRefId="a"><para>Grease.</para></proceduralStep></mainProcedure></procedure>`;
      const source = await open({
        'act.xml': dataModule(`<applicCrossRefTable><productAttributeList>${attributes}</productAttributeList></applicCrossRefTable>`, { information: '00W' }),
        'pct.xml': dataModule(`<productCrossRefTable>${products.join('')}</productCrossRefTable>`, { information: '00P' }),
        'procedure.xml': dataModule(`<referencedApplicGroup>${limit}</referencedApplicGroup>${step}`, { information: '520' }),
        ...more,
      });
      const texts = (await pagesOf(source)).flatMap(({ blocks }) => blocks.map(({ text }) => text));
      return /\[Applicable to: (.*)\] Grease/.exec(texts.find((text) => text.endsWith('Grease.')) ?? '')![1]!;
    }; // prettier-ignore

    it('have the serial numbers of the product table', async () => {
      const numbers = 'with it 5003|5001|5020, without it 5010';
      expect(await written(PRODUCTS, 'CARBON')).toBe(`{Brake type=CARBON: ${numbers}}`);
      expect(await written(PRODUCTS, '5001', 'sn')).toBe('Serial number=5001');
    });

    it.each([
      ['a value that is not in the table', PRODUCTS, 'TITANIUM'],
      ['a value in another notation', PRODUCTS, 'Carbon'],
      ['a value for all', PRODUCTS, 'ALL'],
      ['a range of values', PRODUCTS, 'CARBON~STEEL'],
      ['one of several values that is not there', PRODUCTS, 'CARBON|TITANIUM'],
      ['products of several models', [...PRODUCTS, product('7001', 'CARBON', assign('model', 'A')), product('7002', 'CARBON', assign('model', 'B'))], 'CARBON'],
      ['too many products', Array.from({ length: 200 }, (_, n) => product(String(5000 + n), 'CARBON')), 'CARBON'],
    ])('have none for %s', async (_, products, values) => {
      expect(await written(products, values)).toBe(`Brake type=${values}`);
    }); // prettier-ignore

    it('leave out products that are not clear', async () => {
      const unclear = ['carbon', 'CARBON/STEEL', '', 'ALL'].map((value, n) => product(String(6000 + n), value));
      const twice = [
        product('6100', 'CARBON', assign('brake', 'STEEL')),
        product('6101', 'CARBON', assign('sn', '6102')),
      ];
      expect(await written([...PRODUCTS, ...unclear, ...twice], 'CARBON')).toBe('{Brake type=CARBON: with it 5003|5001|5020, without it 5010}'); // prettier-ignore
    });

    it('are not decided for conditions, bulletins, several tables and written braces', async () => {
      const more = PRODUCTS.map((one) => one.replace('</product>', `${assign('c-1', 'POST', 'condition')}${assign('mod', 'YES')}</product>`)); // prettier-ignore
      expect(await written(more, 'POST', 'c-1', 'condition')).toBe('c-1=POST');
      expect(await written(more, 'YES', 'mod')).toBe('SB 32-018=YES');
      expect(await written(PRODUCTS, 'POST {with it 5001}', 'c-1', 'condition')).toBe('c-1=POST  with it 5001 ');
      const second = dataModule(`<productCrossRefTable>${product('9000', 'CARBON')}</productCrossRefTable>`, { information: '00P' }); // prettier-ignore
      expect(await written(PRODUCTS, 'CARBON', 'brake', 'prodattr', { 'pct2.xml': second.replace('infoCodeVariant="A"', 'infoCodeVariant="B"') })).toBe('Brake type=CARBON'); // prettier-ignore
    });
  });
});
