import type { Format } from '../format.js';

export const PLAIN_TEXT_FORMAT: Format = {
  mediaType: 'text/plain',
  name: 'plain text',
  extensions: ['.txt', '.text', '.log', '.md'],
  detection: { by: 'text', matches: () => true },
  pages: 'typeset',
  open: async (file, { limits }) => (await import('./text-extractor.js')).openText(file, limits.max_pages),
};
