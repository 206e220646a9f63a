import { toOneLine } from '../../../integrations/mailer/mail-address.js';
import { layOutMessage } from '../../../integrations/mailer/message-layout.js';
import type { Mail } from '../../../integrations/mailer/mailer.js';

/** What administrators are told of. */
export type DeletionNews = 'scheduled' | 'cancelled';

/** Tells an administrator that their organization is to be deleted, or is not any more. `dueAt` in ISO 8601. */
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
          subject: 'Your organization is to be deleted',
          paragraphs: [
            `An administrator has asked for ${name} to be deleted, with all of its documents, comments, conversations and accounts.`,
            `It happens after ${due}, and cannot be undone then. Until that moment every administrator can cancel it.`,
          ],
          notes: [
            'What you want to keep you can take along as an export. If you did not expect this, cancel it at once.',
          ],
        }
      : {
          subject: 'Your organization is not deleted',
          paragraphs: [`An administrator has cancelled the deletion of ${name} that was to happen after ${due}.`],
          notes: ['Everything stays as it is.'],
        };
  const { subject, ...rest } = content;
  return { to: to.email, subject, ...layOutMessage({ greeting: `Hello ${toOneLine(to.name)},`, ...rest }) };
}
