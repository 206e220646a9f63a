import { open } from 'node:fs/promises';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { ExtractionError } from '../errors/extraction-error.js';
import type { MailLimits } from '../limits/extraction-limits.js';

/** A file in a message. A message in it has the media type `message/rfc822`. */
export interface MailAttachment {
  /** As the message states it; null without a name. */
  name: string | null;
  mediaType: string;
  bytes: Uint8Array;
  /** Shown in the text, or for programs: signatures, calendars, delivery reports. */
  isPartOfMessage: boolean;
}

const DASH = 0x2d;
const LINE_FEED = 0x0a;

const FOR_PROGRAMS =
  /^(?:application\/(?:(?:(?:x-)?pkcs7|pgp)-signature|pgp-keys|ms-tnef|ics)|message\/[^r].*|text\/(?:calendar|(?:x-)?vcard|directory|rfc822-headers))$/;
const ENCRYPTED = /^\s*(?:multipart\/encrypted|application\/(?:x-)?pkcs7-mime(?![^]*signed-data))/i;

/** @throws ExtractionError `empty`, `encrypted`, `mail_structure` */
export async function readMail(file: string, limits: MailLimits): Promise<Email> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (size > limits.max_bytes) throw new ExtractionError('mail_structure', `${size} bytes`);
    return await parseMail(await handle.readFile(), limits);
  } finally {
    await handle.close();
  }
}

/** @throws ExtractionError as {@link readMail} */
export async function parseMail(bytes: Uint8Array, limits: MailLimits): Promise<Email> {
  if (bytes.length === 0) throw new ExtractionError('empty');
  // The parser limits depth, not breadth.
  const delimiters = countDelimiters(bytes);
  if (delimiters > limits.max_parts) throw new ExtractionError('mail_structure', `${delimiters} delimiters`);
  const options = {
    forceRfc822Attachments: true,
    maxNestingDepth: limits.max_nesting,
    maxHeadersSize: limits.max_header_bytes,
  };
  const mail = await PostalMime.parse(bytes, options).catch((error: unknown) => {
    throw new ExtractionError('mail_structure', error instanceof Error ? error.message : String(error));
  });
  const type = mail.headers.find(({ key }) => key === 'content-type')?.value ?? '';
  if (ENCRYPTED.test(type)) throw new ExtractionError('encrypted', type.slice(0, 100));
  return mail;
}

export function isMessage({ mediaType }: MailAttachment): boolean {
  return mediaType === 'message/rfc822';
}

/** The files in a message, also pictures of its text. Files in attached messages are not among them. */
export function attachmentsOf({ attachments }: Email): MailAttachment[] {
  return attachments.map(({ filename, mimeType, content, related }) => ({
    name: filename,
    mediaType: mimeType,
    bytes: bytesOf(content),
    isPartOfMessage: related === true || FOR_PROGRAMS.test(mimeType),
  }));
}

function bytesOf(content: Attachment['content']): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
}

/** Lines that begin like the delimiter of a part (RFC 2046, 5.1.1). */
function countDelimiters(bytes: Uint8Array): number {
  let count = 0;
  for (let at = 0; at !== -1 && at < bytes.length;) {
    if (bytes[at] === DASH && bytes[at + 1] === DASH) count += 1;
    const end = bytes.indexOf(LINE_FEED, at);
    at = end === -1 ? -1 : end + 1;
  }
  return count;
}
