/** Entry point of the process that inspects uploaded files, one at a time. The parent kills it if a hostile file makes it grow or hang. */
import { Readable } from 'node:stream';
import { startWatchdog } from '../processes/child-watchdog.js';
import { FileRefusedError } from '../errors/file-refusal.js';
import { prologOf, textFormat } from '../detection/format-detection.js';
import { mailFiles } from '../detection/mail-contents.js';
import { oleRefusal } from '../detection/ole-contents.js';
import { EMAIL } from '../email/email-format.js';
import { zipFormat } from '../detection/zip-contents.js';
import { DEFAULT_MAIL_LIMITS, DEFAULT_XML_LIMITS } from '../limits/extraction-limits.js';
import type { ModuleHead } from '../s1000d/module/module-head.js';
import { S1000D_MODULE_FORMAT } from '../s1000d/s1000d-formats.js';
import type { Inspected, InspectionResponse, InspectionSubject } from './inspection-protocol.js';

startWatchdog(Number(process.argv[2]));
process.on('disconnect', () => process.exit(1));
process.on('message', (subject: InspectionSubject) => {
  void inspect(subject)
    .then((inspected): InspectionResponse => ({ type: 'inspected', ...inspected }))
    .catch(toFailure)
    .then((response) => process.send!(response));
});

async function inspect(subject: InspectionSubject): Promise<Inspected> {
  if (subject.kind === 'zip') return { format: await zipFormat(subject.file, subject.limits), module: null };
  if (subject.kind === 'mail' || subject.kind === 'attachment') {
    const files = await mailFiles(subject.file, DEFAULT_MAIL_LIMITS);
    if (subject.kind === 'attachment') return { format: EMAIL, module: null, content: files[subject.index]?.bytes };
    return { format: EMAIL, module: null, attachments: files.map(({ name, bytes }) => ({ name, size: bytes.length })) };
  }
  if (subject.kind === 'ole') throw await oleRefusal(subject.file);
  if (subject.kind === 'publication') {
    const { readPublication } = await import('../s1000d/publication-members.js');
    const publication = await readPublication(subject.file);
    return { format: S1000D_MODULE_FORMAT.mediaType, module: publication.head, publication };
  }
  const format = textFormat(subject.head);
  if (format !== S1000D_MODULE_FORMAT.mediaType) return { format, module: null };
  const module = await headOf(subject.head);
  return isPublication(subject.head) ? { format, module, publication: 'unread' } : { format, module };
}

function isPublication(head: Uint8Array): boolean {
  const { root, doctype } = prologOf(head) ?? {};
  return (root ?? doctype) === 'pm';
}

/** The end of the head, in issues since 4.0 and before. */
const HEAD_END = /<\/(?:identAndStatusSection|idstatus)\s*>/;

/** Null for a head that is damaged, or longer than the bytes. The reader reports it. */
async function headOf(bytes: Uint8Array): Promise<ModuleHead | null> {
  if (!HEAD_END.test(Buffer.from(bytes).toString('latin1'))) return null;
  const { readS1000d } = await import('../s1000d/s1000d-file.js');
  return readS1000d(Readable.from([bytes]), DEFAULT_XML_LIMITS, true).then(
    ({ head }) => head,
    () => null,
  );
}

function toFailure(error: unknown): InspectionResponse {
  if (error instanceof FileRefusedError) {
    const { reason, message, details } = error;
    return { type: 'refused', reason, message, details };
  }
  return { type: 'failed', detail: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
