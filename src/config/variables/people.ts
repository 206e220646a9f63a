import { isIP } from 'node:net';
import { parseMailbox, type Mailbox } from '../../integrations/mailer/mail-address.js';
import { parseSmtpUrl, type SmtpServer } from '../../integrations/mailer/smtp-url.js';
import { parseSmsUrl, type SmsGateway } from '../../integrations/sms/sms-gateway.js';
import { integer, origins, seconds, text, type Variable } from './variable.js';

const mailUrl: Variable<SmtpServer | null> = {
  doc: 'Mail server, smtp://user:password@host:587 or smtps://…:465. STARTTLS is required except on loopback; ?starttls=required, optional or never overrides this. Empty: mail is written to DATA_DIR/outbox.',
  fallback: '',
  parse: (value) => (value === '' ? null : parseSmtpUrl(value)),
};

const mailFrom: Variable<Mailbox> = {
  doc: 'Sender of mail.',
  fallback: 'Aviation Maintenance Knowledge Service <no-reply@localhost>',
  parse: parseMailbox,
};

const smsUrl: Variable<SmsGateway | null> = {
  doc: 'SMS provider with the API of Twilio, https://account:token@host/2010-04-01/Accounts/{sid}/Messages.json. Empty: text messages are written to DATA_DIR/outbox.',
  fallback: '',
  parse: (value) => (value === '' ? null : parseSmsUrl(value)),
};

const relyingPartyId: Variable<string | null> = {
  doc: 'WebAuthn domain of security keys. Changing it invalidates all of them. Default: the host of APP_URL, or localhost if that is an IP address.',
  fallback: '',
  parse: (value) => {
    if (value === '') return null;
    if (isIP(value) !== 0 || !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(value)) {
      throw new Error('must be a domain name in lower case, without scheme and port');
    }
    return value;
  },
};

/** Sign-in, mail and notifications. */
export const PEOPLE = {
  MAIL_URL: mailUrl,
  MAIL_FROM: mailFrom,
  SMS_URL: smsUrl,
  SMS_FROM: text('', 'Sender of text messages: a number (E.164) or a name.'),
  WEBAUTHN_RP_ID: relyingPartyId,
  WEBAUTHN_ORIGINS: origins(
    'Comma-separated origins whose pages can use security keys, such as https://maintenance.example.com. Default: the origin of APP_URL. The sign-in pages of the service can use them if PUBLIC_URL is in the WebAuthn domain.',
  ),
  ARGON2_MEMORY_KIB: integer(
    65_536,
    256,
    4_194_304,
    'Memory of a password hash (argon2id). Weaker hashes are renewed at the next sign-in.',
  ),
  ARGON2_PASSES: integer(3, 1, 100, 'Passes of a password hash.'),
  SIGNING_KEY_DAYS: integer(90, 1, 3650, 'Days until a new key signs tokens.'),
  NOTIFICATION_STREAMS_PER_USER: integer(10, 1, 1000, 'Maximum open notification streams per user and node.'),
  NOTIFICATION_STREAM_SECONDS: integer(
    300,
    1,
    3600,
    'Maximum duration of a notification stream. Clients resume closed streams.',
  ),
  DIGEST_INTERVAL_SECONDS: seconds(60, 0.05, 3600, 'Interval of checks for due notification mails.'),
} as const;
