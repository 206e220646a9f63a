import type { Quantity } from '../facts/passage-facts.js';
import { normalizeTypography } from '../text/typography.js';
import { readUnit } from './unit-reader.js';

/** Equal for the same printed numbers, bound and unit: `30 oz·in` and `30 in-oz`. `27` and `27.0` differ: answers repeat the print. */
export function quantityKey({ text, unit, min, max }: Pick<Quantity, 'text' | 'unit' | 'min' | 'max'>): string {
  const bound = min === max ? '' : min === null ? '≤' : max === null ? '≥' : '';
  const numbers = normalizeTypography(text.replaceAll(unit, ' '))
    .replace(/\b(?:up to|to|thru|through|and)\b/giu, '-')
    .replace(/\s+(?=\D|$)|(?<=\D)\s+|-\s*$/gu, '');
  const name = readUnit(` ${unit}`, 0, true)?.unit.name;
  return `${bound}${numbers}|${name || normalizeTypography(unit)}`;
}
