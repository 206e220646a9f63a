import type { Format } from '../format.js';

const IMAGE = {
  pages: 'picture',
  open: async (file, { limits, onAlive }) => (await import('./image-reader.js')).openImage(file, limits, onAlive),
} satisfies Pick<Format, 'pages' | 'open'>;

export const PNG_FORMAT: Format = {
  ...IMAGE,
  mediaType: 'image/png',
  name: 'PNG',
  extensions: ['.png'],
  detection: { by: 'signature', pattern: /^\x89PNG\r\n\x1a\n/ },
};

export const JPEG_FORMAT: Format = {
  ...IMAGE,
  mediaType: 'image/jpeg',
  name: 'JPEG',
  extensions: ['.jpg', '.jpeg', '.jpe', '.jfif'],
  detection: { by: 'signature', pattern: /^\xff\xd8\xff/ },
};

export const TIFF_FORMAT: Format = {
  ...IMAGE,
  mediaType: 'image/tiff',
  name: 'TIFF',
  extensions: ['.tif', '.tiff'],
  detection: { by: 'signature', pattern: /^(?:II[*+]\0|MM\0[*+])/ },
};
