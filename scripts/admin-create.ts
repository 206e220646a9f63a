/**
 * Creates an organization and its first administrator:
 *   npm run admin:create -- --organization "Example Air" --email chief@example.com --name "Chief Engineer" [--plan enterprise]
 * Reads the password from standard input; generates and prints one if standard input is a terminal or empty.
 */
import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { withApplication } from '../src/start/application-context.js';
import type { Plan } from '../src/common/principal/principal.js';
import { Database } from '../src/common/database/database.js';
import { AuditTrail } from '../src/modules/audit/audit.service.js';
import { PasswordHasher } from '../src/modules/auth/passwords/password-hasher.js';
import { passwordIssue } from '../src/modules/auth/passwords/password-policy.js';
import { UserService } from '../src/modules/users/user.service.js';

const PLANS: readonly string[] = ['standard', 'professional', 'enterprise'];
const USAGE =
  'usage: npm run admin:create -- --organization NAME --email ADDRESS --name NAME [--plan standard|professional|enterprise]';

const { values } = parseArgs({
  options: {
    organization: { type: 'string' },
    email: { type: 'string' },
    name: { type: 'string' },
    plan: { type: 'string', default: 'standard' },
  },
});
const { organization, email, name, plan } = values;
const given = process.stdin.isTTY ? '' : (await text(process.stdin)).trim();
const issue =
  given === ''
    ? null
    : await passwordIssue(given, { name: name ?? '', email: email ?? '', organization: organization ?? '' });

if (!organization || !name || !email?.includes('@') || !PLANS.includes(plan)) {
  console.error(USAGE);
  process.exitCode = 2;
} else if (issue !== null) {
  console.error(`the password ${issue}`);
  process.exitCode = 2;
} else {
  const password = given === '' ? randomBytes(15).toString('base64url') : given;
  await withApplication(async (app) => {
    const users = app.get(UserService, { strict: false });
    const passwordHash = await app.get(PasswordHasher, { strict: false }).hash(password);
    await app.get(Database).transaction(async () => {
      if (await users.findForLogin(email)) throw new Error(`${email} is taken`);
      const { id: organizationId } = await users.createOrganization(organization, plan as Plan);
      const admin = { organizationId, teamId: null, email, name, role: 'admin', passwordHash } as const;
      const { id } = await users.createUser(admin);
      await app.get(AuditTrail).record({
        action: 'user.created',
        target: { type: 'user', id },
        details: { role: admin.role, team_id: null },
        organization_id: organizationId,
      });
    });
  });
  console.log(`created ${email}, administrator of ${organization}`);
  if (given === '') console.log(`password: ${password}`);
}
