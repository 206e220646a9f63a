import {
  aircraftIn,
  bareVariantsIn,
  fitsVariant,
  namesInAircraftPlace,
  withoutAircraft,
} from '@amks/language/aircraft/aircraft-mentions.js';
import {
  designatorsOf,
  fitsAircraft,
  isAnyAircraft,
  normalizeDesignator,
  relationOf,
} from '@amks/language/aircraft/designators.js';
import { extractIdentifiers, namesOfParts } from '@amks/language/identifiers/identifiers.js';
import type { ChatTurn, EvidencePassage } from '../answer.types.js';
import { taskOf } from './passages.js';

export interface Scope {
  /** Passages that may answer, in order. */
  passages: EvidencePassage[];
  /** Aircraft and identifiers of the question that no passage has. */
  foreign: string[];
  aircraft: string[];
}

/** Limits the evidence to one revision per document, and to the aircraft and the sections with the identifiers of the question. */
export function scopeEvidence(
  question: string,
  history: readonly ChatTurn[],
  evidence: readonly EvidencePassage[],
): Scope {
  const current = oneRevisionPerDocument(evidence);
  const types = [...new Set(current.map((passage) => passage.aircraft_type))].filter((type) => !isAnyAircraft(type));
  const named = aircraftMeant(question, history, types, current);
  const variants = bareVariantsIn(withoutAircraft(question, types));
  const fits = (name: string, passage: EvidencePassage): boolean => fitsAircraft(passage.aircraft_type, name);
  const fitting = current
    .filter((passage) => named.length === 0 || named.some((name) => fits(name, passage)))
    .filter(
      ({ aircraft_type: type }) => isAnyAircraft(type) || variants.every((variant) => fitsVariant(type, variant)),
    );
  const unfit = variants.filter((variant) => !fitting.some(({ aircraft_type: type }) => !isAnyAircraft(type) && fitsVariant(type, variant))); // prettier-ignore
  const strangers = named.filter(
    (name) => !current.some((passage) => fits(name, passage) && !isAnyAircraft(passage.aircraft_type)),
  );

  const identifiers = partsNamed(question, types);
  const missing = identifiers.filter((identifier) => !fitting.some((passage) => mentions(passage, identifier)));
  const present = identifiers.filter((identifier) => !missing.includes(identifier));
  return {
    passages: present.length === 0 ? fitting : withSections(fitting, present),
    foreign: [...new Set([...(fitting.length === 0 ? named : strangers), ...unfit, ...missing])],
    aircraft: named,
  };
}

/** The aircraft in the question, or in the latest earlier question that names any. */
function aircraftMeant(
  question: string,
  history: readonly ChatTurn[],
  types: readonly string[],
  passages: readonly EvidencePassage[],
): string[] {
  const turns = history.filter((turn) => turn.role === 'user').map(({ content }) => content);
  for (const text of [question, ...turns.reverse()]) {
    const named = aircraftIn(text, types).flatMap(membersOf);
    const unknown = namesInAircraftPlace(withoutAircraft(text, types)).filter(
      (name) => !passages.some((one) => mentions(one, name)),
    );
    if (named.length + unknown.length > 0) return [...new Set([...named, ...unknown])];
  }
  return [];
}

/** `A319/320` has two members; `TR46/100` is the TR46-100. */
function membersOf(name: string): string[] {
  if (!name.includes('/')) return [name];
  const members = designatorsOf(name);
  const particular = members.filter((one) => !members.some((other) => relationOf(one, other) === 'contains'));
  return particular.map((runs) => runs.join(' '));
}

/** The current revision of each document, or the highest ranked if only superseded ones were found. */
function oneRevisionPerDocument(evidence: readonly EvidencePassage[]): EvidencePassage[] {
  const chosen = new Map<string, EvidencePassage>();
  for (const passage of evidence) {
    const known = chosen.get(passage.document_id);
    if (!known || (known.superseded && !passage.superseded)) chosen.set(passage.document_id, passage);
  }
  return evidence.filter((passage) => chosen.get(passage.document_id)?.revision_id === passage.revision_id);
}

/** `REM 38 E`: the last letter is not a unit. */
const NAME_APART = /(?<![\p{L}\p{N}-])([A-Z]{2,5}) (\d{2,4}) ?([BDEIJOPQRUXYZ])(?![\p{L}\p{N}-])/gu;

/** `REM_38E`, `rem/38e`. */
const NAME_JOINED = /(?<![\p{L}\p{N}._/-])(\p{L}{2,6})[_/](\d{2,4})(\p{L}{0,3})(?![\p{L}\p{N}-])/gu;

/** Parts, tasks, documents and models in the question, without aircraft. */
function partsNamed(question: string, types: readonly string[]): string[] {
  const rest = withoutAircraft(question, types);
  const apart = [NAME_APART, NAME_JOINED].flatMap((pattern) =>
    [...question.matchAll(pattern)].map(([, ...runs]) => runs.join('').toUpperCase()),
  );
  return [...new Set([...namesOfParts(rest), ...apart.filter((name) => namesOfParts(withoutAircraft(name, types)).length > 0)])]; // prettier-ignore
}

function mentions(passage: EvidencePassage, identifier: string): boolean {
  return (
    passage.identifiers.some((known) => known === identifier || known.endsWith(`-${identifier}`)) ||
    [passage.text, passage.section, passage.title].some((text) => printed(identifier).test(normalizeDesignator(text)))
  );
}

function isAta(identifier: string): boolean {
  return /^\d\d-\d\d-\d\d(?:-\d{3})?$/u.test(identifier);
}

/** Matches the complete name. A hyphen can follow ATA numbers (`32-11-00-400-801`) and short names of models (`CFM56-5B`). */
function printed(name: string): RegExp {
  const isNumber = extractIdentifiers(name).length > 0;
  const runs = isNumber ? [name] : (name.match(/\p{L}+|\p{N}+/gu) ?? []);
  return new RegExp(`(?<![A-Z0-9-])${runs.join('[ -]?')}(?![A-Z0-9${isNumber && !isAta(name) ? '-' : ''}])`, 'u');
}

/** Passages with one of the identifiers, and the rest of their tasks: the torque can be in a later step. */
function withSections(passages: readonly EvidencePassage[], identifiers: readonly string[]): EvidencePassage[] {
  const naming = passages.filter((passage) => identifiers.some((identifier) => mentions(passage, identifier)));
  const sections = new Set(naming.map(taskOf));
  return passages.filter((passage) => sections.has(taskOf(passage)));
}
