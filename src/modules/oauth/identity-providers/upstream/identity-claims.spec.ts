import type { ProviderKind } from '../identity-provider.entity.js';
import { identityOf } from './identity-claims.js';

const DOMAINS = ['acme.example', 'acme.aero'];
const read = (claims: Record<string, unknown>, kind: ProviderKind = 'okta'): unknown => {
  const result = identityOf(kind, claims, DOMAINS);
  return typeof result === 'string' ? result : result.email;
};
const ann = { sub: '1', email: 'ann@acme.example', email_verified: true };

describe('identityOf', () => {
  it('reads subject, address and name', () => {
    const claims = { ...ann, name: ' Ann \n Smith\u202e ' };
    expect(identityOf('okta', claims, DOMAINS)).toEqual({
      ...{ subject: '1', email: 'ann@acme.example', name: 'Ann Smith', claims },
    });
    const named = (more: object): unknown => identityOf('okta', { ...ann, ...more }, DOMAINS);
    expect(named({ given_name: 'Ann', family_name: 'Smith' })).toMatchObject({ name: 'Ann Smith' });
    expect(named({ name: ' ' })).toMatchObject({ name: 'ann@acme.example' });
    expect(named({ name: 'x'.repeat(300) })).toMatchObject({ name: 'x'.repeat(200) });
  });

  it.each([
    [{ sub: undefined }],
    [{ sub: '' }],
    [{ sub: 'two words' }],
    [{ sub: 'x'.repeat(256) }],
    [{ sub: ['1'] }],
    [{ sub: null, id: 1.5 }],
  ])('needs a subject: %j', (changes) => {
    expect(read({ ...ann, ...changes })).toBe('subject_missing');
  });

  it('takes the id that plain OAuth 2 has', () => {
    expect(identityOf('custom', { ...ann, sub: undefined, id: 42 }, DOMAINS)).toMatchObject({ subject: '42' });
  });

  it.each([true, 'true', 1, '1'])('takes an address that is verified: %j', (email_verified) => {
    expect(read({ ...ann, email_verified })).toBe('ann@acme.example');
  });

  it.each([false, 'false', 0, null, undefined, 'yes', {}])('takes none that is not: %j', (email_verified) => {
    expect(read({ ...ann, email_verified })).toBe('email_unverified');
  });

  it.each([
    ['ann@evil.example'],
    ['ann@sub.acme.example'],
    ['ann@acme.example.evil.example'],
    ['ann@evil.example@acme.example'],
    [`${'x'.repeat(250)}@acme.example`],
    ['ann'],
  ])('takes none of another domain: %s', (email) => {
    expect(read({ ...ann, email })).toBe('email_domain');
  });

  it('reports a missing claim', () => {
    expect([read({ sub: '1' }), read({ sub: '1', email: ['ann@acme.example'] })]).toEqual([
      'email_missing',
      'email_missing',
    ]);
  });

  it('believes Entra ID by the claims that it checks, not by the one that tenants set', () => {
    const { email } = ann;
    expect(read({ sub: '1', email }, 'entra_id')).toBe('email_unverified');
    expect(read({ ...ann }, 'entra_id')).toBe('email_unverified');
    expect(read({ sub: '1', email, xms_edov: false }, 'entra_id')).toBe('email_unverified');
    expect(read({ sub: '1', email, preferred_username: email }, 'entra_id')).toBe('email_unverified');
    expect(read({ sub: '1', email, xms_edov: true }, 'entra_id')).toBe(email);
    expect(read({ sub: '1', email, xms_edov: '1' }, 'entra_id')).toBe(email);
    expect(read({ sub: '1', verified_primary_email: ['a@acme.aero'] }, 'entra_id')).toBe('a@acme.aero');
    expect(read({ sub: '1', email, verified_primary_email: [] }, 'entra_id')).toBe('email_unverified');
    expect(read({ ...ann, xms_edov: true, email_verified: false }, 'okta')).toBe('email_unverified');
  });

  it('believes Google where the account is the company’s', () => {
    expect(read({ ...ann, hd: 'acme.example' }, 'google_workspace')).toBe('ann@acme.example');
    expect(read({ ...ann, hd: 'acme.aero' }, 'google_workspace')).toBe('ann@acme.example');
    expect(read(ann, 'google_workspace')).toBe('email_domain');
    expect(read({ ...ann, hd: 'evil.example' }, 'google_workspace')).toBe('email_domain');
  });
});
