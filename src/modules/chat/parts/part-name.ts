/** Words of a name, in the singular. */
function wordsOf(text: string): string[] {
  return (text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.length > 3 && !word.endsWith('SS') ? word.replace(/S$/u, '') : word,
  );
}

const NUMBER = String.raw`(?:part\s+(?:number|no\.?)s?|p\/ns?|pns?)`;
const NAME = String.raw`(?:the\s+|an?\s+)?(\p{L}[\p{L} -]{1,58}\p{L})`;
const ASK = String.raw`(?:(?:what|which)(?:'s|\s+is|\s+are)?\s+|(?:please\s+)?(?:give|tell|show)\s+me\s+|find\s+)?`;
const FORMS = [
  new RegExp(String.raw`^${ASK}(?:the\s+)?${NUMBER}\s+(?:of|for|is)\s+${NAME}\s*[?.]?$`, 'iu'),
  new RegExp(String.raw`^${NAME}\s+${NUMBER}\s*\??$`, 'iu'),
];
/** Words that tell how parts are related. The parts lists do not. */
const RELATION = /(?<!\p{L})(?:of|for|on|in|at|from|to|and|or|with|without|not|before|after|between|per|what|which|that)(?!\p{L})/iu; // prettier-ignore

/** The name in a question for the part number of one part; null for other questions. */
export function askedName(text: string): string | null {
  const question = text.trim();
  const name = FORMS.map((form) => form.exec(question)?.[1]).find((one) => one !== undefined) ?? null;
  return name === null || RELATION.test(name) ? null : name;
}

/** Whether a nomenclature such as `NUT, AXLE, MAIN WHEEL` is that of "main wheel axle nut": it has all words, and begins with the last one. */
export function isNamedSo(nomenclature: string, name: string): boolean {
  const asked = wordsOf(name);
  const words = wordsOf(nomenclature);
  const [kind = ''] = nomenclature.split(',');
  const last = asked.at(-1);
  return last !== undefined && wordsOf(kind).includes(last) && asked.every((word) => words.includes(word));
}

/** Whether a nomenclature has no other words than a name of at least two: `PIN, APEX` and "apex pin". */
export function isExactly(nomenclature: string, name: string): boolean {
  const asked = wordsOf(name);
  return asked.length > 1 && asked.length === wordsOf(nomenclature).length && isNamedSo(nomenclature, name);
}
