import { toOneLine } from '../../../integrations/mailer/mail-address.js';
import { layOutMessage } from '../../../integrations/mailer/message-layout.js';
import type { Mail } from '../../../integrations/mailer/mailer.js';
import type { AccountNotice } from './account-mail-queue.service.js';

export interface Recipient {
  name: string;
  email: string;
}

type Message = Parameters<typeof layOutMessage>[0] & { subject: string };

/** An invitation repeats no text chosen by the inviter. */
export function invitationMail(to: Recipient, organization: string, appUrl: string, token: string): Mail {
  return mailTo(to, {
    subject: 'You are invited to the Aviation Maintenance Knowledge Service',
    greeting: 'Hello,',
    paragraphs: [
      `An account has been created for you to search, read and discuss the maintenance documents of ${toOneLine(organization)}.`,
      'Accept the invitation to choose your password and sign in.',
    ],
    action: { label: 'Accept the invitation', url: linkOf(appUrl, '/accept-invitation', token) },
    notes: [
      `If a page requires the invitation token, enter: ${token}`,
      'The invitation is valid for 7 days and can be used once. If you did not expect it, ignore this message.',
    ],
  });
}

/** For owners of an account in another organization, who cannot accept. */
export function invitedElsewhereMail(to: Recipient, organization: string): Mail {
  return mailTo(to, {
    subject: 'You are invited to the Aviation Maintenance Knowledge Service',
    greeting: 'Hello,',
    paragraphs: [
      `${toOneLine(organization)} invited you to its maintenance documents.`,
      'Your address already has an account in another organization, so you cannot accept this invitation. To join, ask for an invitation to another address.',
    ],
    notes: [
      'The organization that invited you is not informed about your account. If you did not expect this invitation, ignore this message.',
    ],
  });
}

export function resetLinkMail(to: Recipient, appUrl: string, token: string): Mail {
  return mailTo(to, {
    subject: 'Choose a new password',
    paragraphs: ['We received a request to reset the password of your account.'],
    action: { label: 'Choose a new password', url: linkOf(appUrl, '/reset-password', token) },
    notes: [
      `If a page requires the token, enter: ${token}`,
      'The link is valid for 60 minutes and can be used once. If you did not request it, ignore this message. Your password does not change.',
    ],
  });
}

/** For single sign-on accounts: a reset would bypass the identity provider. */
export function noPasswordMail(to: Recipient): Mail {
  return mailTo(to, {
    subject: 'Your account has no password',
    paragraphs: [
      'We received a request to reset the password of your account.',
      'Your account has no password. You sign in through the identity provider of your organization, which manages your password.',
    ],
    notes: ['If you did not request it, ignore this message.'],
  });
}

const UNEXPECTED = 'If it was not you, change your password immediately and inform an administrator.';

const UNEXPECTED_KEY =
  'If it was not you, change your password immediately, revoke all your API keys, and inform an administrator.';

const NOTICES: Readonly<Record<AccountNotice, { subject: string; paragraph: string; advice: string }>> = {
  mfa_method_added: {
    subject: 'A second factor was added to your account',
    paragraph: 'A second factor was added to your account. It is required when you sign in.',
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
    advice: 'If you did not request it, inform an administrator.',
  },
  recovery_code_used: {
    subject: 'A recovery code of your account was used',
    paragraph: 'Your account was signed in to with your password and one of your recovery codes.',
    advice: UNEXPECTED,
  },
  codes_exhausted: {
    subject: 'Many codes were requested with your password',
    paragraph:
      'The limit of codes for your account was reached. You can request codes again one hour after the first of them.',
    advice:
      'If it was not you, someone else knows your password: change it. You can still confirm your identity in an open session, or with an authenticator app, a security key or a recovery code.',
  },
  cloned_key_suspected: {
    subject: 'There may be a copy of your security key',
    paragraph:
      'One of your security keys was rejected because its counter did not increase. This happens when a key has been copied.',
    advice: 'Remove this key from your account, add another, change your password and inform an administrator.',
  },
  recovery_codes_renewed: {
    subject: 'You have new recovery codes',
    paragraph: 'New recovery codes were created for your account. Earlier codes no longer work.',
    advice: UNEXPECTED,
  },
  account_locked: {
    subject: 'Your account is locked for 15 minutes',
    paragraph: 'Your account is locked for 15 minutes after ten failed sign-in attempts.',
    advice:
      'If it was you, wait, or ask an administrator to unlock your account. After a hundred consecutive failures of a second factor, only an administrator can unlock it. If it was not you, someone may be guessing your password: change it, and add a second factor.',
  },
  new_device: {
    subject: 'Your account was signed in to from a new device',
    paragraph: 'Your account was signed in to with a new browser or application, or from a new network.',
    advice: UNEXPECTED,
  },
  api_key_created: {
    subject: 'An API key was created with your account',
    paragraph:
      'An API key was created in one of your sessions or with one of your API keys. It works until it expires or is revoked.',
    advice: UNEXPECTED_KEY,
  },
  api_key_rotated: {
    subject: 'An API key was rotated with your account',
    paragraph: 'An API key was rotated in one of your sessions or with one of your API keys.',
    advice: UNEXPECTED_KEY,
  },
  api_key_widened: {
    subject: 'An API key has more access than before',
    paragraph:
      'The permissions, lifetime or allowed addresses of an API key were extended in one of your sessions or with one of your API keys.',
    advice: UNEXPECTED_KEY,
  },
  password_changed: {
    subject: 'Your password was changed',
    paragraph: 'The password of your account was changed and all other sessions have ended.',
    advice: 'If it was not you, reset your password immediately and inform an administrator.',
  },
  password_reset: {
    subject: 'Your password was reset',
    paragraph: 'A new password was set with a link from an email, and all sessions have ended.',
    advice: 'If it was not you, reset your password immediately and inform an administrator.',
  },
};

/** `at` in ISO 8601; `ip` null when unknown. */
export function noticeMail(to: Recipient, notice: AccountNotice, at: string, ip: string | null): Mail {
  const { subject, paragraph, advice } = NOTICES[notice];
  const when = `It happened on ${new Date(at).toUTCString()}${ip === null ? '' : `, from the address ${ip}`}.`;
  return mailTo(to, { subject, paragraphs: [paragraph, when], notes: [advice] });
}

/** Browsers do not send fragments, so the token reaches no log, proxy or Referer header. */
function linkOf(appUrl: string, path: string, token: string): string {
  return `${appUrl}${path}#token=${encodeURIComponent(token)}`;
}

function mailTo({ name, email }: Recipient, { subject, ...content }: Message): Mail {
  return { to: email, subject, ...layOutMessage({ greeting: `Hello ${name},`, ...content }) };
}
