import { SetMetadata, type CustomDecorator } from '@nestjs/common';
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

export const MODULE_FIELDS = 'fields that a module states';

/** Fields that the request can omit if its file is an S1000D module whose head states them. */
export const FilledFromModule = (...names: ModuleFieldName[]): CustomDecorator => SetMetadata(MODULE_FIELDS, names);

/** Information code of a data module code (S1000D chapter 8.4). */
const INFORMATION_CODE = /-(\d{3})[A-Z\d]-[A-Z](?:-|$)/;
/** Document types by information code; the others belong to a maintenance manual. */
const TYPES: readonly (readonly [RegExp, DocumentType])[] = [
  [/^05/, 'WDM'],
  [/^1[34]/, 'FCOM'],
  [/^4/, 'FIM'],
  [/^94/, 'IPC'],
];

/**
 * The number is the data module code, the version the issue, the aircraft the model identification code. Fields that the head lacks, or that
 * are too long for a document, are omitted.
 */
export function moduleFields({
  dmc,
  type,
  title,
  issue,
  in_work,
  issue_date,
  applicability,
  ata,
}: ModuleHead): ModuleFields {
  const isDraft = in_work !== '' && in_work !== '00';
  const fields: Record<ModuleFieldName, string | null> = {
    title: title.slice(0, 300),
    document_type: type === 'pm' ? 'OTHER' : typeOf(dmc),
    aircraft_type: dmc.split('-')[0]!,
    document_number: dmc.length <= 100 ? dmc : null,
    ata_chapter: ata,
    version: isDraft ? `${issue}-${in_work}` : issue,
    revision_date: issue_date,
    effectivity: applicability !== null && applicability.length <= 1000 ? applicability : null,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
}

function typeOf(dmc: string): DocumentType {
  const code = INFORMATION_CODE.exec(dmc)?.[1] ?? '';
  return TYPES.find(([pattern]) => pattern.test(code))?.[1] ?? 'AMM';
}
