import { toOneLine } from '../../../integrations/mailer/mail-address.js';
import { layOutMessage } from '../../../integrations/mailer/message-layout.js';
import type { Mail } from '../../../integrations/mailer/mailer.js';
import type { AccountNotice } from './account-mail-queue.service.js';

/** Who is written to. */
export interface Recipient {
  name: string;
  email: string;
}

type Message = Parameters<typeof layOutMessage>[0] & { subject: string };

/** Everything that accounts are written about, in words. An invitation repeats nothing that whoever invites can choose. */
export function invitationMail(to: Recipient, organization: string, appUrl: string, token: string): Mail {
  return mailTo(to, {
    subject: 'You are invited to the Aviation Maintenance Knowledge Service',
    greeting: 'Hello,',
    paragraphs: [
      `An account has been made for you, so that you can search, read and discuss the maintenance documents of ${toOneLine(organization)}.`,
      'Accept the invitation to choose your password and sign in.',
    ],
    action: { label: 'Accept the invitation', url: linkOf(appUrl, '/accept-invitation', token) },
    notes: [
      `If you are asked for the invitation itself, it is: ${token}`,
      'The invitation is valid for 7 days, and once. If you did not expect it, you need not do anything.',
    ],
  });
}

/** For people who have an account in another organization: they cannot accept. */
export function invitedElsewhereMail(to: Recipient, organization: string): Mail {
  return mailTo(to, {
    subject: 'You are invited to the Aviation Maintenance Knowledge Service',
    greeting: 'Hello,',
    paragraphs: [
      `${toOneLine(organization)} invited you to its maintenance documents.`,
      'Your address already has an account in another organization, and a person belongs to one organization, so you cannot accept this invitation. To join, ask for an invitation to another address.',
    ],
    notes: [
      'The organization that invited you does not learn that you have an account. If you did not expect this, ignore it.',
    ],
  });
}

export function resetLinkMail(to: Recipient, appUrl: string, token: string): Mail {
  return mailTo(to, {
    subject: 'Choose a new password',
    paragraphs: ['Somebody, most likely you, asked for a new password for your account.'],
    action: { label: 'Choose a new password', url: linkOf(appUrl, '/reset-password', token) },
    notes: [
      `If you are asked for the token itself, it is: ${token}`,
      'It is valid for 60 minutes, and once. If it was not you who asked, you need not do anything: your password stays as it is.',
    ],
  });
}

/** For accounts that sign in elsewhere: a reset would open a way past the identity provider. */
export function noPasswordMail(to: Recipient): Mail {
  return mailTo(to, {
    subject: 'Your account has no password',
    paragraphs: [
      'Somebody, most likely you, asked for a new password for your account.',
      'Your account has none: you sign in through the identity provider of your organization, and your password is kept there.',
    ],
    notes: ['If it was not you who asked, you need not do anything.'],
  });
}

const UNEXPECTED = 'If it was not you, choose a new password at once and tell an administrator.';

const UNEXPECTED_KEY =
  'If it was not you, choose a new password at once, have all your API keys revoked with it, and tell an administrator.';

const NOTICES: Readonly<Record<AccountNotice, { subject: string; paragraph: string; advice: string }>> = {
  mfa_method_added: {
    subject: 'A second factor was added to your account',
    paragraph: 'A second factor was added to your account. It is asked for when you sign in.',
    advice: UNEXPECTED,
  },
  mfa_method_removed: {
    subject: 'A second factor was removed from your account',
    paragraph: 'A second factor was removed from your account.',
    advice: UNEXPECTED,
  },
  mfa_reset: {
    subject: 'Your second factors were reset',
    paragraph: 'An administrator removed all second factors of your account and ended its sessions.',
    advice: 'If you did not ask for it, tell an administrator.',
  },
  recovery_code_used: {
    subject: 'A recovery code of your account was used',
    paragraph: 'Somebody signed in to your account with your password and one of your recovery codes.',
    advice: UNEXPECTED,
  },
  codes_exhausted: {
    subject: 'Many codes were asked for with your password',
    paragraph:
      'So many codes were asked for that no more are sent for now. An hour after the first of them there are more.',
    advice:
      'If it was not you, somebody else knows your password: choose a new one. Where you are signed in, or with an authenticator app, a security key or a recovery code, you can still confirm that it is you.',
  },
  cloned_key_suspected: {
    subject: 'There may be a copy of your security key',
    paragraph:
      'A proof by one of your security keys was refused: its counter was behind that of an earlier one, as happens when there are two copies of a key.',
    advice: 'Remove this key from your account, add another, choose a new password and tell an administrator.',
  },
  recovery_codes_renewed: {
    subject: 'You have new recovery codes',
    paragraph: 'New recovery codes were made for your account. The earlier ones do not work any more.',
    advice: UNEXPECTED,
  },
  account_locked: {
    subject: 'Your account is locked for 15 minutes',
    paragraph: 'There were ten failed attempts to sign in to your account, and so it is locked for 15 minutes.',
    advice:
      'If it was you, wait, or ask an administrator to unlock it: a second factor that failed a hundred times in a row stays closed until then. If not, somebody may be guessing your password: choose a new one, and add a second factor.',
  },
  new_device: {
    subject: 'Your account was signed in to from a new device',
    paragraph:
      'Somebody signed in to your account with a browser or program, or from a network, that was not used before.',
    advice: UNEXPECTED,
  },
  api_key_created: {
    subject: 'An API key was made with your account',
    paragraph:
      'A new API key was made in a session of yours, or with one of your API keys. It acts until it expires or is revoked.',
    advice: UNEXPECTED_KEY,
  },
  api_key_rotated: {
    subject: 'An API key was replaced with your account',
    paragraph: 'An API key was replaced by another in a session of yours, or with one of your API keys.',
    advice: UNEXPECTED_KEY,
  },
  api_key_widened: {
    subject: 'An API key may do more than before',
    paragraph:
      'An API key got more rights, more time or more addresses in a session of yours, or with one of your API keys.',
    advice: UNEXPECTED_KEY,
  },
  password_changed: {
    subject: 'Your password was changed',
    paragraph: 'The password of your account was changed, and all other sessions were ended.',
    advice: 'If it was not you, ask for a new password at once and tell an administrator.',
  },
  password_reset: {
    subject: 'Your password was reset',
    paragraph: 'A new password was set for your account by a link from a mail, and all sessions were ended.',
    advice: 'If it was not you, ask for a new password at once and tell an administrator.',
  },
};

/** `at` as ISO 8601; `ip` of the client, if known. */
export function noticeMail(to: Recipient, notice: AccountNotice, at: string, ip: string | null): Mail {
  const { subject, paragraph, advice } = NOTICES[notice];
  const when = `It happened on ${new Date(at).toUTCString()}${ip === null ? '' : `, from the address ${ip}`}.`;
  return mailTo(to, { subject, paragraphs: [paragraph, when], notes: [advice] });
}

/** The token is in the fragment, which no browser sends: it reaches no log, no proxy and no Referer header. */
function linkOf(appUrl: string, path: string, token: string): string {
  return `${appUrl}${path}#token=${encodeURIComponent(token)}`;
}

function mailTo({ name, email }: Recipient, { subject, ...content }: Message): Mail {
  return { to: email, subject, ...layOutMessage({ greeting: `Hello ${name},`, ...content }) };
}
