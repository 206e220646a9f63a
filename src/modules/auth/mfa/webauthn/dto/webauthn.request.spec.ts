import { createValidationPipe } from '../../../../../common/validation/validation.pipe.js';
import { SoftwareAuthenticator } from '../../../../../../test/support/sign-in/software-authenticator.js';
import { AssertionCredentialRequest, RegistrationCredentialRequest } from './webauthn.request.js';

type Shape = typeof AssertionCredentialRequest | typeof RegistrationCredentialRequest;
type Fields = Record<string, unknown> & { response: Record<string, unknown> };

const key = new SoftwareAuthenticator();
const user = { id: 'dXNlcg', name: 'ana@example.com', displayName: 'Ana' };
const created = key.register({ rp: { name: 'x', id: 'localhost' }, user, challenge: 'AAAA', pubKeyCredParams: [] });
const proof = key.assert({ challenge: 'AAAA', allowCredentials: [{ id: created.id, type: 'public-key' }] });
const registration = created as unknown as Fields;
const assertion = proof as unknown as Fields;

const check = (shape: Shape, value: unknown): Promise<unknown> =>
  createValidationPipe().transform(value, { type: 'body', metatype: shape });
const fieldsRefused = async (shape: Shape, value: unknown): Promise<string[]> => {
  const refusal = await check(shape, value).then(
    () => ({ details: { errors: [] } }),
    (error: unknown) => error as { details: { errors: { field: string }[] } },
  );
  return refusal.details.errors.map(({ field }) => field);
};
const withResponse = (credential: Fields, change: Record<string, unknown>): Fields => ({
  ...credential,
  response: { ...credential.response, ...change },
});

describe('credentials as browsers send them', () => {
  it.each<[string, Shape, Fields]>([
    ['a registration', RegistrationCredentialRequest, registration],
    ['a proof', AssertionCredentialRequest, assertion],
    ['a registration with all that Chromium adds', RegistrationCredentialRequest, {
      ...withResponse(registration, { publicKey: 'MFkwEwYH', publicKeyAlgorithm: -7, transports: ['usb', 'nfc'] }),
      clientExtensionResults: { credProps: { rk: false } },
    }], // prettier-ignore
    ['a proof with a user handle', AssertionCredentialRequest, withResponse(assertion, { userHandle: 'dXNlcg' })],
    ['nulls for what is not there', AssertionCredentialRequest, {
      ...withResponse(assertion, { userHandle: null }),
      authenticatorAttachment: null,
    }], // prettier-ignore
  ])('pass: %s', async (_, shape, value) => {
    await expect(check(shape, value)).resolves.toMatchObject(value);
  });
});

describe('what is not a credential is refused at the edge', () => {
  const deep = JSON.parse('['.repeat(30) + ']'.repeat(30)) as unknown;

  it.each<[string, unknown]>([
    ['an empty object', {}],
    ['a response that is a list', { ...assertion, response: [assertion.response] }],
    ['a response that is text', { ...assertion, response: 'x' }],
    ['no response', { ...assertion, response: undefined }],
    ['a registration', registration],
    ['another type', { ...assertion, type: 'password' }],
    ['an unknown field', { ...assertion, extra: 1 }],
    ['an unknown field of the response', withResponse(assertion, { extra: 1 })],
    ['extension results that are a list', { ...assertion, clientExtensionResults: [] }],
    ['an unknown attachment', { ...assertion, authenticatorAttachment: 'glued' }],
    ...['', 'a b', 'YQ==', 'a+/b', 'ä', 1, null, {}, ['YQ'], deep, 'A'.repeat(6000)].flatMap(
      (value): [string, unknown][] => {
        const said = JSON.stringify(value).slice(0, 20);
        return [
          [`the id ${said}`, { ...assertion, id: value }],
          [`the signature ${said}`, withResponse(assertion, { signature: value })],
          [`the client data ${said}`, withResponse(assertion, { clientDataJSON: value })],
        ];
      },
    ),
  ])('for a proof: %s', async (_, value) => {
    expect(await fieldsRefused(AssertionCredentialRequest, value)).not.toEqual([]);
  });

  it.each<[string, unknown]>([
    ['a proof', assertion],
    ['a long attestation object', withResponse(registration, { attestationObject: 'A'.repeat(11_000) })],
    ['too many transports', withResponse(registration, { transports: Array(17).fill('usb') })],
    ['transports that are not text', withResponse(registration, { transports: [1] })],
    ['transports that are one text', withResponse(registration, { transports: 'usb' })],
    ['an algorithm that is text', withResponse(registration, { publicKeyAlgorithm: '-7' })],
  ])('for a registration: %s', async (_, value) => {
    expect(await fieldsRefused(RegistrationCredentialRequest, value)).not.toEqual([]);
  });

  it('and the fields are named', async () => {
    const value = { ...withResponse(assertion, { signature: 7 }), rawId: '' };
    expect((await fieldsRefused(AssertionCredentialRequest, value)).sort()).toEqual(['rawId', 'response.signature']);
  });
});
