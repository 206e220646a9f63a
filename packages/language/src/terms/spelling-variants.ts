/** Beginnings of words with different British and American spellings. */
const BEGINNINGS: [british: string, american: string][] = [
  ['aerofoil', 'airfoil'],
  ['aeroplane', 'airplane'],
  ['aluminium', 'aluminum'],
  ['analyse', 'analyze'],
  ['armour', 'armor'],
  ['artefact', 'artifact'],
  ['behaviour', 'behavior'],
  ['calibre', 'caliber'],
  ['cancell', 'cancel'],
  ['catalogue', 'catalog'],
  ['centimetre', 'centimeter'],
  ['centre', 'center'],
  ['cheque', 'check'],
  ['colour', 'color'],
  ['defence', 'defense'],
  ['discolour', 'discolor'],
  ['draught', 'draft'],
  ['favour', 'favor'],
  ['fibre', 'fiber'],
  ['fulfil', 'fulfill'],
  ['fuell', 'fuel'],
  ['defuell', 'defuel'],
  ['refuell', 'refuel'],
  ['gauge', 'gage'],
  ['gauging', 'gaging'],
  ['grey', 'gray'],
  ['harbour', 'harbor'],
  ['honour', 'honor'],
  ['jewell', 'jewel'],
  ['judgement', 'judgment'],
  ['kerb', 'curb'],
  ['kerosine', 'kerosene'],
  ['labell', 'label'],
  ['labour', 'labor'],
  ['levell', 'level'],
  ['licence', 'license'],
  ['litre', 'liter'],
  ['manoeuvre', 'maneuver'],
  ['manoeuvr', 'maneuver'],
  ['metre', 'meter'],
  ['millimetre', 'millimeter'],
  ['modell', 'model'],
  ['mould', 'mold'],
  ['neighbour', 'neighbor'],
  ['odour', 'odor'],
  ['plough', 'plow'],
  ['programme', 'program'],
  ['signall', 'signal'],
  ['sulphat', 'sulfat'],
  ['sulphid', 'sulfid'],
  ['sulphur', 'sulfur'],
  ['theatre', 'theater'],
  ['travell', 'travel'],
  ['tyre', 'tire'],
  ['vapour', 'vapor'],
  ['vice', 'vise'],
];

/** Verbs in `-ise` with a spelling in `-ize`. Words such as `noise` and `advise` are not listed. */
const VERBS =
  'anod|author|caut|central|character|depressur|econom|energ|de-?energ|deenerg|equal|fertil|final|fluid|galvan|homogen|immobil|' +
  'initial|item|magnet|demagnet|maxim|metall|minim|mobil|modern|neutral|normal|optim|organ|oxid|passiv|polar|depolar|' +
  'pressur|priorit|recogn|repressur|standard|steril|summar|synchron|util|vapor|visual|vulcan|atom|carbon|crystall|digit|' +
  'general|ion|local|moistur|rational|reorgan|revital|sensit|desensit|serial|special|stabil|destabil|categor|local|' +
  'pulver|scrutin|polymer|emulsif|linear|custom|catalog';
const ISE = new RegExp(`^(${VERBS})is(e|ed|es|er|ers|ing|ation|ations)$`);

const byInitial = new Map<string, [string, string][]>();
for (const pair of BEGINNINGS) {
  const initial = pair[0].slice(0, 3);
  byInitial.set(initial, [...(byInitial.get(initial) ?? []), pair]);
}

/** The American spelling, or the word. Applied to passages and queries, so that British and American manuals match. */
export function americanSpelling(word: string): string {
  const pair = byInitial.get(word.slice(0, 3))?.find(([british]) => word.startsWith(british));
  const spelt = pair ? pair[1] + word.slice(pair[0].length) : word;
  return spelt.includes('is') ? spelt.replace(ISE, '$1iz$2') : spelt;
}
