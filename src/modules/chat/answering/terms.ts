import { stemmer } from 'stemmer';
import { levelTypography } from './facts.js';

const STOP_WORDS = new Set(
  `a about after all already also am an and any are as at be been before being but by can could did do does done during each either every for from get gets
  give go had has have having he her here his how i if in into is it its itself just know let like ll make may me might must my
  need no nor not now of off on once or our out over per please really s shall she should show so some such t tell than that the their
  them then there these they this those through to too under until up us use used using very was way we were what when where
  whether which while who whom whose why will with would you your`.split(/\s+/u),
);

const WORD = /[\p{L}\p{N}]+(?:(?:[-/_]|(?<=\d)[.,](?=\d))[\p{L}\p{N}]+)*/gu;

/** Words questions are asked with rather than about. */
const GENERIC_WORDS = new Set(
  `value values correct required require requirement procedure procedures process information info detail details manual document
  documents explain describe mean means many much long often kind type apply applicable allowed allow possible happen happens
  exactly currently good best steps step say says specified specify recommended recommend particular different difference
  purpose reason want find found become acceptable accepted change time second aircraft airplane perform carry take taken hard heavy tight soon often far fast big high low
  deep order limit limits maximum minimum permitted number sent send keep put between without within`
    .split(/\s+/u)
    .map(stemmer),
);

/** One word for what people write several ways. */
const SPELLINGS = new Map(
  Object.entries({
    tire: 'tyre',
    tight: 'torque',
    tighten: 'torque',
    tightened: 'torque',
    max: 'maximum',
    min: 'minimum',
    temp: 'temperature',
    qty: 'quantity',
    aluminum: 'aluminium',
    bled: 'bleed',
    gray: 'grey',
    meter: 'metre',
    liter: 'litre',
    center: 'centre',
    degree: 'deg',
    pn: 'part',
    sn: 'serial',
  }).map(([word, usual]) => [stemmer(word), stemmer(usual)]),
);

/** Words of a text that are not stop words, as written. */
export function wordsOf(text: string): string[] {
  return text.match(WORD)?.filter((word) => !STOP_WORDS.has(word.toLowerCase())) ?? [];
}

/**
 * Content words of a text: lower case, stemmed, stop words left out. Anything with a digit (part numbers, ATA numbers, `27.5`)
 * stays whole; other compounds are split (`anti-skid` → `anti`, `skid`).
 */
export function contentTerms(text: string): string[] {
  const terms: string[] = [];
  const levelled = levelTypography(text)
    .toLowerCase()
    .replace(/\b([ps])\/n\b/gu, '$1n');
  for (const [run] of levelled.matchAll(WORD)) {
    if (/\p{N}/u.test(run)) terms.push(run);
    else
      for (const word of run.split(/[-/_]/u)) {
        const stem = stemmer(word);
        if (!STOP_WORDS.has(word)) terms.push(SPELLINGS.get(stem) ?? stem);
      }
  }
  return terms;
}

/** Whether a stemmed term says little about the subject of a question (`value`, `procedure`, `required` …). */
export function isGeneric(term: string): boolean {
  return GENERIC_WORDS.has(term);
}
