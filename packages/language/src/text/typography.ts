/** Numbers in adjacent columns or lines are not thousands of one number. */
const COLUMN_OF_NUMBERS = /(\d)(?:\t+| {2,}|[ \t]*[\r\n]\s*)(?=[\d±+<>≤≥-])/gu;

/** Normalizes spaces, dashes, dots, quotation marks and signs, and removes invisible characters. Words and digits do not change. */
export function normalizeTypography(text: string): string {
  return text
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(COLUMN_OF_NUMBERS, '$1 | ')
    .replace(/\s+/gu, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2219\u22c5\u2022\u2027]/g, '·')
    .replace(/[\u2018\u2019\u2032]/g, "'")
    .replace(/[\u201c\u201d\u2033]/g, '"')
    .replace(/\u03bc/g, 'µ')
    .replace(/\u2126/g, 'Ω')
    .replace(/º/g, '°');
}

export function foldAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '');
}
