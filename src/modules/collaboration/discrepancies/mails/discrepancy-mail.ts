import { cutText } from '@amks/language/text/cut-text.js';
import { toOneLine } from '../../../../integrations/mailer/mail-address.js';
import type { Mail } from '../../../../integrations/mailer/mailer.js';
import { layOutMessage } from '../../../../integrations/mailer/message-layout.js';
import type { DiscrepancyRow } from '../discrepancy.repository.js';
import type { QueuedMail } from './discrepancy-mail.repository.js';

/** Maximum characters of a name or title. */
const MOST_CHARACTERS = 120;

/** To the author, who has no account: all content is in the attached form. */
export function discrepancyMail(mail: QueuedMail, report: DiscrepancyRow, form: Uint8Array): Mail {
  const { document_title, document_number, version, page_number, id } = report;
  const organization = shortened(report.organization_name);
  const named = document_number === null ? '' : ` (${shortened(document_number)})`;
  const subject = `Discrepancy report ${id}: ${shortened(document_title)}${named}, page ${page_number}`;
  const sender =
    mail.sender_email === null
      ? []
      : [`Please answer to ${shortened(mail.sender_name ?? '')}, ${toOneLine(mail.sender_email)}, and quote ${id}.`];
  const content = {
    paragraphs: [
      `${organization} reports a discrepancy in “${shortened(document_title)}”${named}, revision ${shortened(version)}, page ${page_number}. The attached form has the quotation, the description and the pictures.`,
      ...sender,
    ],
  };
  return {
    id: mail.id,
    to: mail.recipient,
    subject,
    ...layOutMessage(content),
    attachments: [{ name: `${id}.pdf`, mediaType: 'application/pdf', content: form }],
  };
}

function shortened(text: string): string {
  return cutText(toOneLine(text), MOST_CHARACTERS);
}
