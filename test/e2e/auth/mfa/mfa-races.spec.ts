import { totpCode } from '../../../../src/modules/auth/mfa/factors/totp.js';
import type { ApiClient, ApiResponse } from '../../../support/api/api-client.js';
import { HeldRow } from '../../../support/database/held-row.js';
import { fromBase32, SecondFactors, unixTime } from '../../../support/sign-in/second-factors.js';
import { startWorld, type TestWorld } from '../../../support/service/test-world.js';

const METHODS = '/auth/mfa/methods';

describe('second factors, while the account is taken back', () => {
  let world: TestWorld;
  let factors: SecondFactors;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    factors = new SecondFactors(world);
  });
  afterAll(() => world.stop());

  const reasonOf = ({ status, body }: ApiResponse): [number, unknown] => [status, body.error?.details.reason];
  const methodsOf = (userId: string): Promise<{ id: string; activated_at: Date | null }[]> =>
    world.sql.query(`SELECT id, activated_at FROM mfa_methods WHERE user_id = $1 ORDER BY id`, [userId]);

  /** Sends a request that passes authentication and then waits for the user's row, which `change` modifies meanwhile. */
  async function meanwhile(userId: string, change: string, request: () => Promise<ApiResponse>): Promise<ApiResponse> {
    const held = await HeldRow.of(world.sql, 'users', userId);
    await held.change(change, userId);
    const answer = request();
    await held.waiting(1);
    await held.release();
    return answer;
  }

  describe.each([
    ['its session ends', `UPDATE sessions SET ended_at = now(), end_reason = 'password_reset' WHERE user_id = $1`],
    ['the user is suspended', `UPDATE users SET status = 'suspended' WHERE id = $1`],
  ])('when %s', (_, change) => {
    it('none is begun', async () => {
      const { api, user } = await world.signIn();
      const answer = await meanwhile(user.id, change, () => api.post(METHODS, { type: 'totp' }));
      expect(reasonOf(answer)).toEqual([401, 'revoked']);
      expect(await methodsOf(user.id)).toEqual([]);
    });

    it('none is activated', async () => {
      const { api, user } = await world.signIn();
      const { data } = (await api.post(METHODS, { type: 'totp' })).body;
      const code = totpCode(fromBase32(data.secret as string), unixTime());
      const answer = await meanwhile(user.id, change, () => api.post(`${METHODS}/${data.id}/activate`, { code }));
      expect(reasonOf(answer)).toEqual([401, 'revoked']);
      expect(await methodsOf(user.id)).toEqual([{ id: data.id, activated_at: null }]);
      const [row] = await world.sql.query(`SELECT mfa_enabled FROM users WHERE id = $1`, [user.id]);
      expect(row).toEqual({ mfa_enabled: false });
    });

    it.each([
      ['none is removed', (api: ApiClient, id: string) => api.delete(`${METHODS}/${id}`)],
      ['recovery codes stay', (api: ApiClient) => api.post('/auth/mfa/recovery-codes')],
    ])('%s', async (__, request) => {
      const { api, user, app } = await factors.userWithApp();
      const codes = (): Promise<unknown> =>
        world.sql.query(`SELECT code_hash FROM mfa_recovery_codes WHERE user_id = $1 ORDER BY code_hash`, [user.id]);
      const before = await codes();
      const answer = await meanwhile(user.id, change, () => request(api, app.id));
      expect(reasonOf(answer)).toEqual([401, 'revoked']);
      expect((await methodsOf(user.id)).map(({ id }) => id)).toEqual([app.id]);
      expect(await codes()).toEqual(before);
    });
  });
});
