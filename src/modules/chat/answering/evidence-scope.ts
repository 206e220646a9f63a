import { isAnyAircraft } from '../../../common/aircraft.js';
import { extractIdentifiers } from '../../../integrations/search-index/identifiers.js';
import type { ChatTurn, EvidencePassage } from './answer.types.js';

/** Type designators people write, so that a question about an aircraft the library lacks is not answered from another one. */
const AIRCRAFT =
  /\b(?:A(?:3[0-8]\d|220)(?:-\d{3}\w?)?(?: ?neo)?|B7[0-8]7(?:-(?:\d{1,3}\w*|MAX))?|7[0-8]7-(?:\d{3}\w*|MAX)|ATR[ -]?(?:42|72)(?:-\d{3})?|CRJ[ -]?\d{3,4}|ERJ[ -]?\d{3}|E[ -]?1[79]\d|DHC-?[68](?:-\d{3})?|DASH[ -]?8|Q[1-4]00|MD-?\d{2}|DC-?\d{1,2}|(?:SAAB|FOKKER|BAE|CESSNA|PIPER|BEECH|KING AIR|GULFSTREAM|LEARJET|FALCON|AIRBUS|BOEING|EMBRAER|BOMBARDIER)(?: ?\d{2,4}\w?)?|ATR)\b/giu;

export interface Scope {
  /** Passages that may answer, in their order. */
  passages: EvidencePassage[];
  /** The question named an aircraft or identifier that no passage has: answering from another one would be wrong. */
  foreign: string[];
  /** Whether question or conversation say which aircraft is meant. */
  aircraftKnown: boolean;
}

/**
 * Narrows the evidence to what the question is about: one revision per document (the current one, when it is there), the
 * aircraft type that question or conversation name, and the sections that have the identifiers it names.
 */
export function scopeEvidence(
  question: string,
  history: readonly ChatTurn[],
  evidence: readonly EvidencePassage[],
): Scope {
  const current = oneRevisionPerDocument(evidence);
  const types = [...new Set(current.map((passage) => passage.aircraft_type))].filter((type) => !isAnyAircraft(type));
  const asked = aircraftNamed(question, types);
  const earlier = history.filter((turn) => turn.role === 'user').reverse();
  const named =
    asked.length > 0
      ? asked
      : (earlier.map((turn) => aircraftNamed(turn.content, types)).find((n) => n.length > 0) ?? []);
  const fitting = named.length === 0 ? current : current.filter((passage) => named.some((name) => fits(name, passage)));
  const strangers = named.filter(
    (name) => !current.some((passage) => fits(name, passage) && !isAnyAircraft(passage.aircraft_type)),
  );

  const identifiers = identifiersNamed(question, types);
  const missing = identifiers.filter((identifier) => !fitting.some((passage) => mentions(passage, identifier)));
  const present = identifiers.filter((identifier) => !missing.includes(identifier));
  return {
    passages: present.length === 0 ? fitting : withSections(fitting, present),
    foreign: [...(fitting.length === 0 ? named : strangers), ...missing],
    aircraftKnown: named.length > 0,
  };
}

/** The current revision of each document; where only superseded ones were found, the one that ranks first. */
function oneRevisionPerDocument(evidence: readonly EvidencePassage[]): EvidencePassage[] {
  const chosen = new Map<string, EvidencePassage>();
  for (const passage of evidence) {
    const known = chosen.get(passage.document_id);
    if (!known || (known.superseded && !passage.superseded)) chosen.set(passage.document_id, passage);
  }
  return evidence.filter((passage) => chosen.get(passage.document_id)?.revision_id === passage.revision_id);
}

/** Aircraft a text names: types of the evidence, variants of them (`TR46-100` of `TR46`) and well-known designators. */
function aircraftNamed(text: string, types: readonly string[]): string[] {
  const upper = text.toUpperCase();
  const known = types.filter((type) => tokenAt(upper, type.toUpperCase(), true));
  const others = [...upper.matchAll(AIRCRAFT)].map(([name]) => name);
  return [...new Set([...known, ...others])];
}

function fits(name: string, passage: EvidencePassage): boolean {
  const type = squeeze(passage.aircraft_type);
  const wanted = squeeze(name);
  return isAnyAircraft(passage.aircraft_type) || type.startsWith(wanted) || wanted.startsWith(type);
}

function squeeze(aircraft: string): string {
  return aircraft
    .toUpperCase()
    .replace(/[^A-Z0-9]/gu, '')
    .replace(/^B(?=7\d7)/u, '');
}

function identifiersNamed(question: string, types: readonly string[]): string[] {
  const aircraft = new RegExp(AIRCRAFT.source, 'iu');
  return extractIdentifiers(question).filter(
    (identifier) => !types.some((type) => isVariant(identifier, type)) && !aircraft.test(identifier),
  );
}

/** `TR46-100` is a variant of the aircraft type `TR46`; `TR46-32-018` is the number of a bulletin. */
function isVariant(identifier: string, type: string): boolean {
  return identifier.startsWith(type.toUpperCase()) && /^(?:-?[A-Z0-9]{1,4})?$/u.test(identifier.slice(type.length));
}

function mentions(passage: EvidencePassage, identifier: string): boolean {
  return (
    passage.identifiers.some((known) => known === identifier || known.endsWith(`-${identifier}`)) ||
    [passage.text, passage.section, passage.title].some((text) =>
      tokenAt(text.toUpperCase(), identifier, isAta(identifier)),
    )
  );
}

function isAta(identifier: string): boolean {
  return /^\d\d-\d\d-\d\d(?:-\d{3})?$/u.test(identifier);
}

/** Whole-token match; an ATA number or aircraft type may be continued by a hyphen (`32-11-00` in `32-11-00-400-801`). */
function tokenAt(text: string, token: string, mayContinue: boolean): boolean {
  const escaped = token.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  return new RegExp(`(?<![A-Z0-9-])${escaped}(?![A-Z0-9${mayContinue ? '' : '-'}])`, 'u').test(text);
}

/** The passages that have one of the identifiers, and the rest of their tasks: the torque stands steps after the part number. */
function withSections(passages: readonly EvidencePassage[], identifiers: readonly string[]): EvidencePassage[] {
  const naming = passages.filter((passage) => identifiers.some((identifier) => mentions(passage, identifier)));
  const sections = new Set(naming.map(taskOf));
  return passages.filter((passage) => sections.has(taskOf(passage)));
}

/** The section, or the one above it where sections are three deep (chapter › task › procedure). */
function taskOf({ revision_id, section }: EvidencePassage): string {
  const path = section.split(/\s[>›]\s/u);
  return [revision_id, ...(path.length > 2 ? path.slice(0, -1) : path)].join('\n');
}
