import { Injectable } from '@nestjs/common';
import { AppError } from '../../../../common/errors/app-error.js';
import { newId } from '../../../../common/ids/type-id.js';
import type { Principal } from '../../../../common/principal/principal.js';
import { AuditTrail } from '../../../audit/audit.service.js';
import { OrganizationChanges } from '../../../users/organization-changes.service.js';
import { DirectoryPlacement } from '../directory-placement.service.js';
import { DirectoryService, type ProviderOfDirectory } from '../directory.service.js';
import {
  groupChangesOf,
  groupOf,
  groupResource,
  type DirectoryGroup,
  type GroupChanges,
  type GroupProfile,
  type MemberChange,
} from './scim-group.js';
import { ScimGroupRepository } from './scim-group.repository.js';
import { listResponse, pageOf, type ListResponse, type ScimQuery } from './scim-list.js';
import { refused } from './scim-refusal.js';
import { ScimUserRepository } from './scim-user.repository.js';
import { requireVersion } from './scim-users.service.js';

const MAX_MEMBERS = 5_000;
const MAX_GROUPS = 1_000;
/** Groups of a page that lists their members. */
const MAX_LISTED_WITH_MEMBERS = 20;

/** Groups as resources of SCIM. A change of members or name places the members again, in the same transaction. */
@Injectable()
export class ScimGroups {
  constructor(
    private readonly directories: DirectoryService,
    private readonly rows: ScimGroupRepository,
    private readonly users: ScimUserRepository,
    private readonly placement: DirectoryPlacement,
    private readonly changes: OrganizationChanges,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws AppError INVALID_REQUEST (invalidFilter, invalidValue), FORBIDDEN (no_directory), here and below */
  async list(principal: Principal, query: ScimQuery, withMembers: boolean): Promise<ListResponse> {
    const { id } = await this.directories.providerOf(principal);
    const asked = pageOf(query);
    const page = withMembers ? { ...asked, count: Math.min(asked.count, MAX_LISTED_WITH_MEMBERS) } : asked;
    const { groups, total } = await this.rows.list(id, page);
    return listResponse(page, total, await this.resources(groups, withMembers));
  }

  /** @throws AppError NOT_FOUND */
  async get(principal: Principal, id: string, withMembers: boolean): Promise<object> {
    return this.resource(await this.directories.providerOf(principal), id, withMembers);
  }

  /** @throws AppError INVALID_REQUEST, CONFLICT (already_exists; directory_group_limit) */
  create(principal: Principal, body: unknown): Promise<object> {
    const { profile, memberIds } = groupOf(body);
    return this.change(principal, async (provider) => {
      const { total } = await this.rows.list(provider.id, { filter: null, offset: 0, count: 0 });
      if (total >= MAX_GROUPS) {
        throw AppError.conflict('directory_group_limit', `A directory has at most ${MAX_GROUPS} groups`);
      }
      const id = newId('directory_group');
      await this.rows.insert(id, provider.id, profile);
      const added = await this.add(provider, id, memberIds);
      await this.placement.apply(provider, added);
      await this.record('created', provider, id, { members_added: added.length });
      return this.resource(provider, id, true);
    });
  }

  /** @throws AppError NOT_FOUND, PRECONDITION_FAILED, INVALID_REQUEST, CONFLICT (already_exists) */
  replace(principal: Principal, id: string, body: unknown, ifMatch: string | null): Promise<object> {
    const { profile, memberIds } = groupOf(body);
    return this.change(principal, async (provider) => {
      await this.apply(provider, id, { profile, members: [{ kind: 'set', ids: memberIds }] }, ifMatch);
      return this.resource(provider, id, true);
    });
  }

  /** @throws AppError as {@link replace} */
  async patch(principal: Principal, id: string, body: unknown, ifMatch: string | null): Promise<void> {
    const changes = groupChangesOf(body);
    await this.change(principal, (provider) => this.apply(provider, id, changes, ifMatch));
  }

  /** @throws AppError NOT_FOUND, PRECONDITION_FAILED */
  async remove(principal: Principal, id: string, ifMatch: string | null): Promise<void> {
    await this.change(principal, async (provider) => {
      await this.find(provider, id, ifMatch);
      const members = await this.rows.memberIdsOf(id);
      await this.rows.delete(id);
      await this.placement.apply(provider, members);
      await this.record('deleted', provider, id, { members_removed: members.length });
    });
  }

  private async apply(
    provider: ProviderOfDirectory,
    id: string,
    { profile, members }: GroupChanges,
    ifMatch: string | null,
  ): Promise<void> {
    const group = await this.find(provider, id, ifMatch);
    const before = { displayName: group.display_name, externalId: group.external_id };
    const after: GroupProfile = { ...before, ...profile };
    const added = new Set<string>();
    const removed = new Set<string>();
    for (const change of members) {
      const done = await this.changeMembers(provider, id, change);
      for (const userId of done.added) added.add(userId);
      for (const userId of done.removed) removed.add(userId);
    }
    const isRenamed = after.displayName !== before.displayName || after.externalId !== before.externalId;
    if (!isRenamed && added.size + removed.size === 0) return;
    await this.rows.update(id, after);
    const current = isRenamed ? await this.rows.memberIdsOf(id) : [];
    await this.placement.apply(provider, [...new Set([...added, ...removed, ...current])]);
    const changed = isRenamed ? { changed: ['name'] } : {};
    await this.record('updated', provider, id, {
      ...changed,
      ...{ members_added: added.size, members_removed: removed.size },
    });
  }

  private async changeMembers(
    provider: ProviderOfDirectory,
    id: string,
    { kind, ids }: MemberChange,
  ): Promise<{ added: string[]; removed: string[] }> {
    if (kind === 'remove') return { added: [], removed: await this.rows.removeMembers(id, ids) };
    const stays = new Set(ids);
    const left = kind === 'set' ? (await this.rows.memberIdsOf(id)).filter((userId) => !stays.has(userId)) : [];
    return { removed: await this.rows.removeMembers(id, left), added: await this.add(provider, id, ids) };
  }

  /** @throws AppError INVALID_REQUEST (invalidValue) for users that the directory cannot see; (tooMany) */
  private async add(provider: ProviderOfDirectory, id: string, userIds: readonly string[]): Promise<string[]> {
    if (userIds.length === 0) return [];
    const visible = await this.users.listVisible(provider, userIds);
    if (visible.length < userIds.length) throw refused('invalidValue', 'A member is not a user of the directory');
    await this.users.adopt(provider.id, userIds);
    const added = await this.rows.addMembers(id, userIds);
    if ((await this.rows.countMembers(id)) > MAX_MEMBERS)
      throw refused('tooMany', `A group has at most ${MAX_MEMBERS} members`);
    return added;
  }

  private async find(provider: ProviderOfDirectory, id: string, ifMatch: string | null): Promise<DirectoryGroup> {
    const group = await this.rows.find(provider.id, id);
    if (!group) throw AppError.notFound('group');
    requireVersion(ifMatch, `"${group.row_version}"`);
    return group;
  }

  private change<T>(principal: Principal, act: (provider: ProviderOfDirectory) => Promise<T>): Promise<T> {
    return this.changes.run(principal, 'directory.manage', async (caller) =>
      act(await this.directories.providerOf(caller)),
    );
  }

  private async resource(provider: ProviderOfDirectory, id: string, withMembers: boolean): Promise<object> {
    const [resource] = await this.resources([await this.find(provider, id, null)], withMembers);
    return resource!;
  }

  private async resources(groups: readonly DirectoryGroup[], withMembers: boolean): Promise<object[]> {
    const members = withMembers ? await this.rows.membersOf(groups.map(({ id }) => id)) : null;
    return groups.map((group) =>
      groupResource(group, members ? (members.get(group.id) ?? []) : null, this.directories.baseUrl),
    );
  }

  private record(
    act: string,
    { id: providerId }: ProviderOfDirectory,
    id: string,
    details: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record({
      action: `directory_group.${act}`,
      target: { type: 'directory_group', id },
      details: { identity_provider_id: providerId, ...details },
    });
  }
}
