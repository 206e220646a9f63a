import {
  BETWEEN,
  COMPARATIVE,
  NEGATOR,
  phraseBefore,
  phraseBehind,
  type Direction,
  type Phrase,
} from './bound-words.js';
import { Places } from './places.js';
import { groups, mask, SENTENCE, type Group } from './quantity-groups.js';
import { BEHIND_A_SYSTEM, type Reading } from './quantity-reader.js';
import { rowBound } from './row-label.js';
import { isAltered, isSet } from './set-values.js';
import { comparing, openBetween, reachingBack, reachingBehind } from './settled.js';

/** What the clause around a quantity makes of its numbers. `unclear`: something is said of them that was not understood. */
export type Bound = Direction | 'exact' | 'unclear';

interface Words {
  ends: Places;
  /** What denies or compares in front of a number, and behind it. */
  negators: { before: Places; behind: Places };
  comparatives: { before: Places; behind: Places };
  betweens: Places;
}

interface Placed extends Group {
  sentenceStart: number;
  /** The sentence begins further back than is looked. */
  isCut: boolean;
  phrase: Phrase | null;
  suffix: { direction: Direction; length: number } | null;
}

export interface BoundQuantities {
  bounds: Bound[];
  /** Pairs of neighbours that are one range: `min. 30 Nm max. 35 Nm`. */
  pairs: Set<number>;
}

const NEAR_BEFORE = 120;
const NEAR_BEHIND = 80;

/** Where a sentence ends; a full stop behind a shortened word, or in front of a number, ends none. */
const SENTENCE_END =
  /(?<!\b(?:[Mm]ax|MAX|[Mm]in|MIN|[Tt]emp|TEMP|[Pp]ress|PRESS|[Aa]pprox|APPROX|[Dd]ia|DIA|[Tt]hk|THK|[Nn]o|NO|[Ff]ig|FIG|[Rr]ef|REF|[Pp]os|POS|[Aa]ssy|ASSY|[Qq]ty|QTY|[Ii]ncl|INCL|[Ee]xcl|EXCL|[Nn]om|NOM|[Tt]ol|TOL|[Dd]iff|DIFF|[Aa]mb|AMB|[Aa]llow|ALLOW|[Pp]erm|PERM|[Hh]yd|HYD|[Ee]ng|ENG|[Vv]ol|VOL))[.!?](?=[)\]"”]?\s+["“([]?[\p{Lu}•])|(?<!&[lg][te]);/gu;

/** Numbers without a unit in front of this one, in a list with it: bolts 1 and 2 to 30 N·m; 12, 500 psi; 5' 6". */
const IN_A_LIST =
  /(?:^|[\s(,])\d[\d.,]*(?:[-–]\d+)?\p{L}?(?:\s*(?:,|;|&|\/|-|–|—|÷|~|×|['’′]|\b(?:to|thru|through|and|or|bis|und)\b)\s*|\s+)$/iu;
const OR_BEFORE = /[\d#][^\d#]{0,40}\b(?:or|oder|ou)\b[^\d#]{0,25}$/iu;
const OR_BEHIND = /^[^\d#]{0,25}\b(?:or|oder|ou)\b[^\d#]{0,25}[\d#]/iu;
const SIGNED_BEHIND = /^\+|^\s*[(,;]?\s*(?:[±+−–-]\s?[.\d#]|\/\s?[\d#]|\d+\s?['’′])/u;
const SIGNED_BEFORE = /[\d#]\s*[±+−–/-]\s*$/u;
/** A number that a new part of the sentence sets, though an earlier one was a bound. */
const SETS = /(?<!(?:\b(?:and|or|nor|but|up)|,))\s(?:to|of|is|are|at|for|in)\s*$/iu;
const BARE_LIST = /^\s*(?:,|;|&|\/|\b(?:and|or)\b)?\s*$/iu;
const PAIR = /^[\s,;/–-]*(?:\b(?:and|to)\b)?\s*$/iu;

/** What the text says of each of the quantities read in it, in their order. */
export function boundsOf(text: string, readings: readonly Reading[]): BoundQuantities {
  const masked = mask(text, readings);
  const ends = new Places(masked, SENTENCE_END);
  const all = groups(text, masked, readings).map((group) => placed(masked, ends, group));
  const clean = maskPhrases(masked, all);
  const behind = reachingBehind(clean);
  const words = {
    ends,
    negators: {
      before: new Places(behind, NEGATOR),
      behind: new Places(reachingBack(clean), NEGATOR),
    },
    comparatives: {
      before: new Places(behind, COMPARATIVE),
      behind: new Places(comparing(clean), COMPARATIVE),
    },
    betweens: new Places(openBetween(clean), BETWEEN),
  };
  const bounds = readings.map((): Bound => 'unclear');
  const pairs = new Set<number>();
  all.forEach((group, i) => {
    const [before, next] = [all[i - 1], all[i + 1]];
    const isOneSentence = before !== undefined && before.start >= group.sentenceStart;
    const bound = boundOf(masked, words, group, isOneSentence ? before : undefined, follower(group, next));
    for (let j = group.first; j <= group.last; j += 1)
      bounds[j] = readings[j]!.shape === 'single' || bound === 'exact' ? bound : 'unclear';
    if (next && isPair(masked, readings, group, next)) pairs.add(group.first);
  });
  return { bounds, pairs };
}

function boundOf(masked: string, words: Words, group: Placed, earlier: Placed | undefined, later?: Placed): Bound {
  const { start, end, sentenceStart, phrase, suffix } = group;
  if (group.isPart) return 'unclear';
  const { negators, comparatives } = words;
  const before = masked.slice(sentenceStart, start);
  const near = Math.max(sentenceStart, start - NEAR_BEFORE);
  const far = words.ends.next(end, end + NEAR_BEHIND);
  const isPlace = group.isCompound && /\bstations? $/i.test(before);
  if ((!isPlace && negators.behind.isWithin(end, far)) || comparatives.behind.isWithin(end, far)) return 'unclear';
  if (isAmongOthers(before, masked.slice(end, end + NEAR_BEHIND), group)) return 'unclear';
  // "By not more than 30" is a bound; "by 30" is not.
  if (isAltered(phrase ? before.slice(0, -phrase.length).replace(/\bby\s*$/iu, '') : before)) return 'unclear';
  const row = phrase || !before.includes(' | ') ? null : rowBound(before);
  if (row) return !suffix || suffix.direction === row ? row : 'unclear';
  if (comparatives.before.isWithin(near, start)) return 'unclear';
  if (!group.isCompound && words.betweens.isWithin(near, start)) return 'unclear';
  if (!phrase && !suffix) {
    if (negators.before.isWithin(near, start)) return 'unclear';
    if (!group.isCompound && !isSet(before, masked.slice(end, end + NEAR_BEHIND))) return 'unclear';
    if (earlier && isBounded(earlier) && !SETS.test(before) && !isOwnCell(before, group)) return 'unclear';
    // "30 Nm min. 35 Nm": whose minimum?
    const isLabelled = later?.phrase?.isLabel === true && PAIR.test(between(masked, group, later));
    const isListed = later !== undefined && isBounded(later) && BARE_LIST.test(between(masked, group, later));
    return isLabelled || isListed ? 'unclear' : 'exact';
  }
  if (group.isCut || negators.before.isWithin(sentenceStart, start)) return 'unclear';
  if (phrase && suffix && phrase.direction !== suffix.direction) return 'unclear';
  if (phrase && !phrase.isDenied && !phrase.isLabel && earlier?.phrase?.isDenied) return 'unclear';
  if (phrase?.isDenied && later?.phrase && !goesOn(masked, group, later)) return 'unclear';
  return phrase?.direction ?? suffix!.direction;
}

/** A range in a cell of its own says both its ends. */
function isOwnCell(before: string, { isCompound }: Placed): boolean {
  return isCompound && /\s\|\s$/.test(before);
}

/** Numbers side by side of which one may be meant, or signs of a tolerance that was not understood. */
function isAmongOthers(before: string, behind: string, { suffix, isCompound, isMeasured }: Placed): boolean {
  const near = before.slice(-NEAR_BEFORE);
  const after = behind.slice(suffix?.length ?? 0);
  // Bolts are counted in whole numbers: "the screws 450-117 to 2.3 to 2.7 Nm".
  const isOwnRange = isCompound && ((isMeasured && /\bto\s+$/i.test(near)) || BEHIND_A_SYSTEM.test(near));
  return (
    (IN_A_LIST.test(near) && !isOwnRange) ||
    OR_BEFORE.test(near) ||
    SIGNED_BEFORE.test(near) ||
    OR_BEHIND.test(after) ||
    SIGNED_BEHIND.test(after)
  );
}

/** A denial with a second bound behind it is understood only where that one has its own. */
function goesOn(masked: string, group: Placed, later: Placed): boolean {
  return later.phrase!.isDenied || /^\s*,?\s*(?:and|or|nor|but)\b/i.test(between(masked, group, later) + ' ');
}

function isBounded({ phrase, suffix }: Placed): boolean {
  return phrase !== null || suffix !== null;
}

/** Between two groups, their phrases left out. */
function between(masked: string, { end, suffix }: Placed, later: Placed): string {
  return masked.slice(end + (suffix?.length ?? 0), later.start - (later.phrase?.length ?? 0));
}

function follower(group: Placed, next: Placed | undefined): Placed | undefined {
  return next && next.sentenceStart <= group.start && next.start - group.end < SENTENCE ? next : undefined;
}

function isPair(masked: string, readings: readonly Reading[], one: Placed, two: Placed): boolean {
  const [low, high] = [readings[one.first]!, readings[two.first]!];
  return (
    one.first === one.last &&
    two.first === two.last &&
    low.unit.unit === high.unit.unit &&
    one.phrase?.isLabel === true &&
    one.phrase.direction === 'lower' &&
    two.phrase?.isLabel === true &&
    two.phrase.direction === 'upper' &&
    PAIR.test(between(masked, one, two))
  );
}

function placed(masked: string, ends: Places, group: Group): Placed {
  const from = Math.max(0, group.start - SENTENCE);
  const stop = ends.last(from, group.start);
  const sentenceStart = stop === null ? from : stop + 1;
  return {
    ...group,
    sentenceStart,
    isCut: stop === null && from > 0,
    phrase: phraseBefore(masked.slice(sentenceStart, group.start)),
    suffix: phraseBehind(masked.slice(group.end, group.end + NEAR_BEHIND)),
  };
}

function maskPhrases(masked: string, all: readonly Placed[]): string {
  const spans = all.flatMap(({ start, end, phrase, suffix, isCompound }) => {
    const between = isCompound ? /\bbetween\s*$/i.exec(masked.slice(Math.max(0, start - 12), start)) : null;
    return [
      { start: start - (phrase?.length ?? between?.[0].length ?? 0), end: start },
      { start: end, end: end + (suffix?.length ?? 0) },
    ];
  });
  return mask(masked, spans, '_');
}
