import { ALONE, linesOf, procedure, readModule, toLine } from '../../../../../test/support/manuals/s1000d-lines.js';
import {
  dataModule,
  dmRef,
  oldDataModule,
  OLD_REMOVAL,
  REMOVAL,
} from '../../../../../test/support/manuals/s1000d-modules.js';
import type { XmlElement } from '../../xml/xml-tree.js';
import { writeS1000d } from '../s1000d-file.js';
import type { Library } from './writer.js';

const REMOVAL_LINES = [
  'heading1: Main wheel - Removal',
  'paragraph: DMC-SKARV46-A-32-41-00-00A-520A-A, issue 003-00, 2024-05-01',
  'paragraph: Applicability: Serial numbers 001 to 040',
  'heading2: References',
  'paragraph: DMC-SKARV46-A-32-41-00-00A-720A-A (Main wheel - Installation)',
  'heading2: Preliminary requirements',
  'heading3: Required conditions',
  'list_item1: • The aircraft is on jacks',
  'list_item1: • The brakes are released DMC-SKARV46-A-32-41-00-00A-720A-A (Main wheel - Installation)',
  'heading3: Required persons',
  'table_row: Person A | Mechanic | skill sk02 | Airframe | 0,5 h',
  'heading3: Support equipment',
  'table_row: Torque wrench | P/N TW-2040 | CAGE K1234 | Qty 1 EA',
  'paragraph: Consumables, materials and expendables: none',
  'paragraph: Spares: none',
  'heading3: Safety conditions',
  'warning section 1: WARNING: Keep clear of the tire.',
  'heading2: Procedure',
  'list_item1: 1. Release the air from the tire.',
  'warning step 2: WARNING: Wear goggles.',
  'caution step 2: CAUTION: Do not drop the core.',
  'list_item2: 1.1 Remove the valve core.',
  'list_item2: 1.2 Let the tire become empty.',
  'note: NOTE: It can take 5 minutes.',
  'list_item1: 2. Nut Loosen the nut with the Torque wrench (refer to Figure 1) and remove:',
  'list_item2: • the washer',
  'list_item2: • the bearing',
  'figure: Figure 1 Axle nut (ICN-SKARV46-00001-A-001-01)',
  'list_item1: 3. Do step 1.1 again on the other side.',
  'heading2: Requirements after job completion',
  'paragraph: Required conditions: none',
];

const HEAD = {
  model: 'SKARV46',
  dmc: 'SKARV46-A-32-41-00-00A-520A-A',
  title: 'Main wheel - Removal',
  issue: '003',
  in_work: '00',
  issue_date: '2024-05-01',
  security: '01',
  applicability: 'Serial numbers 001 to 040',
  type: 'procedure',
  ata: '32-41-00',
};

describe('a procedure', () => {
  it.each(['4-0', '4-1', '4-2', '5-0', '6'])('of issue %s', async (schema) => {
    const file = await readModule(dataModule(REMOVAL, { schema }));
    expect(file.head).toEqual({ ...HEAD, language: 'en-US' });
    const { blocks } = writeS1000d(file, ALONE);
    expect(blocks.map(toLine)).toEqual(REMOVAL_LINES);
    expect(blocks[0]!.identifiers).toEqual([HEAD.dmc, `DMC-${HEAD.dmc}`, '32-41-00']);
  });

  it.each(['2-0', '2-3', '3-0'])('of issue %s says the same', async (schema) => {
    const file = await readModule(oldDataModule(OLD_REMOVAL, { schema }));
    const applicability = schema === '2-0' ? 'Aircraft SKARV46 001 to 040' : HEAD.applicability;
    expect(file.head).toEqual({ ...HEAD, applicability, language: 'en-US' });
    expect(file.warnings).toEqual(['The external document type that the XML names was not read.']);
    const lines = writeS1000d(file, ALONE).blocks.map(toLine);
    expect(lines.toSpliced(2, 1)).toEqual(REMOVAL_LINES.toSpliced(2, 1));
  });

  it('reads all texts of a part, a tool or a limit, in any element', async () => {
    const content = `<illustratedPartsCatalog><catalogSeqNumber figureNumber="01" item="002"><itemSeqNumber itemSeqNumberValue="00A">
      <partNumber>AT-1</partNumber><partSegment><itemIdentData><descrForPart>Bolt</descrForPart><shortName>BLT</shortName><ownName>B9</ownName></itemIdentData></partSegment>
      <partLocationSegment><descrForLocation>Left side</descrForLocation></partLocationSegment></itemSeqNumber></catalogSeqNumber></illustratedPartsCatalog>`;
    expect(await linesOf(content)).toEqual([
      'table_row: Figure 01 | Item 002 | P/N AT-1 | Bolt | short name: BLT | own name: B9 | location: Left side',
    ]);
    const tools = `<reqSupportEquips><supportEquipDescrGroup><supportEquipDescr><name>Jack</name><identNumber><partAndSerialNumber><partNumber>J1</partNumber><serialNumber>77</serialNumber></partAndSerialNumber></identNumber><storageLocation>Rack 2</storageLocation></supportEquipDescr></supportEquipDescrGroup></reqSupportEquips>`;
    expect(await linesOf(procedure('', `<preliminaryRqmts>${tools}</preliminaryRqmts>`))).toContain(
      'table_row: Jack | P/N J1 | serial number: 77 | storage location: Rack 2',
    );
    expect(await linesOf('<ownRoot><ownGroup><ownText>Kept.</ownText></ownGroup></ownRoot>')).toEqual([
      'paragraph: Kept.',
    ]);
  });

  /** Elements of a part, tool, supply or limit with text, and where they occur; `own…` is in no issue of the standard. */
  const PART_TEXTS: Record<string, string[]> = {
    itemSeqNumber: [
      'partNumber',
      'manufacturerCode',
      'quantityPerNextHigherAssy',
      'natoStockNumber',
      'fullNatoStockNumber',
      'reasonForSelection',
      'ownText',
    ],
    itemIdentData: ['descrForPart', 'partKeyword', 'shortName', 'overLengthPartNumber', 'manufacturerName', 'ownText'],
    techData: ['unitOfIssue', 'specialStorage', 'shelfLife', 'weight', 'size', 'price', 'ownText'],
    partSegment: ['changeAuthorityData', 'remarks', 'note', 'ownText'],
    partLocationSegment: ['descrForLocation', 'functionalItemRef', 'zoneRef', 'accessPointRef', 'ownText'],
    locationRcmdSegment: ['sourceMaintRecoverability', 'modelVersion', 'service', 'ownText'],
    applicabilitySegment: ['usableOnCodeAssy', 'usableOnCodeEquip', 'ownText'],
    genericPartDataGroup: ['genericPartDataValue', 'remarks', 'ownText'],
  };
  const TOOL_TEXTS: Record<string, string[]> = {
    supportEquipDescr: [
      'name',
      'shortName',
      'reqQuantity',
      'remarks',
      'note',
      'toolRef',
      'catalogSeqNumberRef',
      'ownText',
    ],
    identNumber: ['manufacturerCode', 'ownText'],
    partAndSerialNumber: ['partNumber', 'serialNumber', 'ownText'],
    technicalData: ['storageLocation', 'ownText'],
  };
  const LIMIT_TEXTS: Record<string, string[]> = {
    limit: ['inspectionType', 'remarks', 'note', 'trigger', 'ownText'],
    threshold: ['thresholdValue', 'ownText'],
    limitRange: ['ownText'],
    sampling: ['samplingPercentage', 'ownText'],
  };

  it.each([
    [
      'a part',
      PART_TEXTS,
      'itemSeqNumber',
      '<shortName>Bolt</shortName>',
      (inner: string) =>
        `<illustratedPartsCatalog><catalogSeqNumber figureNumber="01" item="002">${inner}</catalogSeqNumber></illustratedPartsCatalog>`,
    ],
    [
      'a tool',
      TOOL_TEXTS,
      'supportEquipDescr',
      '<model>Jack</model>',
      (inner: string) =>
        procedure(
          '',
          `<preliminaryRqmts><reqSupportEquips><supportEquipDescrGroup>${inner}</supportEquipDescrGroup></reqSupportEquips></preliminaryRqmts>`,
        ),
    ],
    [
      'a limit',
      LIMIT_TEXTS,
      'limit',
      '<threshold><thresholdValue>5</thresholdValue></threshold>',
      (inner: string) => `<maintPlanning><inspectionDefinition>${inner}</inspectionDefinition></maintPlanning>`,
    ],
  ])('keeps every text of %s, known or not', async (_, texts, outer, sibling, within) => {
    const lost: string[] = [];
    for (const [parent, names] of Object.entries(texts))
      for (const name of names) {
        const element = `<${name}>Marked</${name}>`;
        const inner = parent === outer ? element : `<${parent}>${element}</${parent}>`;
        for (const entry of [inner, inner + sibling]) {
          const lines = await linesOf(within(`<${outer}>${entry}</${outer}>`));
          if (lines.filter((line) => line.includes('Marked')).length !== 1) lost.push(`${entry}: ${lines.join(' # ')}`);
        }
      }
    expect(lost).toEqual([]);
  });

  it('keeps a step without words, so that its warnings do not end with its first sub-step', async () => {
    const steps =
      '<proceduralStep><warning><warningAndCautionPara>Hot.</warningAndCautionPara></warning><proceduralStep><para>A.</para></proceduralStep><proceduralStep><para>B.</para></proceduralStep></proceduralStep>';
    expect(await linesOf(procedure(steps))).toEqual([
      'heading2: Procedure',
      'warning step 1: WARNING: Hot.',
      'list_item1: 1.',
      'list_item2: 1.1 A.',
      'list_item2: 1.2 B.',
    ]);
  });

  it('tells things of one name apart', async () => {
    const spare = (id: string, number: string) =>
      `<spareDescr id="${id}"><name>Bulb</name><identNumber><manufacturerCode>K1234</manufacturerCode><partAndSerialNumber><partNumber>${number}</partNumber></partAndSerialNumber></identNumber></spareDescr>`;
    const requirements = `<preliminaryRqmts><reqSpares><spareDescrGroup>${spare('a', 'BL-1')}${spare('b', 'BL-2')}</spareDescrGroup></reqSpares></preliminaryRqmts>`;
    const steps = '<proceduralStep><para>Install the <internalRef internalRefId="b"/>.</para></proceduralStep>';
    expect((await linesOf(procedure(steps, requirements))).at(-1)).toBe('list_item1: 1. Install the Bulb (P/N BL-2).');
  });

  it('says to what steps, notices and sections are limited, each once', async () => {
    const limits =
      '<referencedApplicGroup><applic id="ap1"><displayText><simplePara>S/N 001</simplePara></displayText></applic><applic id="ap2"><evaluate andOr="or"><assert applicPropertyIdent="sb" applicPropertyValues="pre"/><evaluate andOr="and"><assert applicPropertyIdent="model" applicPropertyValues="46"/><assert>series 2</assert></evaluate></evaluate></applic></referencedApplicGroup>';
    const steps =
      '<proceduralStep applicRefId="ap1"><warning applicRefId="ap2"><warningAndCautionPara>Hot.</warningAndCautionPara></warning><para>A.</para><para>B.</para><proceduralStep><para>C.</para></proceduralStep></proceduralStep>';
    const lines = await linesOf(
      `${limits}<description><levelledPara applicRefId="ap2"><title>T</title><para>p</para></levelledPara></description>${procedure(steps)}`,
    );
    expect(lines).toEqual([
      'heading2: T',
      'paragraph: Applicable to: sb=pre or (model=46 and series 2)',
      'paragraph: p',
      'heading2: Procedure',
      'warning step 1: WARNING: [Applicable to: S/N 001; only if also: sb=pre or (model=46 and series 2)] Hot.',
      'list_item1: 1. [Applicable to: S/N 001] A.',
      'paragraph: B.',
      'list_item2: 1.1 C.',
    ]);
  });
});

describe('conditions with words for people', () => {
  const limitOf = async (words: string, values: string): Promise<string | undefined> => {
    const limits = `<referencedApplicGroup><applic id="a"><displayText><simplePara>${words}</simplePara></displayText><assert applicPropertyIdent="serialno" applicPropertyType="prodattr" applicPropertyValues="${values}"/></applic></referencedApplicGroup>`;
    const steps = procedure('<proceduralStep applicRefId="a"><para>A.</para></proceduralStep>');
    return (await linesOf(`${limits}${steps}`)).at(-1);
  };

  it('are written if only they can be understood', async () => {
    expect(await limitOf('First series', '5001~5048')).toBe(
      'list_item1: 1. [Applicable to: First series, that is: serialno=5001~5048] A.',
    );
    expect(await limitOf('MSN 5001-5048', '5001~5048')).toBe('list_item1: 1. [Applicable to: MSN 5001-5048] A.');
    expect(await limitOf('First series', 'one')).toBe('list_item1: 1. [Applicable to: First series] A.');
    expect(await limitOf('MSN 5001-5048', '6001~6048')).toBe(
      'list_item1: 1. [Applicable to: MSN 5001-5048, that is: serialno=6001~6048] A.',
    );
    const cut = await limitOf('', Array.from({ length: 400 }, (_, i) => 5001 + i).join('|'));
    expect(cut).toMatch(/ …\] A\.$/);
  });

  it('are told where they cannot be read, and with those around them', async () => {
    const limits = `<referencedApplicGroup><applic id="a"><assert applicPropertyIdent="serialno" applicPropertyValues="5001|5012"/></applic><applic id="b"><assert applicPropertyIdent="serialno" applicPropertyValues="5001"/></applic><applic id="c"><evaluate><assert applicPropertyIdent="serialno" applicPropertyValues="5001"/><expression/></evaluate></applic></referencedApplicGroup>`;
    const steps = procedure(
      '<proceduralStep applicRefId="a"><para>A.</para><proceduralStep applicRefId="b"><para>B.</para></proceduralStep></proceduralStep><proceduralStep applicRefId="zz"><para>C.</para></proceduralStep><proceduralStep applicRefId="c"><para>D.</para></proceduralStep>',
    );
    expect((await linesOf(`${limits}${steps}`)).slice(1)).toEqual([
      'list_item1: 1. [Applicable to: serialno=5001|5012] A.',
      'list_item2: 1.1 [Applicable to: serialno=5001|5012; only if also: serialno=5001] B.',
      'list_item1: 2. [Applicable to: condition zz, which cannot be read] C.',
      'list_item1: 3. [Applicable to: a condition that cannot be read] D.',
    ]);
  });
});

describe('notices kept apart', () => {
  const collection = (kind: string, refs: string) =>
    `<${kind}>${refs}</${kind}>${procedure('<proceduralStep warningRefs="w1" cautionRefs="c1 c9"><para>A.</para></proceduralStep><proceduralStep><para>B.</para></proceduralStep>')}`;

  it('stand where they are referred to; what nothing refers to governs the module', async () => {
    const notices =
      '<warning id="w1"><warningAndCautionPara>Hot.</warningAndCautionPara></warning><caution id="c1"><warningAndCautionPara>Wet:<attentionRandomList><attentionRandomListItem><attentionListItemPara>floor</attentionListItemPara></attentionRandomListItem></attentionRandomList></warningAndCautionPara></caution><caution id="c2"><warningAndCautionPara>Old.</warningAndCautionPara></caution>';
    const file = await readModule(dataModule(collection('warningsAndCautions', notices)));
    const { blocks, missing_notices } = writeS1000d(file, ALONE);
    expect(blocks.slice(3).map(toLine)).toEqual([
      'caution section 1: CAUTION: Old.',
      'heading2: Procedure',
      'warning step 1: WARNING: Hot.',
      'caution step 1: CAUTION: Wet:\n• floor',
      'list_item1: 1. A.',
      'list_item1: 2. B.',
    ]);
    expect(missing_notices).toEqual(['c9']);
  });

  const repository = { information: '012' };
  const references = `<warningRef id="w1" warningIdentNumber="W-001">${dmRef(repository)}</warningRef><cautionRef id="c1" cautionIdentNumber="C-001">${dmRef(repository)}</cautionRef>`;

  it('come from the repository of the package', async () => {
    const notice: XmlElement = { name: 'warning', attributes: {}, content: ['Hot.'] };
    const dmc = 'SKARV46-A-32-41-00-00A-012A-A';
    const library: Library = {
      titleOf: () => undefined,
      noticeOf: (kind, ident, module) =>
        kind === 'warning' && ident === 'W-001' && module === dmc ? notice : undefined,
    };
    const lines = await linesOf(collection('warningsAndCautionsRef', references), {}, library);
    expect(lines.slice(1, 3)).toEqual([
      'warning step 1: WARNING: Hot.',
      `caution step 1: CAUTION: Refer to C-001 in DMC-${dmc}.`,
    ]);
  });
});
