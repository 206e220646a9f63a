import {
  dataModule,
  dmRef,
  oldDataModule,
  OLD_REMOVAL,
  REMOVAL,
  type ModuleOptions,
} from '../../../../../test/support/s1000d-modules.js';
import type { MarkupBlock } from '../page-source.js';
import { DEFAULT_XML_LIMITS } from '../xml/xml-limits.js';
import type { XmlElement } from '../xml/xml-tree.js';
import { readS1000d, writeS1000d, type S1000dFile } from './s1000d-file.js';
import type { Library } from './writer.js';

const ALONE: Library = { titleOf: () => undefined, noticeOf: () => undefined };

// eslint-disable-next-line @typescript-eslint/require-await -- as streams of files are
async function* stream(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const read = (text: string): Promise<S1000dFile> => readS1000d(stream(text), DEFAULT_XML_LIMITS);

/** Blocks of a module behind its title, code and applicability, as `kind level text`. */
async function linesOf(content: string, options: ModuleOptions = {}, library = ALONE): Promise<string[]> {
  const { blocks } = writeS1000d(await read(dataModule(content, { applicability: '', ...options })), library);
  return blocks.slice(2).map(toLine);
}

function toLine({ kind, level, reach, text }: MarkupBlock): string {
  const governs = reach === undefined ? '' : 'step' in reach ? ` step ${reach.step}` : ` section ${reach.section}`;
  return `${kind}${level ?? ''}${governs}: ${text}`;
}

const procedure = (steps: string, requirements = '') =>
  `<procedure>${requirements}<mainProcedure>${steps}</mainProcedure></procedure>`;

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
    const file = await read(dataModule(REMOVAL, { schema }));
    expect(file.head).toEqual({ ...HEAD, language: 'en-US' });
    const { blocks } = writeS1000d(file, ALONE);
    expect(blocks.map(toLine)).toEqual(REMOVAL_LINES);
    expect(blocks[0]!.identifiers).toEqual([HEAD.dmc, `DMC-${HEAD.dmc}`, '32-41-00']);
  });

  it.each(['2-0', '2-3', '3-0'])('of issue %s says the same', async (schema) => {
    const file = await read(oldDataModule(OLD_REMOVAL, { schema }));
    const applicability = schema === '2-0' ? 'Aircraft SKARV46 001 to 040' : HEAD.applicability;
    expect(file.head).toEqual({ ...HEAD, applicability, language: 'en-US' });
    expect(file.warnings).toEqual(['The external document type that the XML names was not read.']);
    const lines = writeS1000d(file, ALONE).blocks.map(toLine);
    expect(lines.toSpliced(2, 1)).toEqual(REMOVAL_LINES.toSpliced(2, 1));
  });

  it('reads all that a part, a tool or a limit says, whatever the element is called', async () => {
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

  /** Elements of a part, tool, supply or limit that hold text, and where in it they stand; `own…` are of no issue. */
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
      'paragraph: Applicable to: sb pre or (model 46 and series 2)',
      'paragraph: p',
      'heading2: Procedure',
      'warning step 1: WARNING: [Applicable to: S/N 001; sb pre or (model 46 and series 2)] Hot.',
      'list_item1: 1. [Applicable to: S/N 001] A.',
      'paragraph: B.',
      'list_item2: 1.1 C.',
    ]);
  });
});

describe('notices kept apart', () => {
  const collection = (kind: string, refs: string) =>
    `<${kind}>${refs}</${kind}>${procedure('<proceduralStep warningRefs="w1" cautionRefs="c1 c9"><para>A.</para></proceduralStep><proceduralStep><para>B.</para></proceduralStep>')}`;

  it('stand where they are referred to; what nothing refers to governs the module', async () => {
    const notices =
      '<warning id="w1"><warningAndCautionPara>Hot.</warningAndCautionPara></warning><caution id="c1"><warningAndCautionPara>Wet:<attentionRandomList><attentionRandomListItem><attentionListItemPara>floor</attentionListItemPara></attentionRandomListItem></attentionRandomList></warningAndCautionPara></caution><caution id="c2"><warningAndCautionPara>Old.</warningAndCautionPara></caution>';
    const file = await read(dataModule(collection('warningsAndCautions', notices)));
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

describe('other modules', () => {
  it('describe in levelled paragraphs, with lists, quantities and notices that govern their section', async () => {
    const content = `<description><levelledPara><title>Wheel</title><warning><warningAndCautionPara>Heavy.</warningAndCautionPara></warning><para>It weighs <quantity><quantityGroup><quantityValue quantityUnitOfMeasure="kg">40</quantityValue><quantityTolerance quantityToleranceType="plus" quantityUnitOfMeasure="kg">2</quantityTolerance></quantityGroup></quantity> at 10<superScript>3</superScript> m<footnote><para>dry</para></footnote>.</para>
      <levelledPara id="p2"><title>Hub</title><para>Steps:</para><sequentialList><listItem><para>one</para><para>more</para></listItem><listItem><para>two</para></listItem></sequentialList><definitionList><definitionListItem><listItemTerm>RTO</listItemTerm><listItemDefinition><para>rejected take-off</para></listItemDefinition></definitionListItem></definitionList></levelledPara></levelledPara>
      <levelledPara><para>See <internalRef internalRefId="p2"/> and <externalPubRef><externalPubRefIdent><externalPubCode>CMM 32-40-01</externalPubCode><externalPubTitle>Wheel</externalPubTitle><externalPubIssueInfo>May 2024<externalPubIssue>Rev 3</externalPubIssue></externalPubIssueInfo></externalPubRefIdent></externalPubRef>.</para></levelledPara></description>`;
    expect(await linesOf(content)).toEqual([
      'heading2: Wheel',
      'warning section 2: WARNING: Heavy.',
      'paragraph: It weighs 40 kg +2 kg at 10³ m [dry].',
      'heading3: Hub',
      'paragraph: Steps:',
      'list_item1: (1) one',
      'paragraph: more',
      'list_item1: (2) two',
      'list_item1: • RTO: rejected take-off',
      'paragraph: See Hub and CMM 32-40-01, Wheel, May 2024 Rev 3.',
    ]);
  });

  it('have tables whose spanned cells are repeated in the rows below', async () => {
    const cell = (text: string, attributes = '') => `<entry ${attributes}><para>${text}</para></entry>`;
    const content = `<description><levelledPara><title>T</title><table id="t"><title>Torques</title><tgroup cols="3"><colspec colname="a"/><colspec colname="b"/><colspec colname="c"/><thead><row>${cell('Size')}${cell('Torque', 'namest="b" nameend="c"')}</row></thead><tbody><row>${cell('M6', 'morerows="1"')}${cell('dry')}${cell('10 Nm')}</row><row>${cell('oiled', 'colname="b"')}${cell('8 Nm', 'colname="c"')}</row><row><entry/><entry/>${cell('a | b')}</row></tbody></tgroup></table></levelledPara></description>`;
    expect((await linesOf(content)).slice(1)).toEqual([
      'figure: Table 1 Torques',
      'table_row: Size | Torque',
      'table_row: M6 | dry | 10 Nm',
      'table_row: M6 | oiled | 8 Nm',
      'table_row:  |  | a / b',
    ]);
  });

  const CATALOGUE_LINES = [
    'figure: Figure 1 Wheel (ICN-SKARV46-00002-A-001-01)',
    'table_row: Figure 01A | Item 001 | P/N SK46-3241-1 | CAGE K1234 | Qty 1 | Wheel',
    'table_row: Figure 01A | Item 002 00B | P/N SK46-3241-7 | CAGE K1234 | Qty 12 | . Bolt | Applicable to S/N 001, A',
  ];

  it('list parts', async () => {
    const part = (item: string, indenture: number, inside: string, variant = '00A') =>
      `<catalogSeqNumber figureNumber="01" figureNumberVariant="A" item="${item}" indenture="${indenture}"><itemSeqNumber itemSeqNumberValue="${variant}">${inside}</itemSeqNumber></catalogSeqNumber>`;
    const content = `<referencedApplicGroup><applic id="ap1"><displayText><simplePara>S/N 001</simplePara></displayText></applic></referencedApplicGroup><illustratedPartsCatalog><figure><title>Wheel</title><graphic infoEntityIdent="ICN-SKARV46-00002-A-001-01"/></figure>
      ${part('001', 1, '<quantityPerNextHigherAssy>1</quantityPerNextHigherAssy><partRef partNumberValue="SK46-3241-1" manufacturerCodeValue="K1234"/><partSegment><itemIdentData><descrForPart>Wheel</descrForPart></itemIdentData></partSegment>')}
      ${part('002', 2, '<quantityPerNextHigherAssy>12</quantityPerNextHigherAssy><partRef partNumberValue="SK46-3241-7" manufacturerCodeValue="K1234"/><partSegment><itemIdentData><descrForPart>Bolt</descrForPart></itemIdentData></partSegment><applicabilitySegment applicRefId="ap1"><usableOnCodeAssy>A</usableOnCodeAssy></applicabilitySegment>', '00B')}</illustratedPartsCatalog>`;
    expect(await linesOf(content)).toEqual(CATALOGUE_LINES);
  });

  it('list parts as in issue 3.0', async () => {
    const content = `<ipc><figure><title>Wheel</title><graphic boardno="ICN-SKARV46-00002-A-001-01"/></figure><csn ind="2" figureNumber="01" figureNumberVariant="A" item="002"><isn isn="00B"><qna>12</qna><mfc>K1234</mfc><pnr>SK46-3241-7</pnr><pas><dfp>Bolt</dfp></pas><uoc>A</uoc></isn></csn></ipc>`;
    const { blocks } = writeS1000d(await read(oldDataModule(content)), ALONE);
    expect(blocks.slice(3).map(toLine)).toEqual([
      CATALOGUE_LINES[0],
      'table_row: Figure 01A | Item 002 00B | P/N SK46-3241-7 | CAGE K1234 | Qty 12 | . Bolt | Applicable to A',
    ]);
  });

  it('isolate faults', async () => {
    const isolation = `<faultIsolation><faultIsolationProcedure><fault faultCode="3241A01"/><faultDescr><descr>Wheel does not turn</descr></faultDescr><isolationProcedure><isolationMainProcedure>
      <isolationStep id="s1"><caution><warningAndCautionPara>Slow.</warningAndCautionPara></caution><action>Turn the wheel.</action><isolationStepQuestion>Is there noise?</isolationStepQuestion><isolationStepAnswer><yesNoAnswer><yesAnswer nextActionRefId="s2"/><noAnswer nextActionRefId="s3"/></yesNoAnswer></isolationStepAnswer></isolationStep>
      <isolationStep id="s2"><isolationStepQuestion>Which?</isolationStepQuestion><isolationStepAnswer><listOfChoices><choice nextActionRefId="s3">Loud</choice></listOfChoices></isolationStepAnswer></isolationStep>
      <isolationProcedureEnd id="s3"><action>Replace the bearing ${dmRef({ information: '720' }, 'Main wheel - Installation')}.</action></isolationProcedureEnd></isolationMainProcedure></isolationProcedure></faultIsolationProcedure></faultIsolation>`;
    expect(await linesOf(isolation)).toEqual([
      'heading2: Fault code 3241A01: Wheel does not turn',
      'heading3: Fault isolation procedure',
      'caution step 1: CAUTION: Slow.',
      'list_item1: 1. Turn the wheel.',
      'paragraph: Is there noise?',
      'list_item2: • Yes: go to step 2',
      'list_item2: • No: go to step 3',
      'list_item1: 2. Which?',
      'list_item2: • Loud: go to step 3',
      'list_item1: 3. Replace the bearing DMC-SKARV46-A-32-41-00-00A-720A-A (Main wheel - Installation).',
    ]);
  });

  it('report faults, as in issue 3.0', async () => {
    const content =
      '<afr><ifault fcode="3241A02"><describe><fdesc>Brake drags</fdesc></describe><locandrep><lrlruitem><lru><nomen>Brake</nomen><identno><mfc>K1234</mfc><pnr>BR-3242</pnr></identno></lru></lrlruitem></locandrep></ifault></afr>';
    const { blocks } = writeS1000d(await read(oldDataModule(content)), ALONE);
    expect(blocks.slice(3).map(toLine)).toEqual([
      'heading2: Fault code 3241A02: Brake drags',
      'table_row: Brake | P/N BR-3242 | CAGE K1234',
    ]);
  });

  it('drill crews', async () => {
    const content = `<crew><crewRefCard><title>Before taxi</title><crewDrill><title>Brakes</title><warning><warningAndCautionPara>Stay clear.</warningAndCautionPara></warning><crewDrillStep><challengeAndResponse><challenge><para>Pressure</para></challenge><response><para>Checked</para></response></challengeAndResponse></crewDrillStep><if><caseCond>Low</caseCond><crewDrillStep><crewProcedureName><para>Call maintenance</para></crewProcedureName></crewDrillStep></if><crewDrillStep><para><captionGroup cols="2"><captionBody><captionRow><captionEntry><caption><captionLine>BRAKE</captionLine></caption></captionEntry><captionEntry><caption><captionLine>ON</captionLine></caption></captionEntry></captionRow></captionBody></captionGroup></para></crewDrillStep></crewDrill></crewRefCard></crew>`;
    expect(await linesOf(content)).toEqual([
      'heading2: Before taxi',
      'heading3: Brakes',
      'warning section 3: WARNING: Stay clear.',
      'list_item1: 1. Pressure: Checked',
      'list_item1: • If: Low',
      'list_item2: 2. Call maintenance',
      'list_item1: 3.',
      'table_row: BRAKE | ON',
    ]);
  });

  it('schedule maintenance', async () => {
    const content = `<maintPlanning><taskDefinition taskIdent="324100-01"><task><taskDescr><simplePara>Measure the wear pins</simplePara></taskDescr></task><preliminaryRqmts><reqSafety><safetyRqmts><caution><warningAndCautionPara>Brakes on.</warningAndCautionPara></caution></safetyRqmts></reqSafety></preliminaryRqmts><refs>${dmRef({ information: '300' })}</refs><limit><threshold thresholdUnitOfMeasure="th02"><thresholdValue>300</thresholdValue><tolerance toleranceType="plusorminus" toleranceValue="30"/></threshold></limit></taskDefinition></maintPlanning>`;
    expect(await linesOf(content)).toEqual([
      'heading2: Task 324100-01: Measure the wear pins',
      'heading3: Preliminary requirements',
      'heading4: Safety conditions',
      'caution section 2: CAUTION: Brakes on.',
      'paragraph: Refer to DMC-SKARV46-A-32-41-00-00A-300A-A',
      'paragraph: Limit: 300 flight cycles ± 30',
    ]);
  });

  it('may have elements and attributes of any name', async () => {
    const names = ['constructor', 'toString', 'hasOwnProperty', '__proto__'];
    const content = names.map((name) => `<${name} ${name}="a"><para ${name}="b">${name}</para></${name}>`).join('');
    const quantity =
      '<para><quantity><quantityTolerance quantityToleranceType="constructor">2</quantityTolerance></quantity></para>';
    const requirements = `<preliminaryRqmts>${content}<limit><threshold thresholdUnitOfMeasure="toString"><thresholdValue>1</thresholdValue></threshold></limit></preliminaryRqmts>`;
    expect(await linesOf(`<description>${content}${quantity}${requirements}</description>`)).toEqual([
      ...names.map((name) => `paragraph: ${name}`),
      'paragraph: ± 2',
      'heading2: Preliminary requirements',
      ...names.map((name) => `paragraph: ${name}`),
      'paragraph: Limit: 1 toString',
    ]);
  });

  it('teach, and are read by their text whatever their elements', async () => {
    const content =
      '<learning><learningAssessment><title>Quiz</title><lcInteraction><lcQuestion><description><para>How many bolts?</para></description></lcQuestion></lcInteraction></learningAssessment></learning>';
    expect(await linesOf(content)).toEqual(['heading2: Quiz', 'paragraph: How many bolts?']);
    const learn = ' learnCode="T61" learnEventCode="E"';
    const { head } = await read(dataModule(content, { learn, system: 'D32' }));
    expect(head).toMatchObject({ dmc: 'SKARV46-A-D32-41-00-00A-520A-A-T61E', ata: '32-41-00', type: 'learning' });
    expect((await read(dataModule(content, { system: 'DA4' }))).head.ata).toBeNull();
  });

  it('leaves out what the issue deletes, and keeps units of the project', async () => {
    const steps =
      '<proceduralStep changeType="delete"><para>Torque to 40 Nm.</para></proceduralStep>' +
      '<proceduralStep><para>Torque to <changeInline changeType="delete">50</changeInline><change change="delete">60</change> <quantity><quantityGroup><quantityValue quantityUnitOfMeasure="um51">45</quantityValue></quantityGroup></quantity>.</para></proceduralStep>';
    const file = await read(dataModule(procedure(steps), { applicability: '' }));
    const { blocks } = writeS1000d(file, ALONE);
    expect(blocks.at(-1)).toMatchObject({ text: '1. Torque to 45 um51.', doubts: ['removed', 'unit'] });
  });
});
