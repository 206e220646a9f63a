import type { Format } from '../format.js';

/** Presentation (ECMA-376 PresentationML). */
export const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

export const PPTX_FORMAT: Format = {
  mediaType: PPTX,
  name: 'PowerPoint (PPTX)',
  extensions: ['.pptx', '.potx', '.ppsx'],
  detection: {
    by: 'package',
    matches: async (zip) => (await (await import('../office/office-package.js')).officeKind(zip)) === 'presentation',
  },
  pages: 'typeset',
  open: async (file, { limits }) => (await import('./pptx-reader.js')).openPptx(file, limits),
};
