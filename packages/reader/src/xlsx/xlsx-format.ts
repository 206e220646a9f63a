import type { Format } from '../format.js';

/** Workbook (ECMA-376 SpreadsheetML). */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const XLSX_FORMAT: Format = {
  mediaType: XLSX,
  name: 'Excel (XLSX)',
  extensions: ['.xlsx', '.xltx'],
  detection: {
    by: 'package',
    matches: async (zip) => (await (await import('../office/office-package.js')).officeKind(zip)) === 'workbook',
  },
  pages: 'typeset',
  open: async (file, { limits, onAlive }) => (await import('./xlsx-reader.js')).openXlsx(file, limits, onAlive),
};
