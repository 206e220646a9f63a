import path from 'node:path';
import { findFormat } from '@amks/reader/formats.js';

/** Maximum length in common file systems. */
const MAX_LENGTH = 255;

/** The file name for downloads: the original name, with an extension of its actual type. So a text named `setup.hta` cannot be executed. */
export function downloadName(name: string, mediaType: string): string {
  const { extensions } = findFormat(mediaType)!;
  if (extensions.includes(path.extname(name).toLowerCase())) return name;
  const [added] = extensions;
  return [...name].slice(0, MAX_LENGTH - added.length).join('') + added;
}

/** `Content-Disposition` (RFC 6266): an ASCII name for old clients and the exact name. */
export function contentDisposition(type: 'attachment' | 'inline', fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${ascii}"; filename*=UTF-8''${exact}`;
}
