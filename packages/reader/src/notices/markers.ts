import { isIndication, kindOf, labelAt, type NoticeKind } from './labels.js';

export type { NoticeKind } from './labels.js';

/** Ways of numbering steps. The first group is the number; text must follow. No step has number 0: `0.` ends `Rev 0.` */
const STEP_STYLES: readonly (readonly [string, RegExp])[] = [
  ['1.1', /^([1-9]\d{0,2}(?:\.\d{1,3}){1,4})[.)]?\s+(?=[\p{Lu}("“])/u],
  ['1.', /^([1-9]\d{0,2})\.\s+(?=\S)/],
  ['A.', /^([A-Z])\.\s+(?=\S)/],
  ['(1)', /^\(([1-9]\d{0,2})\)\s+(?=\S)/],
  ['(a)', /^\(([a-z]{1,4})\)\s+(?=\S)/],
  ['(A)', /^\(([A-Z])\)\s+(?=\S)/],
  ['1)', /^([1-9]\d{0,2})\)\s+(?=\S)/],
  ['a.', /^([a-z])[.)]\s+(?=\S)/],
  ['[1]', /^[[<](\d{1,3})[\]>]\s+(?=\S)/],
  ['step', /^(?:Step|STEP)\s+(\d{1,3})[.:]?\s+(?=\S)/],
  ['•', /^([•●▪■◦‣➢✓·*–—-])\s+(?=\S)/],
];

const BARE_MARKER =
  /^(?:\d{1,3}(?:\.\d{1,3})*[.)]?|[A-Za-z][.)]|\([A-Za-z]{1,4}\)|\(\d{1,3}\)|[[<]\d{1,3}[\]>]|[•●▪■◦‣➢✓·*–—-])$/;

/** A label in capitals before other words: `WARNING DEPRESSURIZE THE SYSTEM`. */
const CAPITALS_LABEL = /^[*!⚠\s]*(?:DANGER|WARNING|CAUTION)S?(?: \d{1,2})?\s+(?=\S)/;

/** Words after "WARNING" or "CAUTION" in names of aircraft parts and manuals. */
const NAMED =
  /^(?:LIGHT|LAMP|SYSTEM|HORN|BELL|CHIME|TONE|SOUND|LABEL|PLACARD|DECAL|SIGN|SIGNAL|SYMBOL|FLAG|TAG|STREAMER|PANEL|DISPLAY|INDICATOR|INDICATION|ANNUNCIATOR|ANNUNCIATION|MESSAGE|ALERT|ALERTING|ALARM|ADVISORY|COMPUTER|UNIT|MODULE|ELECTRONIC|RELAY|SWITCH|SWITCHES|CIRCUIT|SENSOR|DETECTOR|DETECTION|DEVICE|EQUIPMENT|COMPONENT|FUNCTION|MODE|LOGIC|LEVEL|LIMIT|RANGE|ZONE|AREA|TAPE|BARRIER|NOTICE|NOTE|STATEMENT|SUMMARY|LIST|PAGE|AURAL|VISUAL|TEST|WARNING|CAUTION)S?(?![\p{L}-])/u;

/** Words after them in sentences about a warning, and in titles that name several things. */
const SPOKEN_OF = /^(?:AND|OR|OF|COMES?|GOES|IS|WAS)(?![\p{L}-])/u;

/** An instruction or a hazard after a possible name: `WARNING SWITCH OFF THE PUMP`, `CAUTION UNITS ARE HEAVY`. */
const ORDER_OR_HARM =
  /^(?:\S+ (?:THE|THIS|ALL|YOUR)|SWITCH OFF)\b|(?:^|[.,:;!–—-] )(?:DO NOT|NEVER|ALWAYS|KEEP|STAY|AVOID|OBEY|WEAR|USE|MAKE SURE|BE CAREFUL)\b|\b(?:HOT|HEAVY|SHARP|FRAGILE|LIVE|TOXIC|POISONOUS|CORROSIVE|FLAMMABLE|EXPLOSIVE|EXPLODE|DANGEROUS|HAZARD|HAZARDOUS|ENERGI[SZ]ED|UNDER PRESSURE|UNDER TENSION|SPRING-LOADED|INJUR(?:E|IES|Y)|DEATH|KILL|BURNS?|DAMAGE)\b/;

/** Marker of a step or list item: its style, its number as written and its length in characters. */
export interface StepMarker {
  style: string;
  number: string;
  length: number;
}

export function stepMarker(text: string): StepMarker | null {
  for (const [style, pattern] of STEP_STYLES) {
    const match = pattern.exec(text);
    if (match) return { style, number: match[1]!, length: match[0].length };
  }
  return null;
}

/** Whether the text is only a step marker, as in files that separate marker and text. */
export function isBareMarker(text: string): boolean {
  return BARE_MARKER.test(text);
}

/** Whether the text is only the label of a notice. */
export function isBareLabel(text: string): boolean {
  return labelAt(text)?.isBare === true;
}

/** The kind of notice that begins with this line, or null. A separate label needs no colon. */
export function noticeKind(text: string, labelLength = 0): NoticeKind | null {
  const apart = labelLength > 0 ? labelAt(text.slice(0, labelLength)) : null;
  return (apart?.isBare && !isIndication(text.slice(labelLength)) ? apart : labelAt(text))?.kind ?? null;
}

/** The kind of a notice, bold or at the start of a paragraph, by capitals alone; null for names (`WARNING LIGHT`). In doubt, a notice. */
export function capitalsNotice(text: string): NoticeKind | null {
  const label = CAPITALS_LABEL.exec(text)?.[0];
  if (label === undefined) return null;
  const said = text.slice(label.length).replace(/^[^\p{L}\p{N}]+/u, '');
  const words = said.slice(0, 200).split(/\s+/, 2).join(' ');
  if (/\p{Ll}/u.test(words) || !/\p{Lu}{2}/u.test(words)) return null;
  return SPOKEN_OF.test(said) || (NAMED.test(said) && !ORDER_OR_HARM.test(said)) ? null : kindOf(label);
}

/** The kind of a paragraph whose label a style sheet capitalizes: `warning: hot oil`. Null for others. */
export function smallNotice(text: string): NoticeKind | null {
  const label = /^(?:danger|warning|caution)s?:(?=\s+\S)/.exec(text)?.[0];
  return label === undefined ? null : kindOf(label);
}

/** Whether separately formatted text is, or starts with, a label, as `capitalsNotice` defines it. */
export function isLabelRun(text: string): boolean {
  return isBareLabel(text) || (!/\p{Ll}/u.test(text) && capitalsNotice(text) !== null);
}

export function apartLabel(text: string, label: string): number {
  const length = label.trimEnd().length;
  if (length === 0 || !text.startsWith(label.slice(0, length)) || !isBareLabel(label.slice(0, length))) return 0;
  const rest = text.slice(length).trimStart();
  return /\p{Ll}/u.test(label) && !/^[\p{Lu}\p{N}]/u.test(rest) ? 0 : length;
}

/** Whether one step directly follows another of the same style: 3 after 2, C after B, 1.2 after 1.1. */
export function follows(number: string, previous: string): boolean {
  const last = (value: string) => value.split('.').at(-1)!;
  const [a, b] = [last(previous), last(number)];
  if (/^\d+$/.test(a) && /^\d+$/.test(b)) return Number(b) === Number(a) + 1;
  return a.length === 1 && b.length === 1 && b.charCodeAt(0) === a.charCodeAt(0) + 1;
}
