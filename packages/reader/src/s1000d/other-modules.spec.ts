import { ALONE, linesOf, procedure, readModule, toLine } from '../../../../test/support/manuals/s1000d-lines.js';
import { dataModule, dmRef, oldDataModule } from '../../../../test/support/manuals/s1000d-modules.js';
import { writeS1000d } from './s1000d-file.js';

describe('modules that are no procedures', () => {
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
    const { blocks } = writeS1000d(await readModule(oldDataModule(content)), ALONE);
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
    const { blocks } = writeS1000d(await readModule(oldDataModule(content)), ALONE);
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

  it('are read by their text, with any elements, when they teach', async () => {
    const content =
      '<learning><learningAssessment><title>Quiz</title><lcInteraction><lcQuestion><description><para>How many bolts?</para></description></lcQuestion></lcInteraction></learningAssessment></learning>';
    expect(await linesOf(content)).toEqual(['heading2: Quiz', 'paragraph: How many bolts?']);
    const learn = ' learnCode="T61" learnEventCode="E"';
    const { head } = await readModule(dataModule(content, { learn, system: 'D32' }));
    expect(head).toMatchObject({ dmc: 'SKARV46-A-D32-41-00-00A-520A-A-T61E', ata: '32-41-00', type: 'learning' });
    expect((await readModule(dataModule(content, { system: 'DA4' }))).head.ata).toBeNull();
  });

  it('leaves out what the issue deletes, and keeps units of the project', async () => {
    const steps =
      '<proceduralStep changeType="delete"><para>Torque to 40 Nm.</para></proceduralStep>' +
      '<proceduralStep><para>Torque to <changeInline changeType="delete">50</changeInline><change change="delete">60</change> <quantity><quantityGroup><quantityValue quantityUnitOfMeasure="um51">45</quantityValue></quantityGroup></quantity>.</para></proceduralStep>';
    const file = await readModule(dataModule(procedure(steps), { applicability: '' }));
    const { blocks } = writeS1000d(file, ALONE);
    expect(blocks.at(-1)).toMatchObject({ text: '1. Torque to 45 um51.', caveats: ['removed', 'unit'] });
  });
});
