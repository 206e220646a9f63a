/** One term for every way to write a unit whose spellings mean nothing else. */
const SPELLINGS: Record<string, string> = {
  nm: 'newtonmetre newtonmetres newtonmeter newtonmeters',
  lbin: 'inlb inlbs inlbf lbfin lbsin',
  lbft: 'ftlb ftlbs ftlbf lbfft lbsft',
  c: 'celsius centigrade degc',
  f: 'fahrenheit degf',
  v: 'volt volts',
  mm: 'millimetre millimetres millimeter millimeters',
  cm: 'centimetre centimetres centimeter centimeters',
  km: 'kilometre kilometres kilometer kilometers',
  kg: 'kgs kilogram kilograms kilogramme kilogrammes',
  lb: 'lbs lbf pound pounds',
  hz: 'hertz',
  khz: 'kilohertz',
  mhz: 'megahertz',
  kpa: 'kilopascal kilopascals',
  mpa: 'megapascal megapascals',
  ml: 'millilitre millilitres milliliter milliliters',
  hour: 'hr hrs hours',
  amp: 'amps ampere amperes',
  ohm: 'ohms \u03c9',
  inch: 'inches',
  foot: 'ft feet',
  gal: 'gallon gallons',
  qt: 'quart quarts',
  oz: 'ounce ounces',
  kt: 'kts knot knots',
};

/** Symbols that mean a unit only after a number: `m` is a meter in `27 m` and a letter elsewhere. */
const AFTER_NUMBER: Record<string, string> = {
  h: 'hour',
  m: 'meter',
  l: 'liter',
  ltr: 'liter',
  w: 'watt',
  g: 'gram',
  n: 'newton',
  sec: 'second',
  secs: 'second',
  min: 'minut',
  mins: 'minut',
  deg: 'degre',
};

/** Symbols that mean a unit when they touch a number: `5A`, `27in`. */
const TOUCHING: Record<string, string> = { ...AFTER_NUMBER, a: 'amp', in: 'inch' };

/** Symbols and abbreviations that touch numbers and are terms as they stand. */
const PLAIN =
  'nm danm ncm lbin lbft psi psia psig kpa mpa hpa bar mbar v mv kv vdc vac hz khz mhz ghz ma ah kw va kva ' +
  'mm cm km ml cc kg mg lb gal qt oz rpm c f k kt ohm hour inch foot amp';

/** Parts of torques and what the two together are: a force and an arm in either order, in English units. */
const FORCE_OR_ARM: Record<string, string> = {
  n: 'n newton newtons',
  dan: 'dan',
  lb: 'lb lbs lbf pound pounds',
  oz: 'oz ozf ounce ounces',
  kg: 'kg kgf',
  m: 'm metre metres meter meters',
  cm: 'cm',
  in: 'in inch inches',
  ft: 'ft foot feet',
};
const TORQUES: Record<string, string> = {
  'n m': 'nm',
  'n cm': 'ncm',
  'dan m': 'danm',
  'lb in': 'lbin',
  'in lb': 'lbin',
  'lb ft': 'lbft',
  'ft lb': 'lbft',
  'oz in': 'ozin',
  'in oz': 'ozin',
  'kg m': 'kgm',
  'kg cm': 'kgcm',
};

const unitTerms = invert(SPELLINGS);
const torqueParts = invert(FORCE_OR_ARM);
const afterNumber = new Map(Object.entries(AFTER_NUMBER));
const touching = new Map(Object.entries(TOUCHING));
const plain = new Set(PLAIN.split(' '));

/** The term of a word that is a unit wherever it stands; undefined for every other word. Words are lower case. */
export function unitTerm(word: string): string | undefined {
  return unitTerms.get(word);
}

/** The term of a symbol that follows a number after a space or hyphen; undefined when it is no other than elsewhere. */
export function unitAfterNumber(word: string): string | undefined {
  return afterNumber.get(word);
}

/** The term of letters that touch a number before them; undefined when number and letters are one code (`737ng`). */
export function unitTouchingNumber(letters: string): string | undefined {
  return touching.get(letters) ?? unitTerms.get(letters) ?? (plain.has(letters) ? letters : undefined);
}

/** The part of a torque that a word can be, for {@link torqueTerm}; undefined for every other word. */
export function torquePart(word: string): string | undefined {
  return torqueParts.get(word);
}

/** The term of a force and an arm that stand together, or undefined. */
export function torqueTerm(first: string, second: string): string | undefined {
  return TORQUES[`${first} ${second}`];
}

function invert(table: Record<string, string>): Map<string, string> {
  return new Map(
    Object.entries(table).flatMap(([term, spellings]) => spellings.split(' ').map((spelling) => [spelling, term])),
  );
}
