import type { AccountNotice } from './account-mail-queue.service.js';
import { invitationMail, noPasswordMail, noticeMail, resetLinkMail } from './account-mails.js';

const to = { name: 'Ada <Example>', email: 'ada@example.test' };
const NOTICES: Record<AccountNotice, RegExp> = {
  account_locked: /locked for 15 minutes/,
  password_changed: /was changed/,
  password_reset: /was reset/,
  mfa_method_added: /factor was added/,
  mfa_method_removed: /factor was removed/,
  mfa_reset: /factors were reset/,
  recovery_code_used: /recovery code .* was used/,
  codes_exhausted: /codes were requested/,
  cloned_key_suspected: /copy of your security key/,
  recovery_codes_renewed: /new recovery codes/,
  new_device: /new device/,
  api_key_created: /key was created/,
  api_key_rotated: /key was rotated/,
  api_key_widened: /more access/,
};

const invite = (receiver: typeof to, url: string, token: string): ReturnType<typeof invitationMail> =>
  invitationMail(receiver, 'Example\r\nAir <MRO>', url, token);

describe('mails of accounts', () => {
  it('invite in the name of the organization, without text that the inviter controls', () => {
    const { subject, text, html } = invite(
      { ...to, name: 'visit https://evil.example/ now' },
      'https://app.test',
      'inv_x',
    );
    expect(text).toContain('documents of Example Air <MRO>.');
    expect(html).toContain('documents of Example Air &lt;MRO&gt;.');
    expect([subject, text, html].join()).not.toContain('evil');
  });

  it.each([
    ['an invitation', invite, '/accept-invitation', '7 days', 'Hello,'],
    ['a link for a new password', resetLinkMail, '/reset-password', '60 minutes', 'Hello Ada &lt;Example&gt;,'],
  ])('carry in %s a link, the token and until when it is good', (_, write, path, until, greeting) => {
    const mail = write(to, 'https://app.example.test', 'pwr_A-_0');
    expect(mail.to).toBe('ada@example.test');
    expect(mail.text).toContain(`https://app.example.test${path}#token=pwr_A-_0\n`);
    expect(mail.text).toContain('enter: pwr_A-_0\n');
    expect(mail.text).toContain(until);
    expect(mail.html).toContain(greeting);
  });

  it.each(Object.entries(NOTICES))('tell of %s when it was and from where', (notice, subject) => {
    const mail = noticeMail(to, notice as AccountNotice, '2026-11-20T09:30:00.000Z', '192.0.2.7');
    expect(mail.subject).toMatch(subject);
    expect(mail.text).toContain('Fri, 20 Nov 2026 09:30:00 GMT, from the address 192.0.2.7.');
    expect(noticeMail(to, notice as AccountNotice, '2026-11-20T09:30:00.000Z', null).text).toContain('09:30:00 GMT.');
  });

  it('carry no link where there is no password', () => {
    expect(noPasswordMail(to).text).not.toContain('http');
  });
});
