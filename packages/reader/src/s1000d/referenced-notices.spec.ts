import { dataModule } from '../../../../test/support/manuals/s1000d-modules.js';
import { DEFAULT_XML_LIMITS } from '../limits/extraction-limits.js';
import { readS1000d, writeS1000d } from './s1000d-file.js';
import type { Library } from './content/writer.js';

const ALONE: Library = { titleOf: () => undefined, noticeOf: () => undefined };

async function blocksOf(content: string): Promise<string[]> {
  // eslint-disable-next-line @typescript-eslint/require-await -- as streams of files are
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(dataModule(content, { applicability: '' }));
  }
  const { blocks } = writeS1000d(await readS1000d(stream(), DEFAULT_XML_LIMITS), ALONE);
  return blocks.slice(2).map(({ kind, reach, text }) => {
    const governs = reach === undefined ? '' : 'step' in reach ? ` step ${reach.step}` : ` section ${reach.section}`;
    return `${kind}${governs}: ${text}`;
  });
}

const collected = (...ids: string[]) =>
  `<warningsAndCautions>${ids
    .map((id) => `<warning id="${id}"><warningAndCautionPara>${id}</warningAndCautionPara></warning>`)
    .join('')}</warningsAndCautions>`;

const steps = (...contents: string[]) =>
  `<procedure><mainProcedure>${contents.map((step) => `<proceduralStep>${step}</proceduralStep>`).join('')}</mainProcedure></procedure>`;

describe('Notices that elements of a data module name stand before them', () => {
  const place = (id: string, element: string) => [id, element] as const;
  it.each([
    place('paragraph', '<para warningRefs="w1">text</para>'),
    place(
      'list item',
      '<para>x</para><randomList><listItem warningRefs="w1"><para>text</para></listItem></randomList>',
    ),
    place('list', '<para>x</para><randomList warningRefs="w1"><listItem><para>text</para></listItem></randomList>'),
    place(
      'definition',
      '<para>x</para><definitionList><definitionListItem warningRefs="w1"><listItemTerm>a</listItemTerm><listItemDefinition><para>text</para></listItemDefinition></definitionListItem></definitionList>',
    ),
    ...[
      '<table warningRefs="w1"><tgroup><tbody><row><entry>',
      '<table><tgroup><tbody><row warningRefs="w1"><entry>',
    ].map((open) => place('row', `<para>x</para>${open}<para>text</para></entry></row></tbody></tgroup></table>`)),
    place(
      'entry',
      '<para>x</para><table><tgroup><tbody><row><entry warningRefs="w1"><para>text</para></entry></row></tbody></tgroup></table>',
    ),
    place('figure', '<para>x</para><figure warningRefs="w1"><title>text</title></figure>'),
    place(
      'sheet',
      '<para>x</para><figure><title>f</title><sheet warningRefs="w1"><title>text</title></sheet></figure>',
    ),
    place('note', '<para>x</para><note warningRefs="w1"><notePara>text</notePara></note>'),
    place('emphasis', '<para>a <emphasis warningRefs="w1">text</emphasis></para>'),
  ])('%s', async (_, content) => {
    const blocks = await blocksOf(collected('w1') + steps(content));
    const at = blocks.findIndex((block) => /^warning(?: step \d)?: WARNING: w1$/.test(block));
    expect(at).toBeGreaterThan(0);
    expect(blocks[at + 1]).toMatch(/text$/);
    expect(blocks.filter((block) => block.endsWith('WARNING: w1'))).toHaveLength(1);
  });

  it('of supplies, and of a row the WARNING of a repository', async () => {
    const supplies =
      '<preliminaryRqmts><reqSupplies><supplyDescrGroup><supplyDescr warningRefs="w1"><name>MEK</name></supplyDescr></supplyDescrGroup></reqSupplies></preliminaryRqmts>';
    const row =
      '<table><tgroup><tbody><row><entry><warningRef warningIdentNumber="W-7"/><para>cell</para></entry></row></tbody></tgroup></table>';
    const blocks = await blocksOf(
      `${collected('w1')}<procedure>${supplies}<mainProcedure><proceduralStep><para>x</para>${row}</proceduralStep></mainProcedure></procedure>`,
    );
    expect(blocks.slice(blocks.indexOf('warning: WARNING: w1')).slice(0, 2)).toEqual([
      'warning: WARNING: w1',
      'table_row: MEK',
    ]);
    expect(blocks.slice(-2)).toEqual(['warning: WARNING: Refer to W-7.', 'table_row: cell']);
  });

  it('those in footnotes too', async () => {
    const blocks = await blocksOf(
      steps('<para>To 40 Nm<footnote><para>WARNING: Not for A319.</para></footnote>.</para>'),
    );
    expect(blocks.slice(1)).toEqual([
      'warning: WARNING: Not for A319.',
      'list_item: 1. To 40 Nm [WARNING: Not for A319.].',
    ]);
  });

  it('and where no writer comes by, before all of the module', async () => {
    const graphic = '<figure><title>f</title><graphic infoEntityIdent="ICN-1" warningRefs="w1"/></figure>';
    const blocks = await blocksOf(collected('w1', 'w2') + steps(`<para>x</para>${graphic}`));
    expect(blocks.slice(0, 3)).toEqual([
      'warning section 1: WARNING: w1',
      'warning section 1: WARNING: w2',
      'heading: Procedure',
    ]);
  });
});

describe('Quantities of data modules', () => {
  const value = (number: string, unit = ' quantityUnitOfMeasure="Nm"') =>
    `<quantityValue${unit}>${number}</quantityValue>`;
  const group = (type: string, inside: string) =>
    `<quantityGroup${type && ` quantityGroupType="${type}"`}>${inside}</quantityGroup>`;
  const tolerance = (type: string, number: string) =>
    `<quantityTolerance quantityToleranceType="${type}" quantityUnitOfMeasure="Nm">${number}</quantityTolerance>`;
  it.each([
    ['30 to 35 Nm', group('minimum', value('30')) + group('maximum', value('35'))],
    ['30 to 35 Nm', group('maximum', value('35')) + group('minimum', value('30'))],
    ['min. 30 Nm', group('minimum', value('30'))],
    [
      'min. 30 Nm, max. 300 lbf.in',
      group('minimum', value('30')) + group('maximum', value('300', ' quantityUnitOfMeasure="lbf.in"')),
    ],
    ['40 / 50', group('', value('40', '') + value('50', ''))],
    ['40 Nm / 50 Nm', group('', value('40') + value('50'))],
    ['40 Nm / 354 lbf.in', group('', value('40')) + group('', value('354', ' quantityUnitOfMeasure="lbf.in"'))],
    ['12.5 +0.05/-0.02 Nm', group('', value('12.5') + tolerance('minus', '0.02') + tolerance('plus', '0.05'))],
    ['40 Nm +2 Nm', group('', value('40') + tolerance('plus', '2'))],
  ])('%s', async (text, content) => {
    const blocks = await blocksOf(`<description><para>At <quantity>${content}</quantity>.</para></description>`);
    expect(blocks).toEqual([`paragraph: At ${text}.`]);
  });

  it('have the unit of the elements around them', async () => {
    const unit = 'quantityUnitOfMeasure="Nm"';
    const blocks = await blocksOf(
      `<description><para><quantity ${unit}>60</quantity>; <quantity><quantityGroup ${unit}><quantityValue>70</quantityValue><quantityTolerance>5</quantityTolerance></quantityGroup></quantity>; <quantity ${unit}>80 Nm</quantity></para></description>`,
    );
    expect(blocks).toEqual(['paragraph: 60 Nm; 70 Nm ± 5 Nm; 80 Nm']);
  });
});
