import { parse, type Filter } from 'scim2-parse-filter';
import { isId } from '../../../../common/ids/type-id.js';
import { objectsOf, requireSchema, textAt, valueAt, type ScimBody } from './scim-input.js';
import { operationsOf, type PatchOperation } from './scim-patch.js';
import { refused } from './scim-refusal.js';

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

export interface DirectoryGroup {
  id: string;
  display_name: string;
  external_id: string | null;
  row_version: number;
  created_at: Date;
  updated_at: Date;
}

export interface MemberReference {
  id: string;
  name: string;
}

export interface GroupProfile {
  displayName: string;
  externalId: string | null;
}

export type MemberChange = { kind: 'add' | 'remove' | 'set'; ids: string[] };

/** In the order of the operations. */
export interface GroupChanges {
  profile: Partial<GroupProfile>;
  members: MemberChange[];
}

/** `members` null leaves the attribute out. */
export function groupResource(
  group: DirectoryGroup,
  members: readonly MemberReference[] | null,
  baseUrl: string,
): object {
  return {
    schemas: [GROUP_SCHEMA],
    id: group.id,
    ...(group.external_id !== null && { externalId: group.external_id }),
    displayName: group.display_name,
    ...(members && {
      members: members.map(({ id, name }) => ({
        value: id,
        display: name,
        $ref: `${baseUrl}/Users/${id}`,
        type: 'User',
      })),
    }),
    meta: {
      resourceType: 'Group',
      created: group.created_at.toISOString(),
      lastModified: group.updated_at.toISOString(),
      location: `${baseUrl}/Groups/${group.id}`,
      version: `W/"${group.row_version}"`,
    },
  };
}

/** @throws AppError INVALID_REQUEST */
export function groupOf(body: unknown): { profile: GroupProfile; memberIds: string[] } {
  requireSchema(body, GROUP_SCHEMA);
  const profile = { displayName: displayNameIn(body, 'displayName'), externalId: textAt(body, 'externalId') };
  return { profile, memberIds: memberIdsOf(valueAt(body, 'members')) };
}

/** @throws AppError INVALID_REQUEST */
export function groupChangesOf(body: unknown): GroupChanges {
  const changes: GroupChanges = { profile: {}, members: [] };
  for (const operation of operationsOf(body)) collect(operation, changes);
  return changes;
}

const MEMBER_PATH = /^members\[([^[\]]{1,200})\]$/i;

function collect(operation: PatchOperation, changes: GroupChanges): void {
  const { op, value } = operation;
  const isPrefixed = operation.path.toLowerCase().startsWith(`${GROUP_SCHEMA.toLowerCase()}:`);
  const path = isPrefixed ? operation.path.slice(GROUP_SCHEMA.length + 1) : operation.path;
  const one = MEMBER_PATH.exec(path)?.[1];
  if (one !== undefined) {
    if (op !== 'remove') throw refused('invalidPath', 'Members are added with the path members');
    changes.members.push({ kind: 'remove', ids: [idIn(one)] });
    return;
  }
  const unassigned = op === 'remove' ? null : value;
  switch (path.toLowerCase()) {
    case 'displayname':
      changes.profile.displayName = displayNameIn({ value: unassigned }, 'value');
      return;
    case 'externalid':
      changes.profile.externalId = textAt({ value: unassigned }, 'value');
      return;
    case 'members':
      changes.members.push(memberChange(operation));
      return;
    // Okta repeats the id.
    case 'id':
    case 'schemas':
    case 'meta':
      return;
    default:
      throw refused('invalidPath', 'path names an attribute that does not exist');
  }
}

function memberChange({ op, value }: PatchOperation): MemberChange {
  const ids = memberIdsOf(value);
  if (op === 'add') return { kind: 'add', ids };
  return op === 'remove' && value !== undefined && value !== null ? { kind: 'remove', ids } : { kind: 'set', ids };
}

/** Ids of the list; @throws AppError INVALID_REQUEST (invalidValue), also for groups in groups */
function memberIdsOf(members: unknown): string[] {
  const ids = objectsOf(members, 'members').map((member) => {
    if (textAt(member, 'type')?.toLowerCase() === 'group') throw refused('invalidValue', 'Members must be users');
    return requireUserId(textAt(member, 'value'));
  });
  return [...new Set(ids)];
}

function idIn(filter: string): string {
  let parsed: Filter | null = null;
  try {
    parsed = parse(filter);
  } catch {
    // Refused below.
  }
  if (parsed?.op !== 'eq' || parsed.attrPath.toLowerCase() !== 'value' || typeof parsed.compValue !== 'string') {
    throw refused('invalidPath', 'Members are selected by value eq "…"');
  }
  return requireUserId(parsed.compValue);
}

function requireUserId(id: string | null): string {
  if (id !== null && isId('user', id)) return id;
  throw refused('invalidValue', 'A member must have the id of a user as its value');
}

function displayNameIn(body: ScimBody, name: string): string {
  const text = textAt(body, name);
  if (text === null) throw refused('invalidValue', 'displayName is required');
  return text;
}
