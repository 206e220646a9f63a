import { generateKeyPairSync, verify } from 'node:crypto';
import type { SignableRow } from '../acknowledgement.repository.js';
import { preferredFormat } from './evidence-files.service.js';
import { digestOf, payloadOf, readEvidence, signed } from './evidence.js';

const ROW: SignableRow = {
  ...{ id: 'ack_1', organization_id: 'org_1', organization_name: 'Air', assignment_id: 'assignment_1' },
  ...{
    status: 'pending',
    assignment_status: 'open',
    revision_status: 'active',
    document_id: 'doc_1',
    document_title: 'AMM',
    document_number: null,
  },
  ...{ revision_id: 'rev_2', current_revision_id: 'rev_2', version: '2', content_sha256: 'ab', scope: 'changes' },
  changes_from: { id: 'rev_1', version: '1', content_sha256: 'cd' },
  ...{ statement: 'Read.', user_id: 'user_1', user_name: 'Zoë', creator_id: null, creator_name: null },
  ...{ due_at: new Date(3_000), now: new Date(2_000) },
};
const FACTS = { issuer: 'https://a', livemode: true, provenAt: new Date(1_000), signedAt: new Date(2_000) };

describe('evidence', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

  it('is signed as a whole, and read as it was signed', () => {
    const payload = payloadOf(ROW, FACTS);
    const jws = signed(payload, { kid: 'k', privateKey });
    expect(readEvidence(jws)).toEqual({ kid: 'k', payload });
    expect(payload).toMatchObject({ assigned_by: null, changes_from: ROW.changes_from, signer: { name: 'Zoë' } });
    const [head, body, signature = ''] = jws.split('.');
    const isSigned = (input: string): boolean =>
      verify('sha256', Buffer.from(input), publicKey, Buffer.from(signature, 'base64url'));
    expect([isSigned(`${head}.${body}`), isSigned(`${head}.${body}x`)]).toEqual([true, false]);
    expect(digestOf(jws)).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    [undefined, 'json'],
    ['*/*', 'json'],
    ['application/pdf', 'pdf'],
    ['application/pdf, application/json', 'json'],
    ['text/html', 'json'],
  ])('for Accept %s is a file of the format %s', (accept, format) => {
    expect(preferredFormat(accept)).toBe(format);
  });
});
