/** Words that distinguish parts of the same name. Actions (open, remove) are excluded: one step names both. */
const OPPOSITES: readonly (readonly string[])[] = [
  [
    'nose|nlg',
    String.raw`main (?:landing )?gears?|main (?:\w+ )?wheels?|main leg|main (?:gear )?(?:tyre|tire|brake)s?|mlg`,
  ],
  ['left|lh|l/h|left-hand', 'right|rh|r/h|right-hand'],
  ['upper|top', 'lower|bottom'],
  ['inner|inboard|inbd', 'outer|outboard|outbd'],
  ['forward|fwd|front', 'aft|rear'],
  ['inlet|intake|suction', 'outlet|exhaust|discharge'],
  ['supply|pressure line', 'return|return line|case drain'],
  ['(?:pre[- ]?|before )(?:sb|mod)', '(?:post[- ]?|after )(?:sb|mod)'],
  ['primary', 'secondary'],
  ['connected', 'disconnected'],
  ['wet', 'dry'],
  ['cockpit|flight compartment', 'cabin|passenger compartment'],
];

const PAIRS = OPPOSITES.map((sides) =>
  sides.map((words) => new RegExp(String.raw`(?<![\p{L}\p{N}-])(?:${words})(?![\p{L}\p{N}])`, 'iu')),
);

/** Numbers that distinguish parts: `ENG 1`, `system 2`. */
const ORDINAL =
  /\b(engine|eng|system|sys|hyd|pump|propeller|prop|generator|gen|channel|tank|battery|bat|group|motor)s? ?#?(\d{1,2})(?![\w.,/-]|\s?%)/giu;

/** The side of each pair (null for neither or both), and the numbers by noun. */
export interface Qualifiers {
  sides: readonly (0 | 1 | null)[];
  ordinals: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The qualifiers of a text. Missing ones are taken from its contexts, the nearest first. */
export function qualifiersOf(text: string, contexts: readonly string[] = []): Qualifiers {
  const own = PAIRS.map((pair) => sideOf(pair, text));
  const sides = own.map(
    (side, index) => side ?? firstOf(contexts.map((context) => sideOf(PAIRS[index] ?? [], context))),
  );
  const ordinals = ordinalsIn(text);
  for (const context of contexts)
    for (const [noun, numbers] of ordinalsIn(context)) if (!ordinals.has(noun)) ordinals.set(noun, numbers);
  return { sides: sides.map((side) => (side === 'both' ? null : side)), ordinals };
}

function ordinalsIn(text: string): Map<string, Set<string>> {
  const ordinals = new Map<string, Set<string>>();
  for (const [, noun = '', number = ''] of text.matchAll(ORDINAL)) {
    const key = noun.toLowerCase().slice(0, 3);
    ordinals.set(key, new Set([...(ordinals.get(key) ?? []), number]));
  }
  return ordinals;
}

/** Whether two texts are about different parts. */
export function contradicts(one: Qualifiers, other: Qualifiers): boolean {
  const opposed = one.sides.some((side, index) => {
    const opposite = other.sides[index] ?? null;
    return side !== null && opposite !== null && opposite !== side;
  });
  return (
    opposed ||
    [...one.ordinals].some(([noun, numbers]) => {
      const others = other.ordinals.get(noun);
      return others !== undefined && ![...numbers].some((number) => others.has(number));
    })
  );
}

/** The words of a text that distinguish parts, as printed: `main wheel`, `post-SB`, `engine 2`. */
export function qualifyingWords(text: string): string[] {
  const sides = PAIRS.flatMap((pair) => {
    const found = pair.flatMap((side): RegExpExecArray[] => [side.exec(text)].filter((match) => match !== null));
    return found.length === 1 ? found : [];
  });
  return [...sides, ...text.matchAll(ORDINAL)].sort((a, b) => a.index - b.index).map(([words]) => words);
}

function sideOf(pair: readonly RegExp[], text: string): 0 | 1 | 'both' | null {
  const [first, second] = pair.map((side) => side.test(text));
  if (first && second) return 'both';
  return first ? 0 : second ? 1 : null;
}

function firstOf(sides: readonly (0 | 1 | 'both' | null)[]): 0 | 1 | 'both' | null {
  return sides.find((side) => side !== null) ?? null;
}
