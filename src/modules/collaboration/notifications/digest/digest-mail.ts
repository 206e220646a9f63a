import { cutText } from '@amks/language/text/cut-text.js';
import { toOneLine } from '../../../../integrations/mailer/mail-address.js';
import { layOutMessage } from '../../../../integrations/mailer/message-layout.js';
import type { Mail } from '../../../../integrations/mailer/mailer.js';
import type { TemporaryRevisionAct } from '../../../documents/temporary-revisions/temporary-revision.events.js';
import type { DiscrepancyAct } from '../../discrepancies/discrepancy.events.js';
import type { NotificationKind } from '../dto/notification-kinds.js';
import type { NotificationRow } from '../notification.repository.js';

/** Maximum characters of a name or title. */
const MOST_CHARACTERS = 120;

const WORDS: Readonly<Record<NotificationKind, (who: string, what: string) => string>> = {
  mention: (who, what) => `${who} mentioned you in a comment on ${what}`,
  reply: (who, what) => `${who} replied in a thread on ${what}`,
  share: (who, what) => `${who} shared ${what}`,
  resolve: (who, what) => `${who} resolved a thread on ${what}`,
  revision: (_who, what) => `${what} has a new revision`,
  assignment: (_who, what) => `You must read and acknowledge ${what}`,
  reminder: (_who, what) => `Your acknowledgement of ${what} is due soon`,
  overdue: (_who, what) => `An acknowledgement of ${what} is overdue`,
  temporary_revision: (_who, what) => `Temporary revisions of ${what} changed`,
  discrepancy: (_who, what) => `A discrepancy report on ${what} changed`,
};

const DISCREPANCY_WORDS: Readonly<Record<DiscrepancyAct, (what: string) => string>> = {
  reported: (what) => `A discrepancy was reported in ${what}`,
  sent: (what) => `Your discrepancy report was sent to the author of ${what}`,
  answered: (what) => `The author of ${what} answered your discrepancy report`,
  closed: (what) => `A new revision of ${what} closed your discrepancy report`,
  rejected: (what) => `Your discrepancy report on ${what} was rejected`,
  withdrawn: (what) => `A discrepancy report on ${what} was withdrawn`,
  reopened: (what) => `Your discrepancy report on ${what} was reopened`,
  instruction_proposed: (what) => `An interim instruction for ${what}, or its removal, awaits approval`,
  instruction_approved: (what) => `An interim instruction was approved for your discrepancy report on ${what}`,
  instruction_removed: (what) => `The interim instruction of your discrepancy report on ${what} was removed`,
  mail_failed: (what) => `The mail with a discrepancy report on ${what} could not be delivered`,
  overdue: (what) => `A discrepancy report on ${what} is overdue`,
  quote_gone: (what) => `A new revision of ${what} no longer has the text of a discrepancy report`,
};

const TEMPORARY_REVISION_WORDS: Readonly<Record<TemporaryRevisionAct, (what: string) => string>> = {
  created: (what) => `A temporary revision of ${what} was issued`,
  updated: (what) => `A temporary revision of ${what} was changed`,
  withdrawn: (what) => `A temporary revision of ${what} was withdrawn`,
  deleted: (what) => `A temporary revision of ${what} was deleted`,
  review_required: (what) =>
    `A temporary revision of ${what} must be reviewed: a later revision does not incorporate it`,
};

interface DigestFacts {
  /** Number of unread notifications; `rows` are the newest. */
  totalCount: number;
  appUrl: string;
  unsubscribeUrl: string;
}

/** Who did what on which document, without texts of comments. Its link to unsubscribe serves mail programs (RFC 8058) and people. */
export function digestMail(
  { name, email }: { name: string; email: string },
  rows: readonly NotificationRow[],
  { totalCount, appUrl, unsubscribeUrl }: DigestFacts,
): Mail {
  const more = totalCount - rows.length;
  const content = {
    greeting: `Hello ${name},`,
    paragraphs: ['Since the last mail of this kind there is news that you have not read:'],
    items: rows.map((row) => ({ text: lineOf(row), url: addressOf(row, appUrl) })),
    action: { label: 'See all notifications', url: `${appUrl}/notifications` },
    notes: more > 0 ? [`And ${more} more.`] : [],
    footer: [
      'Aviation Maintenance Knowledge Service',
      'This message was sent automatically; replies are not read.',
      `Change your notification settings to choose what you receive, or unsubscribe: ${unsubscribeUrl}`,
    ],
  };
  return {
    to: email,
    subject: totalCount === 1 ? '1 new notification' : `${totalCount} new notifications`,
    ...layOutMessage(content),
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

function lineOf(row: NotificationRow): string {
  const { kind, discrepancy_event, temporary_revision_event, actor_name, document_title, page_number } = row;
  const who = actor_name === null ? 'Somebody' : shortened(actor_name);
  const page = page_number === null ? '' : `, page ${page_number}`;
  const what = `“${shortened(document_title)}”`;
  const words =
    (discrepancy_event && DISCREPANCY_WORDS[discrepancy_event]) ??
    (temporary_revision_event && TEMPORARY_REVISION_WORDS[temporary_revision_event]);
  return `${words?.(what) ?? WORDS[kind](who, what)}${page}`;
}

function addressOf({ document_id, page_number, comment_id }: NotificationRow, appUrl: string): string {
  const query = new URLSearchParams({
    ...(page_number !== null && { page: String(page_number) }),
    ...(comment_id !== null && { comment: comment_id }),
  }).toString();
  return `${appUrl}/documents/${document_id}${query === '' ? '' : `?${query}`}`;
}

function shortened(text: string): string {
  return cutText(toOneLine(text), MOST_CHARACTERS);
}
