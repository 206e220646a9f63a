import { Logger } from '@nestjs/common';
import { expectLinear } from '../../../../../test/support/linear-time.js';
import { SoftwareAuthenticator } from '../../../../../test/support/sign-in/software-authenticator.js';
import type { OwnedCredential } from './stored-credential.js';
import { WebauthnVerifier } from './webauthn-verifier.js';

Logger.overrideLogger(false);

const verifier = new WebauthnVerifier({ id: 'localhost', origins: ['http://localhost:3000'] });
const user = { id: 'user_01jd3k5v6sfh0s2x9k4d8n7q1a', email: 'ana@example.com', name: 'Ana Moreno' };
const stored: OwnedCredential = {
  user_id: user.id,
  credential_id: 'AAAA',
  public_key: Buffer.from('a0', 'hex'),
  sign_count: 0,
  transports: [],
  aaguid: '00000000-0000-0000-0000-000000000000',
  backup_eligible: false,
  backed_up: false,
};

describe('nonsense in place of a credential', () => {
  const deep = Buffer.alloc(6000, 0x81).toString('base64url');
  /** An array, a text and a byte string with declared lengths of four billion. */
  const endless = [0x9a, 0x7a, 0x5a].map((type) => Buffer.from([type, 255, 255, 255, 255]).toString('base64url'));
  const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value) ?? '').toString('base64url');

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a number', 1],
    ['an array', []],
    ['no response', { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }],
    ...['', '!', 'AAAA', deep, ...endless, 7, null, {}, [[]]].map((part): [string, unknown] => [
      `parts that are ${JSON.stringify(part).slice(0, 20)}`,
      { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: partsOf(part, encoded({ type: 'webauthn.get' })) },
    ]),
    ...[null, 1, 'x', [], { type: {} }, { challenge: [] }].map((data): [string, unknown] => [
      `client data ${JSON.stringify(data)}`,
      { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: partsOf('AAAA', encoded(data)) },
    ]),
  ])('%s is refused without an error', async (_, credential) => {
    expect(await verifier.verifyRegistration(credential as never, 'challenge')).toBeNull();
    expect(await verifier.verifyAssertion(credential as never, 'challenge', stored)).toBeNull();
  });

  it('that says it is CBOR is refused, in time that its length bounds', async () => {
    const options = await verifier.creationOptions({ user, existing: [] });
    const { response, ...credential } = new SoftwareAuthenticator().register(options);
    const verify = async (attestationObject: string): Promise<void> => {
      const changed = { ...credential, response: { ...response, attestationObject } };
      expect(await verifier.verifyRegistration(changed, options.challenge)).toBeNull();
    };
    // Each is eight times as long or as deep as the previous one of its kind.
    await expectLinear(verify, (size) => Buffer.alloc(size, 0x81).toString('base64url'), 750);
    for (const type of [0x9a, 0x7a, 0x5a]) {
      const claiming = (length: number): string => {
        const bytes = Buffer.from([type, 0, 0, 0, 0]);
        bytes.writeUInt32BE(length, 1);
        return bytes.toString('base64url');
      };
      await expectLinear(verify, claiming, 2 ** 28);
    }
    for (const attestationObject of endless) await verify(attestationObject);
  });
});

function partsOf(part: unknown, clientDataJSON: unknown): Record<string, unknown> {
  return { clientDataJSON, attestationObject: part, authenticatorData: part, signature: part };
}
