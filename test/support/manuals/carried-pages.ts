const NUT =
  'Lower the jack until the tyre settles. Torque the axle nut to 120 Nm and turn the wheel by hand ten times.';
const WASHER = 'Before you sign for the work, fit the washer AN960-416 under the head of each of the bolts.';
const TANK =
  'Put on gloves. Drain the tank completely before you open the access panel on the left side of the fuselage.';
const SEALS =
  'Clean the ﬁlter in solvent and let it dry in the air for at least ten minutes. Clean the seal. Wipe the seat.';
const PIN = 'Grease the pin of the upper hinge with a thin coat, and wipe off what comes out at its ends.';
const BATTERY = 'Charge the battery for ten hours with the cover open, in a room that has its own supply of air.';
/** A revision, and the one after it. */
export const FIRST = [`${NUT} ${WASHER}`, TANK, SEALS, PIN, '', BATTERY];
export const SECOND = [
  `${NUT.replace('axle nut', 'axle\nnut')} ${WASHER.replace('AN960-416', 'AN960-4160')}`,
  `${SEALS.replace('ﬁ', 'fi')} Then clean the seal. Clean the seal.`,
  `Open the panel. ${TANK.replace('completely', 'com-\npletely')}`,
  PIN.replace('the pin', 'both pins'),
  '',
  'A new page. Check the oil. Check the oil.',
  BATTERY,
];

/** What says more than an anchor has, so that what is around it decides nothing. */
const LEAD = 'Make sure that the aircraft is on jacks, that it is chocked, and that no power is on the buses.';
const END = 'When all of this is done, record the values in the log book, and have them signed by an inspector.';
const bolts = (upper: number, lower: number): string =>
  `${LEAD} Torque the upper bolt to ${upper} Nm. Torque the lower bolt to ${lower} Nm. ${END}`;
const pump = (side: string, psi: string): string =>
  `${LEAD} Open the valve. The ${side} pump gives ${psi} psi. Close it. ${END}`;
/** What a comment on a page quotes there, what the next revision says, and by page and words where the comment is then. */
export const STANDING_CASES: [
  name: string,
  first: string[],
  page: number,
  quote: string | null,
  second: string[],
  then: unknown,
][] = [
  ['same words for another bolt', [bolts(120, 120)], 1, 'to 120 Nm', [bolts(120, 150)], 'outdated'],
  ['values that change places', [bolts(120, 150)], 1, 'to 120 Nm', [bolts(150, 120)], 'outdated'],
  ['same words, page unchanged', [bolts(120, 120)], 1, 'to 120 Nm', [END, bolts(120, 120)], [2, null]],
  ['same words, page doubled', [bolts(120, 120)], 1, 'to 120 Nm', [bolts(120, 120), bolts(120, 120)], 'outdated'],
  [
    'short page, another value',
    ['Bolt A: 35 Nm.', 'x', 'Bolt B: 35 Nm.'],
    3,
    '35 Nm',
    ['Bolt A: 35 Nm.', 'x', 'Bolt B: 53 Nm.'],
    'outdated',
  ],
  [
    'another pump on its page',
    ['a', 'Left pump: 35 Nm.'],
    2,
    '35 Nm',
    ['a', 'Right pump: 35 Nm.', 'Left pump: 35 Nm.'],
    [3, '35 Nm'],
  ],
  [
    'short page within another',
    ['a', 'Left pump: 35 Nm.'],
    2,
    '35 Nm',
    ['a', `No Left pump: 35 Nm. ${END}`],
    'outdated',
  ],
  ['longer number', [pump('left', '200')], 1, '200 psi', [pump('left', '1 200')], 'outdated'],
  ['longer number at the beginning', [`200 psi. ${END}`], 1, '200 psi', [`1 200 psi. ${END}`], 'outdated'],
  ['part of a range', [pump('left', '15')], 1, '15 psi', [pump('left', '10–15')], 'outdated'],
  [
    'anchor twice in the new one',
    [pump('left', '20')],
    1,
    '20 psi',
    [pump('left', '20'), `${pump('left', '20')} x`],
    [1, null],
  ],
  [
    'anchor twice in the old one',
    [pump('left', '20'), `${pump('left', '20')} x`],
    1,
    '20 psi',
    [`${pump('left', '20')} y`],
    'outdated',
  ],
  [
    'moved paragraph',
    [LEAD, pump('left', '20')],
    2,
    '20 psi',
    [`${END} ${pump('left', '20')} ${TANK}`, LEAD],
    [1, '20 psi'],
  ],
  ['reflowed lines', [pump('left', '20')], 1, '20 psi.', [pump('left', '20').replaceAll(' ', '\n')], [1, '20\npsi.']],
  ['beginning of the page', [`${LEAD} x`], 1, 'Make sure', [TANK, `${PIN} ${LEAD}`], [2, 'Make sure']],
  ['end of the page', [`x ${END}`], 1, 'inspector.', [`${END} ${PIN}`], [1, 'inspector.']],
  ['within a word', [pump('left', '20')], 1, 'ump gives', [`${pump('left', '20')} x`], [1, 'ump gives']],
  ['no quote, page unchanged', ['x', LEAD], 2, null, [LEAD, 'y'], [1, null]],
  ['no quote, page doubled', ['x', LEAD], 2, null, [LEAD, LEAD], 'outdated'],
  [
    'no quote, one of two',
    ['x', 'Blank page', 'c', 'Blank page'],
    4,
    null,
    ['x', 'Blank page', 'c', 'Text'],
    'outdated',
  ],
];
