import type { TestPage } from '../../factories/document.factory.js';
import type { ApiClient, ApiResponse } from '../api/api-client.js';
import { until } from '../until.js';
import { pageOf } from './task-scene.js';

export const CATALOG_HEAD = 'ITEM | PART NUMBER | NOMENCLATURE | USAGE CODE | UNITS PER ASSY';

/** Parts of a document, once it is read. */
export function readParts(api: ApiClient, query: string): Promise<ApiResponse> {
  return until(
    () => api.get(`/parts?${query}`),
    ({ body }) => body?.error?.details?.reason !== 'not_ready',
  );
}

/** A parts list with the meanings of its codes. */
export function catalogPage(
  rows: readonly string[] = DEFAULT_ROWS,
  codes: readonly string[] = ['A | MSN 101-150', 'B | MSN 151-200'],
): TestPage {
  return pageOf(
    ['heading', '32-11-30 FIGURE 1 SIDE BRACE', 1],
    ['figure', 'Figure 1. Side brace'],
    ['table_row', CATALOG_HEAD],
    ...rows.map((row): [string, string] => ['table_row', row]),
    ['heading', 'CODES', 1],
    ['table_row', 'CODE | AIRCRAFT'],
    ...codes.map((code): [string, string] => ['table_row', code]),
  );
}

const DEFAULT_ROWS = [
  '1 | QX32-1130-1 | BRACE ASSY |  | 1',
  '10 | QX32-1146-1 | . PIN, APEX (SUPSD BY QX32-1146-3) | A | 1',
  '10 | QX32-1146-3 | . PIN, APEX, WITH FLAT | B | 1',
  '20 | QX32-1149-3 | . . WASHER (TW WITH -1) | A, B | 2',
];
