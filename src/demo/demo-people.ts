import { randomBytes } from 'node:crypto';
import { ROLE_PERMISSIONS, type Role } from '../common/principal/permissions.js';
import { ApiKeyService } from '../modules/auth/api-keys/api-key.service.js';
import { PasswordHasher } from '../modules/auth/passwords/password-hasher.js';
import { UserService } from '../modules/users/user.service.js';

/** Credentials of a demonstration organization in `DATA_DIR/demo-credentials.json`. */
export interface DemoOrganization {
  organization: { id: string; name: string };
  users: { role: Role; email: string; password: string }[];
  /** Of a service account with the role api_user. */
  api_key: string;
}

const PEOPLE: { role: Role; local: string; name: string; inTeam: boolean }[] = [
  { role: 'admin', local: 'admin', name: 'Ada Lindqvist', inTeam: false },
  { role: 'manager', local: 'manager', name: 'Marek Dvorak', inTeam: true },
  { role: 'engineer', local: 'engineer', name: 'Ines Carvalho', inTeam: true },
  { role: 'engineer', local: 'engineer2', name: 'Tomas Berg', inTeam: false },
  { role: 'viewer', local: 'viewer', name: 'Vera Holm', inTeam: false },
];

/** Creates the users of a demonstration organization, with random passwords. */
export class DemoPeople {
  constructor(
    private readonly users: UserService,
    private readonly hasher: PasswordHasher,
    private readonly apiKeys: ApiKeyService,
  ) {}

  async create(name: string, domain: string): Promise<DemoOrganization> {
    const organization = await this.users.createOrganization(name, 'enterprise');
    const team = await this.users.createTeam(organization.id, 'Line Maintenance');
    const users: DemoOrganization['users'] = [];
    for (const { role, local, name: personName, inTeam } of PEOPLE) {
      const password = randomBytes(12).toString('base64url');
      const email = `${local}@${domain}`;
      const passwordHash = await this.hasher.hash(password);
      const teamId = inTeam ? team.id : null;
      await this.users.createUser({
        organizationId: organization.id,
        teamId,
        email,
        name: personName,
        role,
        passwordHash,
      });
      users.push({ role, email, password });
    }
    const service = await this.users.createUser({
      organizationId: organization.id,
      teamId: null,
      email: `integration@${domain}`,
      name: 'Integration',
      role: 'api_user',
      passwordHash: null,
    });
    const { key } = await this.apiKeys.createFor(
      service.id,
      organization.id,
      'Demonstration',
      ROLE_PERMISSIONS.api_user,
    );
    return { organization: { id: organization.id, name }, users, api_key: key };
  }
}
