import type { EvidencePassage } from '../answer.types.js';

/** Characters that control, hide or turn text. Soft hyphens and joiners are allowed if the passage has them. */
const CONTROL = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]|[\u{e0000}-\u{e007f}]|[\p{Co}\p{Cs}]/u;
const INVISIBLE = /[\p{Cf}\ufe00-\ufe0f]/u;
/** A citation marker within a sentence. */
const MARKER = /\[\s*\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\s*\]/u;
const LINK =
  /(?:\b(?:https?|ftp|file|data|javascript|vbscript|mailto|tel)\s*:\/{0,2}|\bwww\.)[^\s)\]>"']*|\b[\w.+-]+@[\w-]+\.[\w.]+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|example|info|xyz|ru|cn|app|ai|co|biz|site|online|html?)\b(?:\/\S*)?/giu;
const MARKUP = /<\/?[a-z!][^>]*>?|&(?:#\w+|[a-z]{2,8});|`|~~|\*\*|__|!?\[[^\]]*\]\(|\]\[|\\[a-z(]|\$\$|\{\{|\}\}/giu;
const FOREIGN_WORD = /[\p{L}\p{M}\p{N}]*[^\p{Script=Latin}\P{L}][\p{L}\p{M}\p{N}]*/gu;
const MEASURE_LETTERS = /^[µμΩωΔαβγδεθλπρσφ]$|^[kMm]?Ω$|^[µμ][A-Za-z]{1,2}$/u;

/** Hidden or turned text, markers, and links, markup or letters of another script that no cited passage has (a Cyrillic А). */
export function hasForeignForm(sentence: string, passages: readonly EvidencePassage[]): boolean {
  const texts = passages.map(({ text }) => text);
  const isQuoted = (slice: string): boolean => texts.some((text) => text.includes(slice));
  if (CONTROL.test(sentence) || hasOwnMarker(sentence, isQuoted)) return true;
  if (INVISIBLE.test(sentence) && !isQuoted(sentence.split('\n').at(-1) ?? sentence)) return true;
  const foreign = [
    ...(sentence.match(LINK) ?? []),
    ...(sentence.match(MARKUP) ?? []),
    ...(sentence.match(FOREIGN_WORD) ?? []).filter((word) => !MEASURE_LETTERS.test(word)),
  ];
  return foreign.some((slice) => !isQuoted(slice));
}

/** Markers of the service are at the end of a line. Within one, a marker is part of the quotation. */
function hasOwnMarker(sentence: string, isQuoted: (slice: string) => boolean): boolean {
  const lines = sentence.split('\n').filter((line) => MARKER.test(line));
  return lines.some((line) => line.trimEnd().endsWith(']') || !isQuoted(line));
}
