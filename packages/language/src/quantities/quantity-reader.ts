import { NUMBER, numberOf, type NumberStyle } from './numbers.js';
import { readUnit, type WrittenUnit } from './unit-reader.js';

export interface Span {
  min: number | null;
  max: number | null;
}

export const UNKNOWN_SPAN: Span = { min: null, max: null };

export interface Reading {
  start: number;
  end: number;
  unit: WrittenUnit;
  span: Span;
  /** One number, several in a fixed form (`A to B`, `± A`, `A +b/-c`), or a tolerance alone. */
  shape: 'single' | 'compound' | 'deviation';
}

interface ReadNumber {
  value: number | null;
  text: string;
  start: number;
  end: number;
}

interface Deviation {
  by: number | null;
  unit: WrittenUnit | null;
  end: number;
}

const SIGNED = new RegExp(String.raw`[-−–+]?${NUMBER}`, 'y');
const RANGE =
  /\s?(?:(?:up\s)?to|thru|through|bis|à|a|til|tot|…|\.\.\.?)\s?(?=[-−+.\d])|[-–—](?=[.\d])|\s[-–—]\s(?=[-−+.\d])|\s[-–—](?=[.\d])|\sand\s(?=[-−+.\d])/y;
const PLUS_MINUS = /[,\s]?\s?\(?(?:±|\+\s?\/\s?[-−–]|\+[-−–]|plus (?:or|\/) minus|plus\/minus)\s?(?=[.\d])/iy;
const TIMES = /\s?[x×]\s?(?=[.\d])/y;
const FIRST_DEVIATION = /,?\s?\(?\s?([-−–+])\s?(?=[.\d])/y;
const SECOND_DEVIATION = /\s?[/,;]?\s?([-−–+])\s?(?=[.\d])/y;

/** What may precede a range whose first number has no unit. After a name, that number would belong to the name. */
const LEADS_A_RANGE =
  /(?:^|[(\[{:=|~≈,;"“±<>≤≥*•]|[.!?]|\d [\p{L}·]+\) and|(?<![\p{L}\p{N}])(?:to|of|at|is|are|be|was|between|from|within|in|by|for|with|than|a|an|every|each|after|until|wait|about|around|approx\.?|approximately|nominal(?:ly)?|range|ranges|value|values|limit|limits|tolerance|torques?|torqued|torquing|tighten(?:ed|ing)?|pressures?|temperatures?|temp\.?|clearances?|gap|gaps|play|backlash|length|thickness|diameter|dia\.?|depth|width|height|distance|radius|travel|stroke|voltage|current|resistance|force|load|tension|preload|weight|mass|speed|flow|capacity|density|frequency|time|use|add|apply|leave|allow|set|adjust|heat|cool|cure|dry|run|turn|shows?|reads?|indicates?|end float|(?:full|fill) mark|(?:torque|clearance|gap|play) of the (?!(?:nut|bolt|screw|stud|pin|item|washer|step)s)\p{L}+|sta(?:tions?)?|min\.?|max\.?|minimum|maximum|auf|von|mit|zwischen|de|entre))\s*$/iu;

/** A number that ends here: of a list, or of a bolt. */
const BEHIND_A_NUMBER =
  /(?:^|[\s(,])\d[\d.,]*(?:[-–]\d+)?\p{L}?\s*(?:,|;|&|\/|-|–|—|\b(?:to|thru|through|and|or|of|bis|und)\b)\s*$/iu;

/** The number of a system: `pressurize system No. 2 to 200 to 210 bar`. */
export const BEHIND_A_SYSTEM = /\b(?:system|engine|pump|tank|circuit|generator) No\. \d to\s+$/iu;

/** `Add 5 N·m to 30 N·m` is a change. */
const CHANGES =
  /\b(?:(?:add|increas|rais|reduc|decreas|lower|chang|drop|convert|mov)(?:s|e|es|ed|ing)?\s+(?:the\s+)?(?:\p{L}+\s+)?(?:by\s+)?|(?:increas|rais|reduc|decreas|lower|chang|drop|convert|mov|fall|ris|adjust|revis|amend|correct)(?:s|e|es|ed|en|ing|ion)?(?:\s+[\p{L}\d.-]+){0,8}\s+from\s+)(?<!\bto\s{1,3})$/iu;

/** Kinds that can be negative. For others, the sign is a dash or an incomplete tolerance. */
const MAY_BE_NEGATIVE = /^(?:temperature|voltage|current|angle)$/;

/** Kinds that are written in fractions. For others, the slash separates two numbers. */
const IN_FRACTIONS = /^(?:length|volume|mass|time|angle|area|cycles)$/;

const BEFORE = 60;

/** Reads the quantity that starts at a position: `27 N·m`, `190 to 210 Nm`, `3000 psi ± 50 psi`, `12.5 mm -0.02 +0.05`. */
export class QuantityReader {
  constructor(
    private readonly text: string,
    private readonly style: NumberStyle,
  ) {}

  read(start: number): Reading | null {
    const isTolerance = this.text.charAt(start) === '±';
    const sign = isTolerance ? /^±\s?/.exec(this.text.slice(start, start + 2))![0].length : 0;
    const first = this.number(start + sign);
    if (!first) return null;
    const own = this.unit(first);
    const from = own?.end ?? first.end;
    // `± 3 bar (± 44 psi)` is one tolerance in two units.
    const compound = isTolerance && own ? null : this.compound(first, own, from);
    if (compound) return { start, shape: 'compound', ...compound };
    if (!own) return null;
    const value = this.single(first, own);
    if (isTolerance) {
      const span = value === null ? UNKNOWN_SPAN : { min: -value, max: value };
      return { start, end: own.end, unit: own, span, shape: 'deviation' };
    }
    return { start, end: own.end, unit: own, span: { min: value, max: value }, shape: 'single' };
  }

  private compound(first: ReadNumber, own: WrittenUnit | null, from: number) {
    return (
      this.range(first, own, from) ??
      this.tolerance(first, own, from) ??
      this.unevenTolerance(first, own, from) ??
      this.product(own, from)
    );
  }

  private single({ value, text }: ReadNumber, { unit }: WrittenUnit): number | null {
    const isSigned = /^[-−–+]/.test(text) && !MAY_BE_NEGATIVE.test(unit.kind);
    const isOddFraction = text.includes('/') && !IN_FRACTIONS.test(unit.kind);
    // `400 500 N·m` is two torques, not one with thousands.
    const isTwo = /\d \d{3}/.test(text) && unit.kind === 'torque';
    return isSigned || isOddFraction || isTwo ? null : value;
  }

  /** `190 to 210 Nm`, `190 Nm to 210 Nm`, `between 5 and 7 mm`. */
  private range(first: ReadNumber, own: WrittenUnit | null, from: number) {
    const joint = this.match(RANGE, from);
    const second = joint === null ? null : this.number(from + joint.length);
    const unit = second && this.unit(second);
    if (!unit || (own && own.unit !== unit.unit)) return null;
    const before = this.text.slice(Math.max(0, first.start - BEFORE), first.start);
    const isBetween = !/and/.test(joint!) || /\bbetween\s+$/i.test(before);
    if (!isBetween || (/^\s?[x×]/.test(this.text.slice(unit.end, unit.end + 2)) && !own)) return null;
    // `25 -30 mm` may be a range or an incomplete tolerance.
    const isLopsided = /^\s[-–—]$/.test(joint!);
    // Bolts have whole numbers: `the screws 450-117 to 2.3 to 2.7 Nm`.
    const isMeasured = /^\d+[.,]\d/.test(first.text) && /\bto\s+$/i.test(before);
    const isBehindNumber = BEHIND_A_NUMBER.test(before) && !isMeasured && !BEHIND_A_SYSTEM.test(before);
    const isOfOthers = own === null && (!LEADS_A_RANGE.test(before) || isBehindNumber);
    const [min, max] = [this.single(first, unit), this.single(second, unit)];
    const isRising = min !== null && max !== null && min <= max;
    const span = isRising && !isLopsided && !isOfOthers && !CHANGES.test(before) ? { min, max } : UNKNOWN_SPAN;
    return { span, unit, end: unit.end };
  }

  /** `3000 ± 50 psi`, `3000 psi ± 50 psi`, `27 Nm ± 10 %`. */
  private tolerance(first: ReadNumber, own: WrittenUnit | null, from: number) {
    const sign = this.match(PLUS_MINUS, from);
    const second = sign === null ? null : this.number(from + sign.length);
    if (!second) return null;
    const given = this.unit(second);
    const unit = own ?? given;
    if (!unit) return null;
    const end = this.closed(from, given?.end ?? second.end);
    const [value, by] = [this.single(first, unit), this.share(first, second, own, given)];
    if (value === null || by === null) return { span: UNKNOWN_SPAN, unit, end };
    return { span: { min: tidy(value - by), max: tidy(value + by) }, unit, end };
  }

  /** `12.5 +0.2/-0.1 mm`, `25 N·m (-0/+1)`, `0.250 in. +0.001 in. -0.000 in.`, `25 N·m +10 %/-5 %`. */
  private unevenTolerance(first: ReadNumber, own: WrittenUnit | null, from: number) {
    const one = this.deviation(FIRST_DEVIATION, first, own, from);
    const other = one && this.deviation(SECOND_DEVIATION, first, own, one.end);
    if (!other) return null;
    const end = this.closed(from, other.end);
    const behind = other.unit ? null : readUnit(this.text, end, true);
    const unit = own ?? one.unit ?? other.unit ?? behind;
    if (!unit) return null;
    const isOneUnit = [one.unit, other.unit, behind].every((each) => isOf(each, unit) || isShareOf(each, own));
    const value = this.single(first, unit);
    const isClear = isOneUnit && value !== null && one.by !== null && other.by !== null;
    const [low, high] = isClear ? [Math.min(one.by!, other.by!), Math.max(one.by!, other.by!)] : [0, 0];
    // Two deviations with the same sign are not a tolerance.
    const span = isClear && low <= 0 && high >= 0 ? { min: tidy(value + low), max: tidy(value + high) } : UNKNOWN_SPAN;
    return { span, unit, end: behind?.end ?? end };
  }

  private deviation(pattern: RegExp, of: ReadNumber, own: WrittenUnit | null, from: number): Deviation | null {
    pattern.lastIndex = from;
    const match = pattern.exec(this.text);
    const number = match && this.number(from + match[0].length);
    if (!number) return null;
    const unit = this.unit(number);
    const size = isShareOf(unit, own) ? this.share(of, number, own, unit) : number.value;
    return { by: size === null || match[1] === '+' ? size : -size, unit, end: unit?.end ?? number.end };
  }

  /** The tolerance in the unit of its number; null if it has another unit. */
  private share(of: ReadNumber, by: ReadNumber, own: WrittenUnit | null, given: WrittenUnit | null): number | null {
    if (of.value === null || by.value === null) return null;
    if (isShareOf(given, own)) return Math.abs(of.value) * (by.value / 100);
    return own === null || isOf(given, own) ? by.value : null;
  }

  /** Includes the bracket that closes one opened after `from`. */
  private closed(from: number, end: number): number {
    const isOpen = this.text.slice(from, end).includes('(');
    const bracket = /^\s?\)/.exec(this.text.slice(end, end + 2));
    return isOpen && bracket ? end + bracket[0].length : end;
  }

  /** `10 x 20 mm`: two lengths, no range. */
  private product(own: WrittenUnit | null, from: number) {
    const sign = this.match(TIMES, from);
    if (sign === null) return null;
    const second = this.number(from + sign.length);
    const unit = second && this.unit(second);
    if (!unit || (own && own.unit !== unit.unit) || (unit.unit.kind !== 'length' && !own)) return null;
    return { span: UNKNOWN_SPAN, unit, end: unit.end };
  }

  private number(at: number): ReadNumber | null {
    SIGNED.lastIndex = at;
    const written = SIGNED.exec(this.text)?.[0];
    if (written === undefined) return null;
    const [, sign, digits] = /^([-−–+]?)(.*)$/.exec(written)!;
    const value = numberOf(digits!, this.style, this.text.slice(Math.max(0, at - BEFORE), at));
    const signed = value !== null && /^[-−–]$/.test(sign!) ? -value : value;
    return { value: signed, text: written, start: at, end: at + written.length };
  }

  private unit({ text, end }: ReadNumber): WrittenUnit | null {
    return readUnit(this.text, end, /[.,/¼½¾⅛⅜⅝⅞]/.test(text));
  }

  private match(pattern: RegExp, at: number): string | null {
    pattern.lastIndex = at;
    return pattern.exec(this.text)?.[0] ?? null;
  }
}

function isOf(given: WrittenUnit | null, unit: WrittenUnit): boolean {
  return given === null || given.unit === unit.unit;
}

function isShareOf(given: WrittenUnit | null, own: WrittenUnit | null): boolean {
  return given?.unit.kind === 'ratio' && own !== null && own.unit.kind !== 'ratio';
}

/** Removes errors of binary fractions: 26.999999999999996. */
export function tidy(value: number): number {
  return Number(value.toPrecision(10));
}
