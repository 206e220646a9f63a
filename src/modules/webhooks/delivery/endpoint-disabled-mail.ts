import { toOneLine } from '../../../integrations/mailer/mail-address.js';
import { layOutMessage } from '../../../integrations/mailer/message-layout.js';
import type { Mail } from '../../../integrations/mailer/mailer.js';

const REASONS = {
  gone: 'It answered 410 Gone.',
  failing: 'It accepted no delivery for three days.',
} as const;

/** Names the disabled endpoint by its host: the rest of the URL may be secret. */
export function endpointDisabledMail(
  to: { name: string; email: string },
  endpoint: { id: string; url: string },
  reason: keyof typeof REASONS,
): Mail {
  const { host } = new URL(endpoint.url);
  const content = {
    greeting: `Hello ${toOneLine(to.name)},`,
    paragraphs: [
      `A webhook of your organization was disabled: ${endpoint.id}, at ${host}. ${REASONS[reason]}`,
      'What was not delivered yet is kept, and goes out when you enable the webhook again. What happens until then is not sent by itself: ask for it to be replayed, within 30 days.',
    ],
    notes: ['Its deliveries are listed with what was sent and what was answered.'],
  };
  return { to: to.email, subject: 'A webhook was disabled', ...layOutMessage(content) };
}
