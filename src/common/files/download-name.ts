import path from 'node:path';
import { DOCX, type SupportedFormat } from './supported-formats.js';

/** Extensions under which systems take a file for what it is; the first is the one that is added. */
const EXTENSIONS: Record<SupportedFormat, readonly string[]> = {
  'application/pdf': ['.pdf'],
  [DOCX]: ['.docx', '.dotx'],
  'text/html': ['.html', '.htm', '.xhtml'],
  'text/markdown': ['.md', '.markdown', '.txt'],
  'text/plain': ['.txt', '.text', '.log', '.md'],
  'application/xml': ['.xml'],
  'application/zip': ['.zip'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg', '.jpe', '.jfif'],
  'image/tiff': ['.tif', '.tiff'],
};

/** What file systems hold. */
const MAX_LENGTH = 255;

/**
 * The name under which a file is handed out: the one it came with, and the extension of what it is unless it has one. A text
 * that somebody called `setup.hta` is no program where it arrives.
 */
export function downloadName(name: string, mediaType: string): string {
  const extensions = EXTENSIONS[mediaType as SupportedFormat];
  if (extensions.includes(path.extname(name).toLowerCase())) return name;
  const [added] = extensions as [string];
  return [...name].slice(0, MAX_LENGTH - added.length).join('') + added;
}
