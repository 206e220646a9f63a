import path from 'node:path';
import { safeFileName } from '../../uploads/file-receiver.js';
import type { StoredUpload } from '../../uploads/stored-upload.js';
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

/** Of one message. Each is taken out by parsing the whole message. */
const MOST = 200;
const MAX_NAME = 200;
const MAX_EXTENSION = 16;

/**
 * The attachments of a message as files of its import: `letters/recall.eml/values.pdf`. They have the fields of the message, except its
 * title and number.
 * @param room files that the import may still have
 */
export function planAttachments(
  message: ImportItem,
  attachments: StoredUpload['attachments'],
  room: number,
): PlannedAttachment[] {
  const fields: FileFields = { ...message.fields };
  delete fields.title;
  delete fields.document_number;
  const most = Math.min(MOST, Math.max(0, room));
  const names = new Set<string>();
  const planned = attachments.slice(0, most).map(({ name, size }, index): PlannedAttachment => {
    const unique = uniqueName(safeFileName(name ?? `attachment ${index + 1}`), names);
    return { path: `${message.path}/${unique}`, size, index, fields, error: null };
  });
  if (attachments.length > most) {
    const text = `The message has ${attachments.length} attachments, and ${most} of them are imported.`;
    const error = { code: 'attachment_limit', message: text };
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
