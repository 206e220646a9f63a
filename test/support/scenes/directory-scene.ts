import { randomBytes } from 'node:crypto';
import type { TestOrganization } from '../../factories/identity.factory.js';
import type { Json } from '../api/api-client.js';
import type { SignedIn, TestWorld } from '../service/test-world.js';
import { verifyDomains } from './identity-provider-world.js';

export interface ScimAnswer {
  status: number;
  headers: Headers;
  body: Json;
}

/** A directory as an administrator connects it, and requests with its token alone. */
export interface DirectoryScene {
  organization: TestOrganization;
  admin: SignedIn;
  providerId: string;
  serviceAccountId: string;
  keyId: string;
  token: string;
  /** The verified domain. */
  domain: string;
  scim(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ScimAnswer>;
  /** Creates a user, and returns the resource. */
  provision(name: string, changes?: Json): Promise<Json>;
}

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

export function patchOf(...Operations: Json[]): Json {
  return { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations };
}

export function groupBody(displayName: string, ids: readonly string[] = [], changes: Json = {}): Json {
  return { schemas: [GROUP_SCHEMA], displayName, members: ids.map((value) => ({ value })), ...changes };
}

export async function scimRequest(
  baseUrl: string,
  credentials: Record<string, string>,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<ScimAnswer> {
  const response = await fetch(`${baseUrl}/scim/v2${path}`, {
    method,
    headers: {
      accept: 'application/scim+json',
      ...(body !== undefined && { 'content-type': 'application/scim+json; charset=utf-8' }),
      ...credentials,
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const type = response.headers.get('content-type');
  if (text !== '' && type !== 'application/scim+json; charset=utf-8') throw new Error(`${type}: ${text}`);
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

/** @param termsFor terms of the identity provider, such as its `role_mapping` */
export async function connectDirectory(
  world: TestWorld,
  termsFor: (organization: TestOrganization) => object | Promise<object> = () => ({}),
): Promise<DirectoryScene> {
  const organization = await world.identity.organization();
  const admin = await world.signIn({ organization, role: 'admin' });
  const domain = `air-${randomBytes(6).toString('hex')}.example`;
  const post = async (path: string, body: Json): Promise<Json> => {
    const answer = await admin.api.post(path, body);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.data;
  };
  const provider = await post('/identity-providers', {
    ...{ kind: 'okta', name: 'Company sign-in', issuer: 'https://login.airline.example' },
    ...{ client_id: 'client', client_secret: 'the secret of the client', email_domains: [domain] },
    ...(await termsFor(organization)),
  });
  await verifyDomains(world, provider.id as string);
  const account = await post('/users', {
    email: `scim@${domain}`,
    name: 'Directory',
    role: 'api_user',
    grants: ['directory.manage'],
  });
  const key = await post('/api-keys', { name: 'SCIM', scopes: ['directory.manage'], owner_id: account.id });
  const path = `/identity-providers/${provider.id}/directory`;
  const connected = await admin.api.request('PUT', path, { body: { service_account_id: account.id } });
  if (connected.status !== 200) throw new Error(connected.text);
  const token = key.key as string;
  const scim: DirectoryScene['scim'] = (method, target, body, headers) =>
    scimRequest(world.service.baseUrl, { authorization: `Bearer ${token}` }, method, target, { body, headers });
  return {
    organization,
    admin,
    providerId: provider.id as string,
    serviceAccountId: account.id as string,
    keyId: key.id as string,
    token,
    domain,
    scim,
    provision: async (name, changes = {}) => {
      const userName = `${name}@${domain}`;
      const answer = await scim('POST', '/Users', { schemas: [USER_SCHEMA], userName, displayName: name, ...changes });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body as unknown;
    },
  };
}

/** The provisioned user, who can now sign in with a password, as after a reset by mail. */
export async function signInAs(world: TestWorld, { id, userName }: Json): Promise<SignedIn> {
  const other = await world.identity.user();
  await world.sql.query(
    `UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE id = $2) WHERE id = $1`,
    [id, other.id],
  );
  return world.signIn({ ...other, id: String(id), email: String(userName) });
}
