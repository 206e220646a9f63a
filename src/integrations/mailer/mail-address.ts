import { isMailAddress } from '../../common/validation/mail-address.js';
import { MailRefusedError } from './mailer.js';

/** A sender: `Aviation Maintenance <no-reply@example.com>`. */
export interface Mailbox {
  /** Empty without one. */
  name: string;
  address: string;
}

const MAILBOX = /^(?:"?([^"<>\p{Cc}]*?)"? *<([^<>]+)>|([^<>\s]+))$/u;

/** The address, if it is a single unambiguous one. @throws MailRefusedError, as if the mail server had refused it */
export function requireMailAddress(text: string): string {
  if (isMailAddress(text)) return text;
  throw new MailRefusedError('UPSTREAM_ERROR', 'No mail can be sent to this address', { reason: 'mail_address' });
}

/** Parses `Name <address>` or `address`. @throws Error with the expected form */
export function parseMailbox(text: string): Mailbox {
  const match = MAILBOX.exec(text.trim());
  const address = match?.[2] ?? match?.[3] ?? '';
  if (!isMailAddress(address))
    throw new Error('must be an address such as name@example.com or Name <name@example.com>');
  return { name: match?.[1]?.trim() ?? '', address };
}

/** The text on one line without control characters. A line break would start another header. */
export function toOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
