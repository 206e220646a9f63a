import type { EvidencePassage } from './answer.types.js';

/** Signs that control, hide or turn text. A soft hyphen or joiner is let through where the passage itself has it. */
const CONTROL = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]|[\u{e0000}-\u{e007f}]|[\p{Co}\p{Cs}]/u;
const INVISIBLE = /[\p{Cf}\ufe00-\ufe0f]/u;
/** A citation of its own in the words of a sentence would be taken for one of ours. */
const MARKER = /\[\s*\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\s*\]/u;
const LINK =
  /(?:\b(?:https?|ftp|file|data|javascript|vbscript|mailto|tel)\s*:\/{0,2}|\bwww\.)[^\s)\]>"']*|\b[\w.+-]+@[\w-]+\.[\w.]+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|example|info|xyz|ru|cn|app|ai|co|biz|site|online|html?)\b(?:\/\S*)?/giu;
const MARKUP = /<\/?[a-z!][^>]*>?|&(?:#\w+|[a-z]{2,8});|`|~~|\*\*|__|!?\[[^\]]*\]\(|\]\[|\\[a-z(]|\$\$|\{\{|\}\}/giu;
const FOREIGN_WORD = /[\p{L}\p{M}\p{N}]*[^\p{Script=Latin}\P{L}][\p{L}\p{M}\p{N}]*/gu;
const MEASURE_LETTERS = /^[µμΩωΔαβγδεθλπρσφ]$|^[kMm]?Ω$|^[µμ][A-Za-z]{1,2}$/u;

/**
 * Whether a sentence has a form that must not leave: signs that hide or turn text, a citation marker of its own, and links,
 * markup or letters of another script that no cited passage has verbatim (a part number with a Cyrillic А looks like the real one).
 */
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

/** Ours stand at the end of a line; within one, a footnote's mark that the page prints is part of the quote. */
function hasOwnMarker(sentence: string, isQuoted: (slice: string) => boolean): boolean {
  const lines = sentence.split('\n').filter((line) => MARKER.test(line));
  return lines.some((line) => line.trimEnd().endsWith(']') || !isQuoted(line));
}
