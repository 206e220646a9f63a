import { paginate } from '../../../sdk/src/index.js';
import { newId } from '../../../src/common/ids/type-id.js';
import type { TestOrganization, TestTeam } from '../../factories/identity.factory.js';
import { fieldsOf, USER_FIELDS } from './shapes.js';
import { collect } from '../../support/collect.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const PEOPLE = 10_000;

describe('GET /users', () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let team: TestTeam;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
    organization = await world.identity.organization();
    team = await world.identity.team(organization);
    admin = await world.signIn({ organization, role: 'admin', name: 'The Boss', email: 'boss@filters.test' });
  });
  afterAll(() => world.stop());

  const names = async (query: string, { api } = admin): Promise<string[]> => {
    const { status, body, text } = await api.get(`/users?${query}`);
    if (status !== 200) throw new Error(text);
    expect(body.pagination.total_count).toBe(body.data.length);
    return (body.data as { name: string }[]).map(({ name }) => name).sort();
  };

  describe('filters', () => {
    beforeAll(async () => {
      const make = (name: string, options: Parameters<TestWorld['identity']['user']>[0] = {}) =>
        world.identity.user({ organization, name, email: `${name.toLowerCase()}@filters.test`, ...options });
      await make('Anna', { team });
      await make('anton', { role: 'viewer', status: 'suspended' });
      await make('Bert_1', { role: 'viewer', status: 'invited', team });
      await make('BertX1', { role: 'manager' });
      await make('100%', { email: 'anonymous@filters.test' });
      await make('Service', { role: 'api_user' });
      await world.sql.query(`UPDATE users SET mfa_enabled = true WHERE name IN ('Anna', 'BertX1')`);
      await world.identity.user({ name: 'Anna', email: 'anna@other.test' });
    });

    it.each([
      ['', ['100%', 'Anna', 'BertX1', 'Bert_1', 'Service', 'The Boss', 'anton']],
      ['role=viewer', ['Bert_1', 'anton']],
      ['role=api_user', ['Service']],
      ['status=invited', ['Bert_1']],
      ['status=active', ['100%', 'Anna', 'BertX1', 'Service', 'The Boss']],
      ['status=suspended&role=engineer', []],
      ['mfa_enabled=true', ['Anna', 'BertX1']],
      ['mfa_enabled=false&role=viewer', ['Bert_1', 'anton']],
      ['q=an', ['100%', 'Anna', 'anton']],
      ['q=AN', ['100%', 'Anna', 'anton']],
      ['q=bert_', ['Bert_1']],
      ['q=100%25', ['100%']],
      ['q=%25', []],
      ['q=_', []],
      ['q=%5C', []],
      ['q=boss@filters.TEST', ['The Boss']],
      ['q=the%20b', ['The Boss']],
      ['q=oss', []],
      ['q=an&status=suspended&role=viewer&mfa_enabled=false', ['anton']],
      ['team_id=team_01h455vb4pex5vsknk084sn02q', []],
      ['team_id=nonsense', []],
    ])('%s', async (query, expected) => {
      expect(await names(query)).toEqual([...expected].sort());
    });

    it('team_id, which for managers is their own or nobody’s', async () => {
      expect(await names(`team_id=${team.id}`)).toEqual(['Anna', 'Bert_1']);
      const other = await world.identity.team(organization);
      const manager = await world.signIn({ role: 'manager', team, organization, name: 'Chief' });
      expect(await names(`team_id=${team.id}`, manager)).toEqual(['Anna', 'Bert_1', 'Chief']);
      expect(await names(`team_id=${other.id}`, manager)).toEqual([]);
      expect(await names('q=an', manager)).toEqual(['Anna']);
      expect(await names('role=viewer', manager)).toEqual(['Bert_1']);
    });

    it.each([
      ['role', 'root'],
      ['status', 'removed'],
      ['mfa_enabled', 'yes'],
      ['mfa_enabled', ''],
      ['q', ''],
      ['q', 'x'.repeat(201)],
      ['team_id', ''],
      ['limit', '101'],
      ['cursor', 'nonsense'],
      ['email', 'a@b.test'],
    ])('refuse %s=%j', async (field, value) => {
      const { status, body } = await admin.api.get(`/users?${field}=${encodeURIComponent(value)}`);
      expect([status, body.error.details.field]).toEqual([400, field]);
    });
  });

  it(`lists ${PEOPLE} users, each once, newest first`, async () => {
    const boss = await world.signIn({ role: 'admin' });
    const { user } = boss;
    const client = world.sdk(boss);
    const ids = Array.from({ length: PEOPLE }, () => newId('user'));
    await world.sql.query(
      `INSERT INTO users (id, organization_id, email, name, role, status)
       SELECT id, $2, id || '@many.test', 'Many ' || n, 'engineer', 'active'
       FROM unnest($1::text[]) WITH ORDINALITY AS made (id, n)`,
      [ids, user.organizationId],
    );
    const listed = await collect(paginate(client, '/users', { params: { query: { limit: 100 } } }));
    expect(listed.map(({ id }) => id)).toEqual([...ids, user.id].sort().reverse());
    const { data, pagination } = await client.GET('/users', { params: { query: { limit: 1, q: 'many 9' } } });
    expect([pagination.total_count, fieldsOf(data[0])]).toEqual([1111, USER_FIELDS]);
  });
});
