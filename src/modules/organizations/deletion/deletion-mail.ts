import { toOneLine } from '../../../integrations/mailer/mail-address.js';
import { layOutMessage } from '../../../integrations/mailer/message-layout.js';
import type { Mail } from '../../../integrations/mailer/mailer.js';

/** Changes that administrators receive mail about. */
export type DeletionNews = 'scheduled' | 'cancelled';

/** Mail to an administrator: the deletion of the organization was scheduled or canceled. `dueAt` in ISO 8601. */
export function deletionMail(
  to: { name: string; email: string },
  organization: string,
  news: DeletionNews,
  dueAt: string,
): Mail {
  const name = toOneLine(organization);
  const due = new Date(dueAt).toUTCString();
  const content =
    news === 'scheduled'
      ? {
          subject: 'Your organization will be deleted',
          paragraphs: [
            `An administrator requested the deletion of ${name}, with all of its documents, comments, conversations and accounts.`,
            `The deletion starts after ${due} and cannot be undone. Until then, every administrator can cancel it.`,
          ],
          notes: [
            'To keep your data, create an export. If you did not expect this message, cancel the deletion at once.',
          ],
        }
      : {
          subject: 'Your organization will not be deleted',
          paragraphs: [`An administrator canceled the deletion of ${name}, which was scheduled for ${due}.`],
          notes: ['No data was deleted.'],
        };
  const { subject, ...rest } = content;
  return { to: to.email, subject, ...layOutMessage({ greeting: `Hello ${toOneLine(to.name)},`, ...rest }) };
}
