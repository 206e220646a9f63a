import type { EvidencePassage } from './answer.types.js';
import { patternsOf } from './claim-clauses.js';
import { rowOf, type Row } from './claim-rows.js';
import { markerToken, tokensOf, type PatternPart, type Token } from './claim-tokens.js';
import { isUnfinished, splitUnits, withoutMarker, type SourceUnit } from './sentences.js';

/** A sentence, step or row of a passage, with everything that may be said of it. */
export interface Source {
  unit: SourceUnit;
  /** On one line, alone and after its lead-in. */
  text: string;
  inContext: string | null;
  /** Its number as it may stand before it; empty without one. */
  marker: Token[];
  leadIn: PatternPart[] | null;
  /** Alternatives. */
  patterns: PatternPart[][];
  row: Row | null;
  /** What names it: titles above it, its table, its step and page. */
  names: Name[];
  /** Everything that is printed in it or above it. */
  printed: ReadonlySet<string>;
}

/** A title. One that is about several things is said whole or not at all. */
export interface Name {
  tokens: Token[];
  isOne: boolean;
}

const SEVERAL = /\b(?:and|or|not|no|non|without|except|only|if|when|before|after|until|unless|than|to)\b|[/,&]/iu;
const CAPTION = /^(?:table|figure|fig\.)/iu;

const known = new WeakMap<EvidencePassage, Source[]>();

/** What a passage states, unit by unit. What its end cuts off in the middle states nothing. */
export function sourcesOf(passage: EvidencePassage): Source[] {
  const found = known.get(passage) ?? readSources(passage);
  known.set(passage, found);
  return found;
}

/** A text on one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

function readSources(passage: EvidencePassage): Source[] {
  const units = splitUnits(passage.text);
  const columns = (passage.facts.columns ?? []).join(' | ') || null;
  const { title, section, document_type: type, aircraft_type: aircraft, page_number: page } = passage;
  const headers = new Set(units.map(({ leadIn }) => leadIn));
  let heading: string | null = null;
  let caption: string | null = null;
  return units.flatMap((unit) => {
    if (unit.kind === 'heading' && CAPTION.test(unit.text)) caption = unit.text;
    else if (unit.kind === 'heading' && !headers.has(unit.text)) [heading, caption] = [unit.text, null];
    if (isUnfinished(unit)) return [];
    const text = oneLine(unit.text);
    const header = unit.leadIn ?? columns;
    const isRow = unit.kind === 'row';
    const marker = markerToken(text);
    // Another heading within the passage than the one that it begins under.
    const sections = heading === null || section.includes(heading) ? section.split(/\s[>›]\s/u) : [];
    const own = [heading, caption, isRow ? null : unit.leadIn].flatMap((name) => name ?? []);
    const step = marker.map(({ word }) => `step ${word.replace(/[§().]/gu, '')}`);
    const names = [title, ...sections, ...own, type, aircraft, `page ${page}`, ...step].map(nameOf);
    const body = tokensOf(withoutMarker(text));
    const above = unit.leadIn === null ? [] : tokensOf(withoutMarker(oneLine(unit.leadIn)));
    const source: Source = {
      unit,
      text,
      inContext: unit.leadIn === null ? null : oneLine(`${unit.leadIn}\n${unit.text}`),
      marker,
      leadIn: unit.leadIn === null || isRow ? null : [...optionally(markerToken(oneLine(unit.leadIn))), ...above],
      patterns: isRow ? [body] : patternsOf(withoutMarker(text)),
      row: isRow && header !== null ? rowOf(unit.text, header, rowsUnder(units, unit)) : null,
      names,
      printed: new Set(
        [...body, ...above, ...marker, ...names.flatMap(({ tokens }) => tokens)].map(({ word }) => word),
      ),
    };
    return [source];
  });
}

/** A group that may be left out; none of nothing. */
export function optionally(tokens: readonly Token[]): PatternPart[] {
  return tokens.length > 0 ? [{ optional: tokens }] : [];
}

function rowsUnder(units: readonly SourceUnit[], { leadIn }: SourceUnit): string[] {
  return units.filter((other) => other.kind === 'row' && other.leadIn === leadIn).map(({ text }) => text);
}

function nameOf(text: string): Name {
  return { tokens: tokensOf(withoutMarker(oneLine(text))).filter(({ isFree }) => !isFree), isOne: !SEVERAL.test(text) };
}
