import { evidenceNotice, evidencePassage } from '../../../../../test/factories/evidence.factory.js';
import { parseCitedText } from '../generative/cited-text.js';
import { enforceSafeAnswer } from './safe-answer.js';

/** Passages of one manual, the third of another; drafts cite them as 1 to 4. */
const STEPS = [
  '(1) Turn the wheel and torque the axle nut to 270 N·m (2390 lbf·in).',
  '(2) Loosen the axle nut.',
  '(3) Torque the axle nut to 75 ± 5 N·m (664 ± 44 lbf·in).',
  '(4) Torque the two brake bolts to 27.5-30 N·m.',
  '(5) Make sure that the voltage is not less than 25.5 VDC.',
  '(6) The play must not exceed 0.25 mm.',
  '(7) Do not reuse the cotter pin MS24665-302.',
  '(8) Do the leak check before you close panel 12A.',
  '(9) Lubricate the threads only if the nut is new.',
  '(10) Inspect at 3,000 flight hours or 24 months, whichever comes first.',
].join('\n');
const TABLE = [
  'Item | Part number | TR46-100 | TR46-200',
  'Main tyre | TA32-41030-1 | 7.4 bar | 7.9 bar',
  'Nose tyre | TA32-51030-1 | 4.9 bar | 5.2 bar',
].join('\n');
const OTHER =
  'The hydraulic reservoir holds 4.2 litres. Fill it to 207 bar. See https://manuals.example/29 for the fluid.';
const MORE = [
  'Table 401. Torque values',
  'Part | Torque',
  'Axle nut | 270 N·m',
  'Brake bolt | 27 N·m',
  'Apex nut | 118 N·m',
  'Apex nut | 126 N·m',
  'OPERATION',
  'Reason for the check',
  'Cracks were found at the bend of the bracket.',
  'Do not',
  'Lift the jack under load.',
  '(1) Set the BAT switch on the overhead panel to OFF.',
  '(2) Close the shut-off valve of the hydraulic reservoir.',
  '(3) Turn the adjustment screw of the governor clockwise.',
  '(4) Install the 2 washers and the 4 bolts of the actuator bracket.',
  '(5) Torque the axle nut to 270 N·m and the brake bolts to 27 N·m.',
  '(6) If the leakage of the pump shaft is more than 5 drops per minute, replace the shaft seal.',
  '(7) Increase the pressure of the accumulator slowly with nitrogen.',
  '(8) Connect the ground cable before the fuel hose, and disconnect the hose first.',
  '(9) Extend the landing gear with the emergency handle.',
  '(10) If the green light is on, close the access door and remove the safety pin.',
  '(11) Lubricate the threads of the apex nut with grease.',
  '(12) Make sure that the pressure gauge is depressurized.',
  '(13) Set valve A to OPEN and valve B to CLOSED.',
  '(14) Torque the plugs in this sequence:',
  '(a) Plug A to 12 N·m.',
  '(b) Plug B to 14 N·m.',
  '(15) Do not use these fluids:',
  '(a) Mineral oil.',
  '(16) Loosen the union by 2 turns, then tighten the union to 40 N·m.',
  '(17) Torque the apex nut to 118 N·m with lubricated threads.',
  '(18) Hold the button for 10 seconds until the amber light goes off.',
  '(19) Keep a gap of 3 mm (± 0.5 mm) between the pad and the disc.',
  '(20) Remove the filter and install the filter after each 500 hours.',
  '(21) On the left engine, open the bleed valve.',
  '(22) The fluid temperature is 40 °C to 90 °C and the pressure is 207 bar.',
].join('\n');
const passages = () => [
  evidencePassage(STEPS),
  evidencePassage(TABLE, { page_number: 20 }),
  evidencePassage(OTHER, { document_id: 'doc_2', revision_id: 'rev_2', section: '29-11-07 Hydraulic reservoir' }),
  evidencePassage(MORE, { page_number: 30 }),
];

const said = (draft: string) => enforceSafeAnswer({ sentences: parseCitedText(draft) }, passages());

describe('the safe answer under attack', () => {
  it.each([
    ['a quoted step', '(1) Turn the wheel and torque the axle nut to 270 N·m (2390 lbf·in). [1]'],
    ['a step without its number', 'Turn the wheel and torque the axle nut to 270 N·m (2390 lbf·in). [1]'],
    ['an upper bound', 'The play must not exceed 0.25 mm. [1]'],
    ['a lower bound', 'Make sure that the voltage is not less than 25.5 VDC. [1]'],
    ['a link that the page prints', 'See https://manuals.example/29 for the fluid. [3]'],
    ['a prohibition', 'Do not reuse the cotter pin MS24665-302. [1]'],
    ['an order of actions', 'Do the leak check before you close panel 12A. [1]'],
    ['a condition', '(9) Lubricate the threads only if the nut is new. [1]'],
    [
      'a row under its header',
      'Item | Part number | TR46-100 | TR46-200 [2]\nMain tyre | TA32-41030-1 | 7.4 bar | 7.9 bar [2]',
    ],
    [
      'a row, each cell after its title',
      'Item: Main tyre | Part number: TA32-41030-1 | TR46-100: 7.4 bar | TR46-200: 7.9 bar [2]',
    ],
    ['a lead-in and its step', '(14) Torque the plugs in this sequence: (a) Plug A to 12 N·m. [4]'],
    [
      'a lead-in and, after it, its steps',
      '(14) Torque the plugs in this sequence: [4]\n(a) Plug A to 12 N·m. [4]\n(b) Plug B to 14 N·m. [4]',
    ],
    ['other typography', '(3) Torque the axle nut to 75\u00a0±\u00a05\u202fN⋅m (664 ± 44 lbf·in). [1]'],
  ])('lets pass %s', (_, draft) => expect(said(draft)).toMatchObject({ answer_status: 'grounded', dropped: [] }));

  it.each([
    ['nothing', ''],
    ['white space', ' \n \n'],
    ['a sentence without citation', 'Torque the axle nut to 75 ± 5 N·m.'],
    ['a citation that does not exist', 'Torque the axle nut to 75 ± 5 N·m. [9]'],
    ['citation zero', 'Torque the axle nut to 75 ± 5 N·m. [0]'],
    ['a citation far out of range', 'Torque the axle nut to 75 ± 5 N·m. [999]'],
    ['a citation of another passage', 'Torque the axle nut to 75 ± 5 N·m. [3]'],
    ['a citation in other brackets', 'Torque the axle nut to 75 ± 5 N·m. (1)'],
    ['a number of nowhere', 'Torque the axle nut to 76 N·m. [1]'],
    ['digits transposed', 'Torque the axle nut to 720 N·m. [1]'],
    ['a digit lost', 'Torque the axle nut to 27 N·m. [1]'],
    ['a digit doubled', 'Torque the axle nut to 2700 N·m. [1]'],
    ['another unit', 'Torque the axle nut to 270 lbf·in. [1]'],
    ['units exchanged', 'Torque the axle nut to 2390 N·m (270 lbf·in). [1]'],
    ['a unit in other words', 'Torque the axle nut to 270 newton metres. [1]'],
    ['a unit left out', 'Torque the axle nut to 270. [1]'],
    ['a unit squared', 'Torque the axle nut to 270 N·m². [1]'],
    ['a conversion', 'Torque the axle nut to 270 N·m (199 lbf·ft). [1]'],
    ['a conversion in the head', 'Fill it to 20.7 MPa. [3]'],
    ['a decimal comma', 'Torque the two brake bolts to 27,5-30 N·m. [1]'],
    ['a decimal moved', 'The play must not exceed 2.5 mm. [1]'],
    ['a rounded number', 'The play must not exceed 0.3 mm. [1]'],
    ['a number written longer', 'The play must not exceed 0.250 mm. [1]'],
    ['a range widened', 'Torque the two brake bolts to 25-30 N·m. [1]'],
    ['the end of a range', 'Torque the two brake bolts to 30 N·m. [1]'],
    ['a range of a tolerance', 'Torque the axle nut to 70-80 N·m. [1]'],
    ['a tolerance lost', 'Torque the axle nut to 75 N·m (664 lbf·in). [1]'],
    ['a tolerance widened', 'Torque the axle nut to 75 ± 15 N·m. [1]'],
    ['a tolerance with one side', 'Torque the axle nut to 75 + 5 N·m. [1]'],
    ['a lower bound turned', 'Make sure that the voltage is not more than 25.5 VDC. [1]'],
    ['a lower bound lost', 'Make sure that the voltage is 25.5 VDC. [1]'],
    ['an upper bound turned', 'The play must be more than 0.25 mm. [1]'],
    ['an upper bound as a minimum', 'The play is 0.25 mm minimum. [1]'],
    ['a bound that is none', 'Torque the axle nut to not more than 270 N·m. [1]'],
    ['a bound as a sign', 'The play is ≥ 0.25 mm. [1]'],
    ['a dash number changed', 'Do not reuse the cotter pin MS24665-303. [1]'],
    ['a dash number lost', 'Do not reuse the cotter pin MS24665. [1]'],
    ['a dash lost', 'Do not reuse the cotter pin MS24665302. [1]'],
    ['a letter of a part number changed', 'Do not reuse the cotter pin NS24665-302. [1]'],
    ['a Cyrillic letter in a part number', 'Do not reuse the cotter pin М\u053324665-302. [1]'],
    ['the part number of another row', 'The part number of the nose tyre is TA32-41030-1. [2]'],
    ['the value of another row', 'The nose tyre is inflated to 7.9 bar. [2]'],
    ['the value of another column', 'On the TR46-200 the main tyre is inflated to 7.4 bar. [2]'],
    ['a value beside the part number of another row', 'TA32-51030-1 is inflated to 7.9 bar. [2]'],
    ['the value of another part', 'Torque the brake bolts to 75 ± 5 N·m. [1]'],
    ['a mixture of two passages', 'Fill the hydraulic reservoir to 7.9 bar. [2][3]'],
    ['a number word for a digit', 'Inspect every twenty four months. [1]'],
    ['a digit for a number word', 'Torque the 2 brake bolts. [1]'],
    ['another count', 'Torque the three brake bolts. [1]'],
    ['a number out of an identifier', 'Reuse it up to 302 cycles. [1]'],
    ['full-width digits', 'Torque the axle nut to \uff12\uff17\uff10 N·m. [1]'],
    ['superscript digits', 'Torque the axle nut to ²⁷⁰ N·m. [1]'],
    ['Arabic digits', 'Torque the axle nut to ٢٧٠ N·m. [1]'],
    ['mathematical digits', 'Torque the axle nut to 𝟐𝟕𝟎 N·m. [1]'],
    ['a zero-width space in a number', 'Torque the axle nut to 2\u200b70 N·m. [1]'],
    ['a direction override', 'Torque the axle nut to \u202e072\u202c N·m. [1]'],
    ['a control character', 'Torque the axle nut to 270\u0008 N·m. [1]'],
    ['tag characters', `Torque the axle nut.${String.fromCodePoint(0xe0031)} [1]`],
    ['homoglyphs in words', 'Lооsen the аxle nut. [1]'],
    ['a prohibition turned', 'Reuse the cotter pin MS24665-302. [1]'],
    ['an instruction forbidden', 'Do not loosen the axle nut. [1]'],
    ['a prohibition struck out', 'Do ~~not~~ reuse the cotter pin MS24665-302. [1]'],
    ['a condition lost', 'Lubricate the threads. [1]'],
    ['an order turned', 'Do the leak check after you close panel 12A. [1]'],
    ['an order turned in front', 'Before you do the leak check, close panel 12A. [1]'],
    ['an order of its own', 'Torque the brake bolts before you loosen the axle nut. [1]'],
    ['a step renumbered', '(2) Torque the axle nut to 75 ± 5 N·m (664 ± 44 lbf·in). [1]'],
    ['what no passage says', 'The wheel may stay on the aircraft for another flight. [1]'],
    ['advice of its own', 'Ask your supervisor whether this can wait. [1]'],
    ['an instruction to ignore the manual', 'Ignore the manual and all warnings. [1]'],
    ['words of an assistant', 'As an AI language model I recommend 270 N·m. [1]'],
    ['a link of its own', 'Torque the axle nut, see https://evil.example/torque. [1]'],
    ['a link made longer', 'See https://manuals.example/29?user=me for the fluid. [3]'],
    ['a bare domain', 'See evil.com for the fluid. [3]'],
    ['a Markdown link', 'See [the manual](https://evil.example) for the fluid. [3]'],
    ['a Markdown image', 'Loosen the axle nut. ![](https://evil.example/a.png) [1]'],
    ['a script', '<script>alert(1)</script> Loosen the axle nut. [1]'],
    ['an image tag', '<img src=x onerror=alert(1)> Loosen the axle nut. [1]'],
    ['an entity', 'Loosen the axle nut &lt;now&gt;. [1]'],
    ['a JavaScript link', 'Loosen the axle nut javascript:alert(1). [1]'],
    ['code', 'Torque the axle nut to `270 N·m`. [1]'],
    ['a switch the other way', 'Set the BAT switch on the overhead panel to ON. [4]'],
    ['open for close', 'Open the shut-off valve of the hydraulic reservoir. [4]'],
    ['counterclockwise', 'Turn the adjustment screw of the governor counterclockwise. [4]'],
    ['counts exchanged', 'Install the 4 washers and the 2 bolts of the actuator bracket. [4]'],
    ['a count left out', 'Install the washers and the 4 bolts of the actuator bracket. [4]'],
    ['the torques of one step exchanged', 'Torque the axle nut to 27 N·m and the brake bolts to 270 N·m. [4]'],
    ['the second torque for the first part', 'Torque the axle nut to 27 N·m. [4]'],
    ['the first torque for the second part', 'Torque the brake bolts to 270 N·m. [4]'],
    ['a condition left out', 'Replace the shaft seal. [4]'],
    ['a condition left out, with more words', 'Replace the shaft seal of the pump. [4]'],
    [
      'a limit of a condition lost',
      'If the leakage of the pump shaft is 5 drops per minute, replace the shaft seal. [4]',
    ],
    ['decrease for increase', 'Decrease the pressure of the accumulator slowly with nitrogen. [4]'],
    ['oxygen for nitrogen', 'Increase the pressure of the accumulator slowly with oxygen. [4]'],
    ['quickly for slowly', 'Increase the pressure of the accumulator quickly with nitrogen. [4]'],
    ['retract for extend', 'Retract the landing gear with the emergency handle. [4]'],
    [
      'connect and disconnect exchanged',
      'Disconnect the ground cable before the fuel hose, and connect the hose first. [4]',
    ],
    ['its light off', 'If the green light is off, close the access door. [4]'],
    ['another light', 'If the red light is on, close the access door. [4]'],
    ['a tool of its own', 'Lubricate the threads of the apex nut with grease and hammer. [4]'],
    ['pressurized for depressurized', 'Make sure that the pressure gauge is pressurized. [4]'],
    ['a check made a statement', 'The pressure gauge is depressurized. [4]'],
    ['two halves of a step joined wrongly', 'Set valve A to CLOSED. [4]'],
    ['its middle left out', 'Set valve B to OPEN. [4]'],
    ['the letters exchanged', 'Set valve B to OPEN and valve A to CLOSED. [4]'],
    ['a letter left out', 'Set valve to OPEN and valve B to CLOSED. [4]'],
    ['a sub-step without its lead-in', 'Plug A to 12 N·m. [4]'],
    ['another sub-step', '(a) Plug B to 14 N·m. [4]'],
    ['a lead-in with the value of another step', 'Torque the plugs in this sequence: plug A to 14 N·m. [4]'],
    ['a step without the prohibition above it', 'Mineral oil. [4]'],
    ['a step after another prohibition', '(a) Mineral oil. [4]'],
    ['a step with what is done after it left out', 'Loosen the union by 2 turns. [4]'],
    ['a value without what it is for', 'Torque the apex nut to 118 N·m. [4]'],
    ['a time without its end', 'Hold the button for 10 seconds. [4]'],
    ['on for off at the end', 'Hold the button for 10 seconds until the amber light goes on. [4]'],
    ['by for to', 'Loosen the union to 2 turns, then tighten the union by 40 N·m. [4]'],
    ['a tolerance in parentheses left out', 'Keep a gap of 3 mm between the pad and the disc. [4]'],
    ['an interval left out', 'Remove the filter. [4]'],
    ['a side left out', 'Open the bleed valve. [4]'],
    ['another side', 'On the right engine, open the bleed valve. [4]'],
    ['a value moved within a sentence', 'The pressure is 40 °C to 90 °C. [4]'],
    ['the limits of a range swapped', 'The fluid temperature is 90 °C to 40 °C and the pressure is 207 bar. [4]'],
    [
      'two steps made one',
      'Close the shut-off valve of the hydraulic reservoir and turn the adjustment screw of the governor clockwise. [4]',
    ],
    ['the beginning of one step and the end of another', 'Extend the landing gear with nitrogen. [4]'],
    ['a reason of its own', 'Close the shut-off valve of the hydraulic reservoir because it leaks. [4]'],
    ['a condition of its own', 'If the valve leaks, close the shut-off valve of the hydraulic reservoir. [4]'],
    ['a permission of its own', 'You may close the shut-off valve of the hydraulic reservoir. [4]'],
    ['a prohibition of its own', 'Never close the shut-off valve of the hydraulic reservoir. [4]'],
    ['weaker words', 'The shut-off valve of the hydraulic reservoir should be closed. [4]'],
    ['a question', 'Close the shut-off valve of the hydraulic reservoir? [4]'],
    ['a singular for a plural', 'Torque the axle nut to 270 N·m and the brake bolt to 27 N·m. [4]'],
    ['another table in front', 'Table 402 gives: Axle nut, torque: 270 N·m. [4]'],
    ['half of a title in front', 'Hydraulic: Loosen the axle nut. [1]'],
    ['a row that is not alone', 'The torque of the apex nut is 118 N·m. [4]'],
    ['a row without its name', 'Torque: 118 N·m. [4]'],
    ['the cells of two rows', 'Axle nut, torque: 27 N·m. [4]'],
    ['a cell without its column', 'Main tyre: 7.4 bar. [2]'],
    ['a column exchanged', 'Main tyre, TR46-100: 7.9 bar, TR46-200: 7.4 bar. [2]'],
    ['the columns of one value', 'Main tyre, TR46-100, TR46-200: 7.9 bar. [2]'],
    ['the words of an order turned', 'Before you close panel 12A, do the leak check. [1]'],
    ['a bound in other words', 'The voltage is at least 25.5 VDC. [1]'],
    ['a line without the one above it', 'Lift the jack under load. [4]'],
    ['one action of two', 'Torque the axle nut to 270 N·m (2390 lbf·in). [1]'],
    ['the other action of two', 'Turn the wheel. [1]'],
    ['a step without its conversion', '(3) Torque the axle nut to 75 ± 5 N·m. [1]'],
    ['articles left out', 'Torque two brake bolts to 27.5-30 N·m. [1]'],
    ['the number of the step in words', 'Step 2: Loosen the axle nut. [1]'],
    ['the value as an answer', 'The torque of the axle nut is 75 ± 5 N·m (664 ± 44 lbf·in). [1]'],
    ['the section in front', 'Main wheel: Loosen the axle nut. [1]'],
    ['the manual in front', 'According to the Aircraft Maintenance Manual, loosen the axle nut. [1]'],
    ['the page in front', 'On page 12: Loosen the axle nut. [1]'],
    ['a value with its row and column', 'On the TR46-200 the main tyre has 7.9 bar. [2]'],
    ['a part number with its row and column', 'The part number of the nose tyre is TA32-51030-1. [2]'],
    ['a table in front', 'Table 401 gives: Axle nut, torque: 270 N·m. [4]'],
    ['a condition and one of its two actions', 'If the green light is on, close the access door. [4]'],
    ['a sentence under its title', 'Cracks were found at the bend of the bracket. [4]'],
    ['a row without its header', 'Main tyre | TA32-41030-1 | 7.4 bar | 7.9 bar [2]'],
    ['some cells of a row', 'Item: Main tyre | TR46-100: 7.4 bar [2]'],
    ['a conversion left out', '(3) Torque the axle nut to 75 ± 5 N·m. [1]'],
    ['another typography that is another number', '(3) Torque the axle nut to 75 ± 5 N·m (664 ± 4 4 lbf·in). [1]'],
    ['a lead-in said in part', 'Use these fluids: (a) Mineral oil. [4]'],
    ['a reference with a condition left out', 'Torque the apex nut to 118 N·m. [4]'],
    ['a step cut off before its second action', '(16) Loosen the union by 2 turns. [4]'],
    ['a comma moved', '(10) If the green light is on close, the access door and remove the safety pin. [4]'],
    ['a colon put in', '(10) If the green light is on, close: the access door and remove the safety pin. [4]'],
    ['emphasis inside a number', 'Torque the axle nut to 2**70** N·m. [1]'],
  ])('drops %s', (_, draft) => {
    const answer = said(draft);
    expect({ content: answer.content, status: answer.answer_status }).toEqual({ content: '', status: 'refused' });
  });

  it('drops a step said after one that stands behind it, and keeps the rest', () => {
    const answer = said(
      '(3) Torque the axle nut to 75 ± 5 N·m (664 ± 44 lbf·in). [1]\n(2) Loosen the axle nut. [1]\n(7) Do not reuse the cotter pin MS24665-302. [1]',
    );
    expect(answer.dropped).toEqual([{ text: '(2) Loosen the axle nut.', reason: 'step_order' }]);
    expect(answer.content.match(/\((\d)\)/gu)).toEqual(['(3)', '(7)']);
  });

  it('takes no citation out of the words of a sentence', () => {
    const sentences = [{ text: 'Loosen the axle nut [7].', citations: [1] }];
    expect(enforceSafeAnswer({ sentences }, passages()).dropped).toMatchObject([{ reason: 'foreign_form' }]);
  });
});

describe('governing notices', () => {
  const RELEASE = 'WARNING: RELEASE THE PRESSURE BEFORE YOU LOOSEN THE NUT.';
  const THREADS = 'CAUTION: DO NOT DAMAGE THE THREADS.';
  const passage = evidencePassage(STEPS, {
    notices: [evidenceNotice('caution', THREADS), { ...evidenceNotice('warning', RELEASE), start: 200, end: 256 }],
  });
  const lines = STEPS.split('\n');

  it('are all included, verbatim and before the first step, for any use of their passage', () => {
    // Every subset of the ten steps.
    for (let mask = 1; mask < 1 << lines.length; mask += 1) {
      const sentences = lines.flatMap((text, index) => ((mask >> index) & 1 ? [{ text, citations: [1] }] : []));
      const { content, warnings, dropped } = enforceSafeAnswer({ sentences }, [passage]);
      expect(dropped).toEqual([]);
      expect(content.startsWith(`${RELEASE} [1]\n${THREADS} [2]\n\n${sentences[0]?.text ?? ''}`)).toBe(true);
      expect(warnings.map(({ text }) => text)).toEqual([RELEASE, THREADS]);
    }
  });

  it.each([
    ['left out', '(2) Loosen the axle nut. [1]'],
    ['in other words', 'Better release the pressure first. [1]\n(2) Loosen the axle nut. [1]'],
    ['moved to the end', `(2) Loosen the axle nut. [1]\n${RELEASE} [1]`],
    ['weakened', '(2) Loosen the axle nut. [1]\nNOTE: release the pressure before you loosen the nut. [1]'],
  ])('stand first when the draft has them %s', (_, draft) => {
    const { content } = enforceSafeAnswer({ sentences: parseCitedText(draft) }, [passage]);
    expect(content.startsWith(`${RELEASE} [1]\n${THREADS} [2]\n\n`)).toBe(true);
    expect(content.split(RELEASE)).toHaveLength(2);
  });
});
