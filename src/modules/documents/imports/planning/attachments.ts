import path from 'node:path';
import { safeFileName, type ImportedFile } from '../../uploads/file-receiver.js';
import type { FileFields } from '../dto/import.request.js';
import type { ImportError, ImportItem } from '../import.entity.js';
import { comparable } from './manifest.js';

/** An attachment of a message in an import. */
export interface PlannedAttachment {
  path: string;
  size: number | null;
  /** Among the attachments of the message; null for one that is refused. */
  index: number | null;
  fields: FileFields;
  error: ImportError | null;
}

/** Attachments of one message. Each is taken out by parsing the whole message. */
const MOST = 200;
/** Bytes that are parsed for all attachments of one message. */
const MOST_PARSED = 2 * 1024 ** 3;
const MAX_NAME = 200;
const MAX_EXTENSION = 16;

/**
 * The attachments of a message as files of its import: `letters/recall.eml/values.pdf`. They have the fields of the message, except
 * those that identify it.
 * @param room files that the import may still have
 */
export function planAttachments(
  message: ImportItem,
  attachments: ImportedFile['attachments'],
  room: number,
): PlannedAttachment[] {
  const fields: FileFields = { ...message.fields };
  for (const name of ['title', 'document_number', 'version', 'revision_date'] as const) delete fields[name];
  const most = Math.min(MOST, Math.floor(MOST_PARSED / Math.max(1, Number(message.size))));
  const hasRoom = attachments.length <= room;
  const taken = hasRoom ? attachments.slice(0, most) : [];
  const names = new Set<string>();
  const planned = taken.map(({ name, size }, index): PlannedAttachment => {
    const unique = uniqueName(safeFileName(name ?? `attachment ${index + 1}`), names);
    return { path: `${message.path}/${unique}`, size, index, fields, error: null };
  });
  if (taken.length < attachments.length) {
    const error = hasRoom
      ? {
          code: 'attachment_limit',
          message: `The message has ${attachments.length} attachments, and ${most} of them are imported.`,
        }
      : { code: 'import_full', message: `The import has no room for the ${attachments.length} attachments.` };
    planned.push({ path: `${message.path}/*`, size: null, index: null, fields, error });
  }
  return planned;
}

/** Cut if it is too long, and with a number if another has it. */
function uniqueName(given: string, names: Set<string>): string {
  const extension = path.extname(given).slice(0, MAX_EXTENSION);
  const stem = [...given.slice(0, given.length - path.extname(given).length)].slice(0, MAX_NAME).join('');
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? stem + extension : `${stem} (${number})${extension}`;
    const key = comparable(name).toLowerCase();
    if (names.has(key)) continue;
    names.add(key);
    return name;
  }
}
