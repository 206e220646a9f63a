import type { Format } from '../format.js';
import { csvDelimiter } from './csv-records.js';

export const CSV_FORMAT: Format = {
  mediaType: 'text/csv',
  name: 'CSV',
  extensions: ['.csv', '.tsv', '.tab', '.txt'],
  detection: { by: 'text', matches: (text) => csvDelimiter(text) !== null },
  pages: 'typeset',
  open: async (file, { limits }) => (await import('./csv-reader.js')).openCsv(file, limits),
};
