import { extractIdentifiers } from '@amks/language/identifiers/identifiers.js';
import type { DocumentRow } from '../../documents/document.service.js';
import type { ChangeReason, FoundMatch, FoundPassage } from '../search.types.js';
import { identifierKey } from '../suggestions/search-key.js';

/** Maximum names looked up for one hit. */
const MAX_NAMES = 24;

const ATA_NUMBER = /^\d\d-\d\d-\d\d$/u;
const TASK_NUMBER = /^\d\d-\d\d-\d\d-/u;
const ATA_SECTION = /^\d\d-\d\d/u;

/** What a hit is about, to find bulletins that change it. */
export interface ChangeSubject {
  /** Identifies the hit for the caller. */
  key: string;
  document_id: string;
  aircraft_type: string;
  revision_date: string | null;
  /** ATA sections (`32-11`). */
  sections: string[];
  names: { key: string; reason: Exclude<ChangeReason, 'same_subject'> }[];
}

type Named = Pick<FoundMatch, 'identifiers' | 'section' | 'ata' | 'task'>;

export function subjectOfPassage(passage: FoundPassage): ChangeSubject {
  const { facts } = passage;
  return subjectOf(passage.id, passage, [{ ...passage, ata: facts.ata ?? null, task: facts.task ?? null }]);
}

/** The subject of a document, by its shown passages. The key is the revision. */
export function subjectOfDocument(document: DocumentRow, matches: readonly FoundMatch[]): ChangeSubject {
  const { id, revision } = document;
  return subjectOf(revision.id, { ...document, document_id: id, revision_date: revision.revision_date }, matches);
}

function subjectOf(
  key: string,
  document: Pick<FoundPassage, 'document_id' | 'document_number' | 'aircraft_type' | 'ata_chapter' | 'revision_date'>,
  passages: readonly Named[],
): ChangeSubject {
  const { document_id, document_number, aircraft_type, ata_chapter, revision_date } = document;
  const sections = [ata_chapter, ...passages.map(({ ata }) => ata)].flatMap((ata) => ATA_SECTION.exec(ata ?? '') ?? []);
  return {
    ...{ key, document_id, aircraft_type, revision_date },
    sections: [...new Set(sections)],
    names: namesOf(document_number, passages),
  };
}

/** Each name once, with its surest reason. A plain ATA number is a subject, not a name. */
function namesOf(documentNumber: string | null, passages: readonly Named[]): ChangeSubject['names'] {
  const written = passages.flatMap(({ identifiers, section, task }) => [
    ...(task === null ? [] : [task]),
    ...identifiers,
    ...(section.length > 0 ? extractIdentifiers(section.at(-1)!) : []),
  ]);
  const tasks = written.filter((name) => TASK_NUMBER.test(name));
  const parts = written.filter((name) => !TASK_NUMBER.test(name) && !ATA_NUMBER.test(name));
  const names = new Map<string, ChangeSubject['names'][number]>();
  const add = (name: string, reason: ChangeSubject['names'][number]['reason']): void => {
    const key = identifierKey(name);
    if (key !== '' && !names.has(key)) names.set(key, { key, reason });
  };
  // Bulletins cite `SB 72-0045` and `72-0045` alike; identifiers leave out the prefix.
  const numbers = documentNumber === null ? [] : [documentNumber, ...extractIdentifiers(documentNumber)];
  for (const number of numbers) if (!ATA_NUMBER.test(number)) add(number, 'names_document');
  for (const task of tasks) add(task, 'names_task');
  for (const part of parts) add(part, 'names_part');
  return [...names.values()].slice(0, MAX_NAMES);
}
