import { endpointDisabledMail } from './endpoint-disabled-mail.js';

describe('endpointDisabledMail', () => {
  it.each([
    ['gone', '410'],
    ['failing', 'three days'],
  ] as const)('says which endpoint is %s, without what may be secret of its address', (reason, words) => {
    const endpoint = { id: 'webhook_1', url: 'https://hooks.example.com:8443/services/T0/s3cret?token=abc' };
    const mail = endpointDisabledMail({ name: 'Ada\nExample', email: 'ada@example.test' }, endpoint, reason);
    expect(mail.to).toBe('ada@example.test');
    for (const text of [mail.text, mail.html]) {
      expect(text).toContain('webhook_1, at hooks.example.com:8443.');
      expect(text).toContain(words);
      expect(text).toContain('Hello Ada Example,');
      expect(text).not.toMatch(/s3cret|token/);
    }
  });
});
