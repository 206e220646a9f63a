import type { Format } from '../format.js';

/** Word document (ECMA-376 WordprocessingML). */
export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export const DOCX_FORMAT: Format = {
  mediaType: DOCX,
  name: 'Word (DOCX)',
  extensions: ['.docx', '.dotx'],
  detection: {
    by: 'package',
    matches: async (zip) => (await (await import('../office/office-package.js')).officeKind(zip)) === 'document',
  },
  pages: 'typeset',
  open: async (file, { limits }) => (await import('./docx-reader.js')).openDocx(file, limits),
};
