import type { Filter } from 'scim2-parse-filter';
import { parseFilter } from './scim-filter.js';
import { refused } from './scim-refusal.js';

export const MAX_RESULTS = 200;
const DEFAULT_RESULTS = 100;
/** Rows that a page can skip. */
const MAX_START = 1_000_000;

export interface ScimPage {
  filter: Filter | null;
  /** Rows to skip. */
  offset: number;
  count: number;
}

export interface ListResponse {
  schemas: string[];
  totalResults: number;
  startIndex: number;
  itemsPerPage: number;
  Resources: object[];
}

export type ScimQuery = Readonly<Record<string, unknown>>;

/** RFC 7644, 3.4.2.4: values out of range are replaced by the nearest. @throws AppError INVALID_REQUEST for text */
export function pageOf(query: ScimQuery): ScimPage {
  const filter = query['filter'] ?? null;
  if (filter !== null && typeof filter !== 'string') throw refused('invalidFilter', 'filter must be given once');
  const start = Math.min(Math.max(integerOf(query, 'startIndex', 1), 1), MAX_START);
  const count = Math.min(Math.max(integerOf(query, 'count', DEFAULT_RESULTS), 0), MAX_RESULTS);
  return { filter: filter === null ? null : parseFilter(filter), offset: start - 1, count };
}

function integerOf(query: ScimQuery, name: string, missing: number): number {
  const text = query[name] ?? String(missing);
  if (typeof text !== 'string' || !/^-?\d{1,9}$/.test(text))
    throw refused('invalidValue', `${name} must be an integer`);
  return Number(text);
}

export function listResponse({ offset }: ScimPage, total: number, resources: object[]): ListResponse {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex: offset + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
