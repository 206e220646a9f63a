import { isMailAddress } from '../../../../common/validation/mail-address.js';
import type { User } from '../../../users/user.service.js';
import {
  booleanAt,
  isObject,
  objectAt,
  objectsOf,
  requireSchema,
  textAt,
  valueAt,
  type ScimBody,
} from './scim-input.js';
import { operationsOf, patched, type PatchOperation } from './scim-patch.js';
import { refused } from './scim-refusal.js';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const MAX_EMAIL_CHARS = 254;

/** An account, with what the directory says about it; nulls for one that the directory does not manage. */
export type DirectoryUser = Pick<
  User,
  'id' | 'email' | 'name' | 'role' | 'status' | 'row_version' | 'created_at' | 'updated_at'
> & {
  user_name: string | null;
  external_id: string | null;
  given_name: string | null;
  family_name: string | null;
  is_suspended_here: boolean;
  directory_version: number | null;
};

export interface GroupReference {
  id: string;
  display_name: string;
}

/** What a directory can say about a user. */
export interface UserProfile {
  userName: string;
  externalId: string | null;
  displayName: string | null;
  formatted: string | null;
  givenName: string | null;
  familyName: string | null;
  email: string | null;
  /** Null keeps the status. */
  active: boolean | null;
}

export function userNameOf({ user_name, email }: DirectoryUser): string {
  return user_name ?? email;
}

export function versionOf(user: DirectoryUser): string {
  return `"${user.row_version}.${user.directory_version ?? 0}"`;
}

/** Attributes that directories can change. */
function writable(user: DirectoryUser): Record<string, unknown> {
  return {
    userName: userNameOf(user),
    ...(user.external_id !== null && { externalId: user.external_id }),
    displayName: user.name,
    name: {
      formatted: user.name,
      ...(user.given_name !== null && { givenName: user.given_name }),
      ...(user.family_name !== null && { familyName: user.family_name }),
    },
    emails: [{ value: user.email, type: 'work', primary: true }],
    active: user.status !== 'suspended',
  };
}

export function userResource(user: DirectoryUser, groups: readonly GroupReference[], baseUrl: string): object {
  return {
    schemas: [USER_SCHEMA],
    id: user.id,
    ...writable(user),
    name: { formatted: user.name, ...partsOf(user) },
    groups: groups.map(({ id, display_name }) => ({
      value: id,
      display: display_name,
      $ref: `${baseUrl}/Groups/${id}`,
    })),
    meta: {
      resourceType: 'User',
      created: user.created_at.toISOString(),
      lastModified: user.updated_at.toISOString(),
      location: `${baseUrl}/Users/${user.id}`,
      version: `W/${versionOf(user)}`,
    },
  };
}

/** Okta expects parts of every name: those of accounts that no directory manages are the last word and the rest. */
function partsOf({ name, user_name, given_name, family_name }: DirectoryUser): Record<string, string | undefined> {
  const words = name.split(' ');
  const derived = user_name === null && words.length > 1;
  return {
    givenName: given_name ?? (derived ? words.slice(0, -1).join(' ') : undefined),
    familyName: family_name ?? (derived ? words.at(-1) : undefined),
  };
}

/** @throws AppError INVALID_REQUEST */
export function profileOf(body: unknown): UserProfile {
  requireSchema(body, USER_SCHEMA);
  return profileIn(body);
}

function profileIn(body: ScimBody): UserProfile {
  const userName = textAt(body, 'userName', MAX_EMAIL_CHARS);
  if (userName === null) throw refused('invalidValue', 'userName is required');
  const name = objectAt(body, 'name');
  return {
    userName,
    externalId: textAt(body, 'externalId'),
    displayName: textAt(body, 'displayName'),
    formatted: textAt(name, 'formatted'),
    givenName: textAt(name, 'givenName'),
    familyName: textAt(name, 'familyName'),
    email: emailIn(body),
    active: booleanAt(body, 'active', null),
  };
}

/** The primary address, otherwise that of work, otherwise the first. */
function emailIn(body: ScimBody): string | null {
  const emails = objectsOf(valueAt(body, 'emails'), 'emails');
  const chosen =
    emails.find((email) => booleanAt(email, 'primary', false)) ??
    emails.find((email) => textAt(email, 'type')?.toLowerCase() === 'work') ??
    emails[0];
  return chosen ? textAt(chosen, 'value', MAX_EMAIL_CHARS) : null;
}

/** @throws AppError INVALID_REQUEST */
export function patchedProfile(user: DirectoryUser, body: unknown): UserProfile {
  const operations = operationsOf(body).flatMap(keptOperation);
  return profileIn(patched(writable(user), operations));
}

/** Attributes that the service keeps, in their spelling. */
const KEPT = ['userName', 'externalId', 'displayName', 'active', 'name', 'emails'];
const KEPT_PARTS = ['formatted', 'givenName', 'familyName', 'value', 'type', 'primary', 'display'];
/** Attributes of RFC 7643 that it does not. Directories send them by default, and one must not stop the others. */
const IGNORED = new Set(
  `id schemas meta groups nickname profileurl title usertype preferredlanguage locale timezone password phonenumbers ims photos addresses
  entitlements roles x509certificates middlename honorificprefix honorificsuffix`.split(/\s+/),
);
/** Name, filter and part of a path: `emails[type eq "work"].value`. */
const PATH = /^([A-Za-z0-9]+)(\[[^[\]]{1,200}\])?(?:\.([A-Za-z0-9]+))?$/;

/** With the path in its usual spelling; nothing for attributes that are not kept. @throws AppError INVALID_REQUEST (invalidPath) */
function keptOperation(operation: PatchOperation): PatchOperation[] {
  const lower = operation.path.toLowerCase();
  if (lower.startsWith(ENTERPRISE_SCHEMA.toLowerCase())) return [];
  const isCore = lower.startsWith(`${USER_SCHEMA.toLowerCase()}:`);
  const [, root = '', filter = '', part = ''] =
    PATH.exec(isCore ? operation.path.slice(USER_SCHEMA.length + 1) : operation.path) ?? [];
  if (IGNORED.has(root.toLowerCase()) || IGNORED.has(part.toLowerCase())) return [];
  const name = spelled(root, KEPT);
  const ending = part === '' ? '' : spelled(part, KEPT_PARTS);
  if (name === undefined || ending === undefined) {
    throw refused('invalidPath', 'path names an attribute that does not exist');
  }
  const path = `${name}${filter}${ending === '' ? '' : `.${ending}`}`;
  return [{ op: operation.op, path, value: keptValue(operation.value) }];
}

/** Only the parts that are kept, in their spelling: the library of operations follows the keys of values, even to prototypes. */
function keptValue(value: unknown): unknown {
  return Array.isArray(value) ? value.map((item: unknown) => keptParts(item)) : keptParts(value);
}

function keptParts(value: unknown): unknown {
  if (!isObject(value)) return requireScalar(value);
  const parts = Object.entries(value).map(([key, item]) => [spelled(key, KEPT_PARTS), item] as const);
  const kept = parts.filter(([part]) => part !== undefined);
  return Object.fromEntries(kept.map(([part, item]) => [part, requireScalar(item)]));
}

function requireScalar(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  throw refused('invalidValue', 'value has more levels than the attribute');
}

function spelled(name: string, known: readonly string[]): string | undefined {
  return known.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
}

/** The account's name: what changed of it, from the most explicit to the least. */
export function accountNameOf(profile: UserProfile, before: DirectoryUser | null): string {
  const { displayName, formatted, givenName, familyName, userName } = profile;
  const parts = joined(givenName, familyName);
  const partsBefore = before && joined(before.given_name, before.family_name);
  const changed = [displayName, formatted].find((name) => name !== null && name !== before?.name);
  if (changed) return changed;
  if (parts !== null && parts !== partsBefore && (before === null || before.name === partsBefore)) return parts;
  return displayName ?? formatted ?? parts ?? before?.name ?? userName;
}

/** A user name that was the address stays the address. */
export function accountEmailOf({ email, userName }: UserProfile, before: DirectoryUser | null): string {
  const isUnchanged = before !== null && (email === null || email === before.email);
  if (!isUnchanged) return email ?? userName;
  const follows = same(userNameOf(before), before.email) && !same(userName, before.email) && isMailAddress(userName);
  return follows ? userName : before.email;
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function joined(...parts: (string | null)[]): string | null {
  return parts.filter((part) => part !== null).join(' ') || null;
}
