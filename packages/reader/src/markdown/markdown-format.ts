import type { Format } from '../format.js';
import { looksLikeMarkdown } from './markdown-signs.js';

export const MARKDOWN_FORMAT: Format = {
  mediaType: 'text/markdown',
  name: 'Markdown',
  extensions: ['.md', '.markdown', '.txt'],
  detection: { by: 'text', matches: looksLikeMarkdown },
  pages: 'typeset',
  open: async (file, { limits }) => (await import('./markdown-reader.js')).openMarkdown(file, limits),
};
