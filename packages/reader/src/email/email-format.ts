import type { Format } from '../format.js';

export const EMAIL = 'message/rfc822';

/** Bytes of the header that are examined. */
const HEADER_BYTES = 16 * 1024;

const FIELD = /^([!-9;-~]{1,76}):/;

export const EMAIL_FORMAT: Format = {
  mediaType: EMAIL,
  name: 'e-mail (EML)',
  extensions: ['.eml'],
  detection: { by: 'mail', matches: beginsAsMail },
  pages: 'typeset',
  open: async (file, { limits }) => (await import('./email-reader.js')).openEmail(file, limits),
};

/**
 * Whether a file begins with the header of a sent message (RFC 5322, 3.6). A memo has no `Message-ID`, and a web archive no addressee.
 * @param head in Latin-1
 */
export function beginsAsMail(head: string): boolean {
  const [header = ''] = head.slice(0, HEADER_BYTES).split(/\r?\n\r?\n/, 1);
  const lines = header.split(/\r?\n/);
  // The last line may be cut.
  if (header.length === HEADER_BYTES) lines.pop();
  const names = new Set<string>();
  for (const line of lines) {
    const name = FIELD.exec(line)?.[1];
    if (name === undefined && (names.size === 0 || !/^[ \t]/.test(line))) return false;
    if (name !== undefined) names.add(name.toLowerCase());
  }
  const isSent = names.has('message-id') || names.has('received');
  return names.has('from') && (isSent || (names.has('to') && names.has('mime-version')));
}
