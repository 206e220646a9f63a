import { DISCREPANCY_KINDS } from '../../documents/discrepancies/dto/discrepancy-kinds.js';
import {
  MARK_ROLES,
  PAGE_ACTIONS,
  TEMPORARY_REVISION_STATUSES,
} from '../../documents/temporary-revisions/dto/temporary-revision-kinds.js';
import { DOCUMENT_TYPES } from '../../../common/document-types.js';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** JSON Schema 2020-12. */
export interface Schema {
  [keyword: string]: Json;
}

export interface ObjectSchema extends Schema {
  type: 'object';
  properties: Record<string, Schema>;
  required: string[];
}

export const text = (description: string, more: Schema = {}): Schema => ({ type: 'string', description, ...more });
export const whole = (description: string, more: Schema = {}): Schema => ({ type: 'integer', description, ...more });
export const flag = (description: string): Schema => ({ type: 'boolean', description });
export const nullable = ({ type = 'object', ...schema }: Schema): Schema => ({
  type: [type, 'null'],
  ...schema,
});
export const listOf = (items: Schema, description: string, more: Schema = {}): Schema => ({
  type: 'array',
  items,
  description,
  ...more,
});

/** An object with these properties and no others, all required. */
export function object(properties: Record<string, Schema>, description?: string): ObjectSchema {
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

/** Arguments, of which only some are required. */
export function argumentsOf(properties: Record<string, Schema>, ...required: string[]): ObjectSchema {
  return { ...object(properties), required };
}

export const FILTERS: ObjectSchema = {
  ...argumentsOf({
    document_types: listOf({ enum: [...DOCUMENT_TYPES] }, 'Types of documents', { maxItems: 20 }),
    aircraft_types: listOf(text('Such as A320'), 'A type matches its variants, and a variant its type', {
      maxItems: 50,
    }),
    ata_chapters: listOf(text('Such as 32 or 32-11'), 'A chapter contains its sections', { maxItems: 50 }),
    document_ids: listOf(text('Id of a document'), 'Only these documents', { maxItems: 100 }),
    publication_id: text('Only documents to which the current issue of this publication refers'),
    include_superseded: flag('Also superseded revisions'),
  }),
  description: 'Restricts the documents. A missing filter matches everything',
};

export const AIRCRAFT_ID = text(
  'Id of an aircraft of the register: only what applies to it, or may apply, is used. A question can also name a registration or MSN',
);

export const DOCUMENT = object({
  id: text('Use it as document_id'),
  title: text('Title'),
  type: text('Document type, such as AMM'),
  number: nullable(text("The publisher's document number")),
});

export const REVISION = object({
  id: text('Use it as revision_id'),
  version: text("The publisher's version"),
  date: nullable(text('Revision date')),
});

export const PAGE = object({
  number: whole('Physical page, counted from 1. Use it as page_number'),
  label: nullable(text('Page number printed on the page')),
});

export const NOTICES = listOf(
  object({ kind: { enum: ['warning', 'caution'] }, text: text('Verbatim') }),
  'WARNINGs and CAUTIONs that govern the text. Repeat them first, word for word',
);

export const DISCREPANCIES = listOf(
  object({
    id: text('Id of the report'),
    kind: { enum: [...DISCREPANCY_KINDS] },
    quote: text('Text that the report is about'),
    description: text('In the words of the reporter, unchecked'),
    interim_instruction: nullable(text('What to do until the data is corrected, approved by two people')),
  }),
  'Open discrepancy reports on the page. Name them, and repeat interim instructions word for word',
);

export const TEMPORARY_REVISIONS = listOf(
  object({
    id: text('Id of the temporary revision'),
    number: text("The publisher's number"),
    role: { enum: [...MARK_ROLES], description: 'beneath: it changes the page. overlay: the page belongs to it' },
    status: { enum: [...TEMPORARY_REVISION_STATUSES] },
    action: { enum: [...PAGE_ACTIONS, null], description: 'Do not quote a page that is replaced or canceled' },
    document_id: nullable(text('The other document')),
    page_numbers: listOf({ type: 'integer' }, 'Pages of the other document'),
    effective_until: nullable(text('When it expires')),
  }),
  'Temporary revisions that change the page, or to which it belongs. Name them',
);

export const SUPERSEDED = flag('Another revision has replaced this one: it is not to be worked by');
export const REMARKS = listOf(text('A sentence'), 'What was done only in part, and other remarks of the service');
export const REQUEST_ID = text('Include it in support requests');
