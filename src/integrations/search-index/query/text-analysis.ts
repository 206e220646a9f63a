import { stemmer } from 'stemmer';
const WORD = /[\p{L}\p{N}]+(?:(?<=\d)[.,](?=\d)\p{N}+)*/gu;
const stems = new Map<string, string>();
export function analyzeTerms(text: string): string[] {
  const out: string[] = [];
  for (const [w] of text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().matchAll(WORD)) {
    let s = stems.get(w);
    if (s === undefined) {
      s = /\d/.test(w) ? w : stemmer(w);
      if (stems.size < 200000) stems.set(w, s);
    }
    out.push(s);
  }
  return out;
}
const STOP = new Set(
  'a an and are as at be been but by can do does for from has have how i if in into is it its of on or our should that the their then there these they this thi to was wa were what when where which who why will with would you your doe ha it mai must all any not no'.split(
    ' ',
  ),
);
export function isStopWord(term: string): boolean {
  return STOP.has(term);
}
