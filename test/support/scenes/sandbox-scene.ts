import type { Permission } from '../../../src/common/principal/permissions.js';
import type { TestUser } from '../../factories/identity.factory.js';
import type { ApiClient, Json } from '../api/api-client.js';
import type { SignedIn, TestWorld } from '../service/test-world.js';
import { until } from '../until.js';

/** Enters the caller's sandbox and waits for its documents. */
export async function filledSandbox({ api }: Pick<SignedIn, 'api'>): Promise<{ api: ApiClient; state: Json }> {
  const sandbox = api.inSandbox();
  const state = await until(
    async () => (await sandbox.get('/sandbox')).body.data as Json,
    ({ library_state }: Json) => library_state !== 'filling',
  );
  return { api: sandbox, state };
}

/** The user that mirrors an account in the sandbox, which must have been entered. */
export async function mirrorOf({ sql }: TestWorld, { id }: { id: string }): Promise<TestUser> {
  const [mirror] = await sql.query<TestUser>(
    `SELECT id, organization_id AS "organizationId", email, role FROM users WHERE mirror_of = $1`,
    [id],
  );
  if (!mirror) throw new Error(`${id} is not mirrored`);
  return mirror;
}

/** A key of the account's mirrored user, in its sandbox. */
export async function sandboxKey(
  world: TestWorld,
  account: { id: string },
  scopes: readonly Permission[],
): Promise<{ id: string; key: string; api: ApiClient }> {
  const made = await world.identity.apiKey(await mirrorOf(world, account), { scopes, inSandbox: true });
  return { ...made, api: world.api.withKey(made.key).inSandbox() };
}
