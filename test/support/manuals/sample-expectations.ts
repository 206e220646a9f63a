/** What must come out of a sample: on this page, this value word for word, governed by this notice. */
export interface SampleExpectation {
  file: string;
  page: number;
  value: string;
  quantity?: { kind: string; min: number | null; max: number | null; unit: string };
  /** Begins the passage that has the value. */
  section: string;
  notice?: string;
  /** A step that the notice is not about. */
  without?: string;
  effectivity?: string;
  search: string;
}

const torque = (min: number, max: number, unit = 'N·m') => ({ kind: 'torque', min, max, unit });

export const SAMPLE_EXPECTATIONS: SampleExpectation[] = [
  {
    file: 'sb-tr46-32-018-rev-1.pdf',
    page: 6,
    value: 'Torque the apex nut to 118 to 126 N·m (1044 to 1115 lbf·in).',
    quantity: torque(118, 126),
    section: 'Part B. Replacement on aircraft of Group 1',
    notice: 'CAUTION: USE A TORQUE WRENCH WITH A RANGE OF 60 TO 200 N·m',
    without: '(1) Remove the cotter pin',
    effectivity: 'MSN 5001-5073',
    search: 'torque of the apex nut TA32-11047-3',
  },
  {
    file: 'eo-skr-24-0107.docx',
    page: 1,
    value: '19.0 to 21.0 N·m (168 to 186 lbf·in)',
    quantity: torque(19, 21),
    section: '2.2 Installation',
    search: 'torque of starter-generator terminals B and E',
  },
  {
    file: 'eo-skr-24-0107.docx',
    page: 1,
    value: '3. Remove the terminal nuts and the cables B, C, D and E.',
    section: '2.1 Removal',
    notice: 'CAUTION: Hold the lower nut with a second spanner',
    without: '2. Remove the terminal cover',
    search: 'remove starter-generator terminal nuts and cables',
  },
  {
    file: 'sl-tr46-52-011.html',
    page: 1,
    value: '22 to 25 N·m (195 to 221 lbf·in)',
    quantity: torque(22, 25),
    section: '3. Instructions',
    notice: 'WARNING: Install the door strut lock TT52-1004',
    effectivity: 'MSN 5049-5120',
    search: 'torque castellated nut TA52-11036-1',
  },
  {
    file: 'shop-bulletin-35-03.md',
    page: 1,
    value: '3. Torque the union nut of the regulator to 40 to 44 N·m (354 to 389 lbf·in).',
    quantity: torque(40, 44),
    section: 'Installation of the regulator',
    notice: 'Turn the union nut by hand for the first three turns.',
    without: '2. Install a new packing',
    effectivity: 'ALL',
    search: 'oxygen regulator union nut torque',
  },
  {
    file: 'aom-tr46-30-002.txt',
    page: 1,
    value: '(5) INFLATE THE BOOT TO 1.24 BAR (18 PSI)',
    section: '',
    notice: 'WARNING: DO NOT OPERATE THE BOOTS WHILE PERSONS TOUCH THE LEADING EDGE.',
    effectivity: 'MSN 5001-5048',
    search: 'de-icing boot patch inflate',
  },
  {
    file: 'pmc-tr46-28-fuel.zip',
    page: 3,
    value:
      '3.2 [Applicable to: MSN 5049-5120] Torque the six bolts TA28-21015-3 to 10.2 to 11.2 N·m (90 to 99 lbf·in).',
    quantity: torque(10.2, 11.2),
    section: 'Fuel booster pump - Installation',
    notice: 'WARNING: Obey the fuel safety procedures.',
    effectivity: 'MSN 5049-5120',
    search: 'torque bolts TA28-21015-3 booster pump',
  },
  {
    file: 'pmc-tr46-28-fuel.zip',
    page: 2,
    value: '4. Remove the six bolts and pull the pump out of the canister',
    section: 'Procedure',
    notice: 'CAUTION: Do not turn the pump when you pull it out.',
    without: '5. Remove and discard the packing.',
    search: 'pull booster pump out of canister',
  },
  {
    file: 'pmc-tr46-28-fuel.zip',
    page: 4,
    value: '2. Operate the pump and read the fuel pressure.',
    section: 'Fault code 2821A02: FUEL PRESS LOW message with the booster pump on',
    notice: 'CAUTION: Do not operate the pump for more than 30 s without fuel.',
    without: '1. Set the switch BOOST PUMP to ON',
    search: 'FUEL PRESS LOW fault 2821A02',
  },
  {
    file: 'pmc-tr46-28-fuel.zip',
    page: 5,
    value: 'P/N TA28-21015-3 | CAGE TARN1 | Qty 6 | . Bolt, high strength | Applicable to MSN 5049-5120',
    section: 'Fuel booster pump - Illustrated parts data',
    search: 'TA28-21015-3 bolt high strength',
  },
  {
    file: 'dmc-tr46-a-26-21-00-00a-520a-a.xml',
    page: 1,
    value: '2.1 Disconnect the electrical connector from each cartridge.',
    section: 'Procedure',
    notice: 'WARNING: Touch a bonding point with your hand',
    without: '2.2 Install a Shorting plug',
    effectivity: 'MSN 5001-5048',
    search: 'disconnect fire extinguisher cartridge',
  },
  {
    file: 'cmm-33-42-05-scan.pdf',
    page: 1,
    value: '2.3 to 2.7 Nm',
    quantity: torque(2.3, 2.7, 'Nm'),
    section: '',
    notice: 'CAUTION: Do not touch the glass with your fingers.',
    without: '(2) Pull the lamp forward',
    search: 'landing light lamp retainer screws torque',
  },
  {
    file: 'tq-5031-0412-fax.tif',
    page: 1,
    value: '(1) Do an eddy current inspection around the dent',
    section: '',
    notice: 'CAUTION: Do not push the dent out.',
    search: 'dent eddy current inspection MSN 5031',
  },
  {
    file: 'tc-tr46-71-020-issue-2.pdf',
    page: 3,
    value: '96 to 102 N·m (850 to 903 lbf·in)',
    quantity: torque(96, 102),
    section: '2. PROCEDURE',
    notice: 'CAUTION: USE THE TORQUE ADAPTER TT71-2101',
    without: '(2) Clean the orange lacquer',
    effectivity: 'ALL',
    search: 'torque of the engine mount bolts TA71-21015-1',
  },
];
