import { cutText } from '@amks/language/text/cut-text.js';
import type { ModuleHead } from '@amks/reader/s1000d/module/module-head.js';
import type { DocumentType } from '../dto/document-types.js';

/** Form fields that the head of an S1000D module states. */
export interface ModuleFields {
  title?: string;
  document_type?: DocumentType;
  aircraft_type?: string;
  document_number?: string;
  ata_chapter?: string;
  version?: string;
  revision_date?: string;
  effectivity?: string;
}

/** Names of fields that a request without them gets from the module in its file. */
export type ModuleFieldName = keyof ModuleFields;

/** Information code of a data module code (S1000D chapter 8.4). */
const INFORMATION_CODE = /-(\d{3})[A-Z\d]-[A-Z](?:-|$)/;
/** Document types by information code; the others belong to a maintenance manual. */
const TYPES: readonly (readonly [RegExp, DocumentType])[] = [
  [/^05/, 'WDM'],
  [/^1[34]/, 'FCOM'],
  [/^4/, 'FIM'],
  [/^94/, 'IPC'],
];

/** Maximum lengths of the fields in a document. */
const LENGTHS: Partial<Record<ModuleFieldName, number>> = {
  ...{ aircraft_type: 50, document_number: 100, version: 50, effectivity: 1000 },
};

/**
 * The number is the data module code, the version the issue, the aircraft the model identification code. Translations are separate documents
 * with the language after the code. Fields that the head lacks, or that are too long for a document, are omitted; the title is cut.
 */
export function moduleFields(head: ModuleHead): ModuleFields {
  const { dmc, model, type, issue, in_work } = head;
  const isDraft = in_work !== '' && in_work !== '00';
  const fields: Record<ModuleFieldName, string | null> = {
    title: cutText(head.title, 300),
    document_type: type === 'pm' ? 'OTHER' : typeOf(dmc),
    aircraft_type: model,
    document_number: numberOf(head),
    ata_chapter: head.ata,
    version: isDraft ? `${issue}-${in_work}` : issue,
    revision_date: head.issue_date,
    effectivity: head.applicability,
  };
  const usable = (Object.entries(fields) as [ModuleFieldName, string | null][]).filter(
    ([name, value]) => value && value.length <= (LENGTHS[name] ?? Infinity),
  );
  return Object.fromEntries(usable);
}

/** Document number of a module. */
export function numberOf({ dmc, language }: Pick<ModuleHead, 'dmc' | 'language'>): string {
  const isTranslation = language !== null && !/^en\b/.test(language);
  return isTranslation ? `${dmc}_${language.toUpperCase()}` : dmc;
}

function typeOf(dmc: string): DocumentType {
  const code = INFORMATION_CODE.exec(dmc)?.[1] ?? '';
  return TYPES.find(([pattern]) => pattern.test(code))?.[1] ?? 'AMM';
}
