import { isIP } from 'node:net';
import { parseMailbox, type Mailbox } from '../../integrations/mailer/mail-address.js';
import { parseSmtpUrl, type SmtpServer } from '../../integrations/mailer/smtp-url.js';
import { parseSmsUrl, type SmsGateway } from '../../integrations/sms/sms-gateway.js';
import { integer, origins, seconds, text, type Variable } from '../variable.js';

const mailUrl: Variable<SmtpServer | null> = {
  doc: 'Mail server, smtp://user:password@host:587 or smtps://…:465. STARTTLS is required unless the host is loopback; ?starttls=required, optional or never decides otherwise. Empty: mail is written to DATA_DIR/outbox.',
  fallback: '',
  parse: (value) => (value === '' ? null : parseSmtpUrl(value)),
};

const mailFrom: Variable<Mailbox> = {
  doc: 'Sender of mails.',
  fallback: 'Aviation Maintenance Knowledge Service <no-reply@localhost>',
  parse: parseMailbox,
};

const smsUrl: Variable<SmsGateway | null> = {
  doc: 'Provider of text messages with an API like Twilio, https://account:token@host/2010-04-01/Accounts/{sid}/Messages.json. Empty: text messages are written to DATA_DIR/outbox.',
  fallback: '',
  parse: (value) => (value === '' ? null : parseSmsUrl(value)),
};

const relyingPartyId: Variable<string | null> = {
  doc: 'Domain that security keys are registered for; changing it makes all of them useless. Default: the host of APP_URL, or localhost where that is an IP address.',
  fallback: '',
  parse: (value) => {
    if (value === '') return null;
    if (isIP(value) !== 0 || !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(value)) {
      throw new Error('must be a domain name in lower case, without https:// and without a port');
    }
    return value;
  },
};

/** How people sign in, and how they are told of things. */
export const PEOPLE = {
  MAIL_URL: mailUrl,
  MAIL_FROM: mailFrom,
  SMS_URL: smsUrl,
  SMS_FROM: text('', 'Number (E.164) or name that text messages come from.'),
  WEBAUTHN_RP_ID: relyingPartyId,
  WEBAUTHN_ORIGINS: origins(
    'Comma-separated origins of the pages that may ask for a security key, such as https://maintenance.example.com. Default: the origin of APP_URL. The sign-in pages of the service may as well, where PUBLIC_URL is at that domain or below it.',
  ),
  ARGON2_MEMORY_KIB: integer(
    65_536,
    256,
    4_194_304,
    'Memory of one password hash (argon2id). Hashes made with less are renewed when their owner signs in.',
  ),
  ARGON2_PASSES: integer(3, 1, 100, 'Passes over that memory.'),
  SIGNING_KEY_DAYS: integer(90, 1, 3650, 'Days after which the key that signs tokens gets a successor.'),
  NOTIFICATION_STREAMS_PER_USER: integer(
    10,
    1,
    1000,
    'Streams of notifications that one user may have open on each node.',
  ),
  NOTIFICATION_STREAM_SECONDS: integer(
    300,
    1,
    3600,
    'A stream of notifications that lasts longer is closed; clients resume it.',
  ),
  DIGEST_INTERVAL_SECONDS: seconds(
    60,
    0.05,
    3600,
    'How often it is looked which mails of unread notifications are due.',
  ),
} as const;
