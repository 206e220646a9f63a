import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Permission, Role } from '../../src/common/principal/permissions.js';
import type { Plan } from '../../src/common/principal/principal.js';
import { newId } from '../../src/common/ids/type-id.js';
import { hashOfApiKey, makeApiKey, prefixOfApiKey } from '../../src/modules/auth/api-keys/api-key-format.js';
import type { TestSql } from '../support/database/test-sql.js';

export interface TestOrganization {
  id: string;
  name: string;
  plan: Plan;
}

export interface TestTeam {
  id: string;
  organizationId: string;
  name: string;
}

export interface TestUser {
  id: string;
  organizationId: string;
  teamId: string | null;
  email: string;
  name: string;
  role: Role;
  password: string;
}

export interface TestApiKey {
  id: string;
  /** The key itself. */
  key: string;
  prefix: string;
}

/** Every user's password. One hash a process, and a cheap one: verifying reads its cost from the hash. */
export const TEST_PASSWORD = 'correct horse battery staple';
let passwordHash: Promise<string> | undefined;
const hashOnce = (): Promise<string> =>
  (passwordHash ??= hash(TEST_PASSWORD, { memoryCost: 256, timeCost: 1, parallelism: 1 }));

const unique = (): string => randomBytes(6).toString('hex');

/** Puts organizations and their people into the database, with random names, so that no test meets another's. */
export class IdentityFactory {
  constructor(private readonly sql: TestSql) {}

  async organization({ plan = 'enterprise' }: { plan?: Plan } = {}): Promise<TestOrganization> {
    const organization = { id: newId('organization'), name: `Airline ${unique()}`, plan };
    await this.sql.insert('organizations', organization);
    return organization;
  }

  async team(organization: { id: string }): Promise<TestTeam> {
    const team = { id: newId('team'), name: `Line ${unique()}` };
    await this.sql.insert('teams', { ...team, organization_id: organization.id });
    return { ...team, organizationId: organization.id };
  }

  /** An active engineer of a new organization by default; signs in with {@link TEST_PASSWORD}. */
  async user(
    options: {
      organization?: { id: string };
      team?: { id: string } | null;
      role?: Role;
      status?: 'invited' | 'active' | 'suspended';
      email?: string;
      name?: string;
      hasPassword?: boolean;
    } = {},
  ): Promise<TestUser> {
    const organization = options.organization ?? (await this.organization());
    const user = {
      id: newId('user'),
      email: options.email ?? `person.${unique()}@example.test`,
      name: options.name ?? `Person ${unique()}`,
      role: options.role ?? 'engineer',
    };
    const teamId = options.team?.id ?? null;
    await this.sql.insert('users', {
      ...user,
      organization_id: organization.id,
      team_id: teamId,
      status: options.status ?? 'active',
      password_hash: options.hasPassword === false ? null : await hashOnce(),
    });
    return { ...user, organizationId: organization.id, teamId, password: TEST_PASSWORD };
  }

  async apiKey(
    owner: { id: string; organizationId: string },
    options: {
      scopes?: readonly Permission[];
      expiresAt?: Date | null;
      name?: string;
      /** Canonical; anywhere unless given. */
      allowedCidrs?: string[];
      /** The owner is a mirrored user. */
      inSandbox?: boolean;
    } = {},
  ): Promise<TestApiKey> {
    const key = makeApiKey(options.inSandbox);
    const id = newId('api_key');
    await this.sql.insert('api_keys', {
      id,
      organization_id: owner.organizationId,
      owner_id: owner.id,
      name: options.name ?? `Key ${unique()}`,
      prefix: prefixOfApiKey(key),
      key_hash: hashOfApiKey(key),
      scopes: options.scopes ?? ['document.view', 'document.search'],
      expires_at: options.expiresAt ?? null,
      allowed_cidrs: options.allowedCidrs ?? null,
    });
    return { id, key, prefix: prefixOfApiKey(key) };
  }
}
