import { MAX_JSON_BYTES } from '../../../../common/connections/body.guard.js';
import { GROUP_SCHEMA } from './scim-group.js';
import { listResponse, MAX_RESULTS, type ListResponse } from './scim-list.js';
import { USER_SCHEMA } from './scim-user.js';

export const MAX_BULK_OPERATIONS = 100;

const PREFIX = 'urn:ietf:params:scim:schemas:core:2.0';

/** RFC 7643, 5. */
export function serviceProviderConfig(baseUrl: string): object {
  return {
    schemas: [`${PREFIX}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: true, maxOperations: MAX_BULK_OPERATIONS, maxPayloadSize: MAX_JSON_BYTES },
    filter: { supported: true, maxResults: MAX_RESULTS },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'API key',
        description: 'An API key of the service account of the directory, as Authorization: Bearer',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}/ServiceProviderConfig` },
  };
}

/** RFC 7643, 6. */
export function resourceTypes(baseUrl: string): (object & { id: string })[] {
  return [
    { id: 'User', endpoint: '/Users', schema: USER_SCHEMA, description: 'Accounts of people' },
    {
      id: 'Group',
      endpoint: '/Groups',
      schema: GROUP_SCHEMA,
      description: 'Groups that a mapping turns into roles and teams',
    },
  ].map((type) => ({
    schemas: [`${PREFIX}:ResourceType`],
    ...{ ...type, name: type.id },
    meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${type.id}` },
  }));
}

type Traits = Partial<{
  type: string;
  required: boolean;
  multiValued: boolean;
  caseExact: boolean;
  mutability: string;
  uniqueness: string;
  subAttributes: object[];
  referenceTypes: string[];
}>;

function attribute(name: string, description: string, traits: Traits = {}): object {
  return {
    ...{ name, type: 'string', multiValued: false, description, required: false, caseExact: false },
    ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none', ...traits },
  };
}

const READ_ONLY = { mutability: 'readOnly' };
const REFERENCE = { type: 'reference', caseExact: true, mutability: 'readOnly' };

const USER_ATTRIBUTES = [
  attribute('userName', 'Name at the directory; without emails the email address', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('name', 'Parts of the name', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'Name of the account'),
      attribute('givenName', 'Given name'),
      attribute('familyName', 'Family name'),
    ],
  }),
  attribute('displayName', 'Name of the account'),
  attribute('active', 'False suspends the account and ends its sessions', { type: 'boolean' }),
  attribute('emails', 'The address of the account, in a verified domain', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'Address'),
      attribute('type', 'Always work'),
      attribute('primary', 'The address that is used', { type: 'boolean' }),
    ],
  }),
  attribute('groups', 'Groups of the user', {
    type: 'complex',
    multiValued: true,
    ...READ_ONLY,
    subAttributes: [
      attribute('value', 'Id of the group', { caseExact: true, ...READ_ONLY }),
      attribute('$ref', 'URL of the group', { ...REFERENCE, referenceTypes: ['Group'] }),
      attribute('display', 'Name of the group', READ_ONLY),
    ],
  }),
];

const GROUP_ATTRIBUTES = [
  attribute('displayName', 'Name, which rules of the mapping can name', { required: true, uniqueness: 'server' }),
  attribute('members', 'Users of the group', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'Id of the user', { caseExact: true, mutability: 'immutable' }),
      attribute('$ref', 'URL of the user', { ...REFERENCE, referenceTypes: ['User'] }),
      attribute('display', 'Name of the user', READ_ONLY),
      attribute('type', 'Always User', READ_ONLY),
    ],
  }),
];

/** RFC 7643, 7: the attributes that the service keeps. */
export function schemas(baseUrl: string): (object & { id: string })[] {
  return [
    { id: USER_SCHEMA, name: 'User', description: 'Account of a person', attributes: USER_ATTRIBUTES },
    { id: GROUP_SCHEMA, name: 'Group', description: 'Group of users', attributes: GROUP_ATTRIBUTES },
  ].map((schema) => ({
    schemas: [`${PREFIX}:Schema`],
    ...schema,
    meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${schema.id}` },
  }));
}

export function wholeList(resources: object[]): ListResponse {
  return listResponse({ filter: null, offset: 0, count: resources.length }, resources.length, resources);
}
