/** Finds unsupported claims in an answer. Independent of the service's own check, so that both do not share errors. */

/** Text followed by its citations. */
export interface Claim {
  text: string;
  citations: number[];
}

const MARKS = /(?:\s*\[\d+\])+/gu;

const UNITS = new Set(
  `n·m nm lbf·in lbf·ft bar psi mpa kpa mm cm m mm2 cm2 m2 cm² km kg g mg t l ml litre litres l/min kg/h s min h hz v ma a w kw
  ohm kilohm megohm milliohm mh °c °f ° % rpm kn kt knots kias ft g ppm landings cycles days months years hours minutes
  seconds n kn flight drops drop vdc lux mm/s in/s`.split(/\s+/u),
);

/** Splits the answer after each group of citation marks `[1][2]`; the rest is a claim without citations. */
export function claimsOf(content: string): Claim[] {
  const claims: Claim[] = [];
  let from = 0;
  for (const mark of content.matchAll(MARKS)) {
    const citations = [...mark[0].matchAll(/\d+/gu)].map(([index]) => Number(index));
    claims.push({ text: content.slice(from, mark.index).trim(), citations });
    from = mark.index + mark[0].length;
  }
  const rest = content.slice(from).trim();
  if (/[\p{L}\p{N}]/u.test(rest)) claims.push({ text: rest, citations: [] });
  return claims;
}

/**
 * Numbers, values with units and part numbers of a claim that no quote contains literally. A number is any word with a
 * digit; the next word is its unit.
 */
export function unsupportedNumbers(claim: string, quotes: readonly string[]): string[] {
  const quoted = new Set(quotes.flatMap((quote) => statements(quote)));
  return statements(claim).filter((statement) => !quoted.has(statement));
}

/** Each number of a text, with and without its unit. */
function statements(text: string): string[] {
  const words = text.split(/[\s|]+/u).map(trimmed);
  return words.flatMap((word, at) => {
    if (!/\d/u.test(word)) return [];
    const unit = words[at + 1] ?? '';
    return UNITS.has(unit.toLowerCase()) ? [word, `${word} ${unit}`] : [word];
  });
}

/** Without surrounding punctuation, except for a sign before a number. */
function trimmed(word: string): string {
  return word.replace(/^[^\p{L}\p{N}±+\-−°%]+|[^\p{L}\p{N}°%²³]+$/gu, '');
}
