import { newId } from '../../../src/common/ids/type-id.js';
import { connectDirectory, patchOf, USER_SCHEMA, type DirectoryScene } from '../../support/scenes/directory-scene.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';

describe('filters and pages of a directory', () => {
  let world: TestWorld;
  let scene: DirectoryScene;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    scene = await connectDirectory(world);
    for (const name of ['ada', 'ben', 'cleo']) {
      await scene.provision(name, { externalId: `ext-${name}`, active: name !== 'cleo', name: { givenName: name } });
    }
  });
  afterAll(() => world.stop());

  const names = async (filter: string): Promise<string[]> => {
    const { status, body } = await scene.scim('GET', `/Users?filter=${encodeURIComponent(filter)}`);
    if (status !== 200) return [String(body.scimType)];
    const users = body.Resources as { userName: string }[];
    return users.map(({ userName }) => userName.split('@')[0]!).filter((name) => !name.startsWith('person.'));
  };

  it.each([
    ['userName sw "AD"', ['ada']],
    ['userName ew "BEN@DOMAIN"', ['ben']],
    ['displayName co "le"', ['cleo']],
    ['active eq false', ['cleo']],
    ['active eq "False"', ['cleo']],
    ['externalId eq "ext-ben"', ['ben']],
    ['externalId eq "EXT-BEN"', []],
    ['externalId pr and active eq true', ['ada', 'ben']],
    ['externalId ne "ext-ada" and externalId pr', ['ben', 'cleo']],
    ['not (externalId eq "ext-ada" or externalId eq "ext-ben") and externalId pr', ['cleo']],
    ['(userName sw "a" or userName sw "b") and name.givenName eq "BEN"', ['ben']],
    ['emails[type eq "work" and value eq "ada@domain"]', ['ada']],
    ['emails[type eq "home"].value eq "ada@domain"', []],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ada@domain"', ['ada']],
    ['meta.created gt "2000-01-01T00:00:00Z" and externalId eq "ext-ada"', ['ada']],
    ['meta.created gt "yesterday"', ['invalidFilter']],
    ['password eq "x"', ['invalidFilter']],
    ['constructor eq "x"', ['invalidFilter']],
    ['active gt true', ['invalidFilter']],
    ['userName eq 7', ['invalidFilter']],
    ['userName eq', ['invalidFilter']],
    ['((((', ['invalidFilter']],
    ['', ['invalidFilter']],
    [Array.from({ length: 21 }, () => 'active eq true').join(' or '), ['invalidFilter']],
    [`userName eq "${'x'.repeat(1_000)}"`, ['invalidFilter']],
  ])('%s', async (filter, expected) => {
    expect(await names(filter.replaceAll(/domain/gi, scene.domain))).toEqual(expected);
  });

  it.each([
    `x' OR '1'='1`,
    `x\\" or active eq true or userName eq \\"`,
    `%`,
    `_`,
    `x'); DROP TABLE directory_users; --`,
    `$1`,
  ])('takes %j literally', async (value) => {
    for (const operator of ['eq', 'co', 'sw', 'ew']) {
      expect([operator, await names(`userName ${operator} "${value}"`)]).toEqual([operator, []]);
    }
  });

  it.each(['\n', '\r\n', '\\\n', '\u0085'])('refuses %j in filters and paths before reading them', async (part) => {
    const condition = `value eq "${part.repeat(60 / part.length)}`;
    const { id } = (await scene.scim('GET', '/Users?count=1')).body.Resources[0];
    for (const path of ['/Users', '/Groups']) {
      const { status, body } = await scene.scim('GET', `${path}?filter=${encodeURIComponent(condition)}`);
      expect([status, body.scimType]).toEqual([400, 'invalidFilter']);
    }
    for (const operation of [
      { op: 'replace', path: `emails[${condition}].value`, value: 'x' },
      { op: 'replace', value: { [`emails[${condition}].value`]: 'x' } },
      { op: 'remove', path: `members[${condition}]` },
    ]) {
      const resource = operation.path?.startsWith('members') ? `/Groups/${newId('directory_group')}` : `/Users/${id}`;
      const { status, body } = await scene.scim('PATCH', resource, patchOf(operation));
      expect([status, body.scimType]).toEqual([400, 'invalidPath']);
    }
  });

  it('pages from one, and counts all', async () => {
    const page = (query: string) => scene.scim('GET', `/Users?${query}`);
    const all = (await page('count=200')).body;
    expect([all.totalResults, all.itemsPerPage]).toEqual([4, 4]);
    const second = (await page('startIndex=2&count=2')).body;
    expect([second.startIndex, second.itemsPerPage, second.totalResults]).toEqual([2, 2, 4]);
    expect(second.Resources).toEqual([all.Resources[1], all.Resources[2]]);
    expect((await page('count=0')).body).toMatchObject({ totalResults: 4, Resources: [] });
    expect((await page('startIndex=-3&count=-1')).body).toMatchObject({ startIndex: 1, itemsPerPage: 0 });
    expect((await page('startIndex=900000')).body.Resources).toEqual([]);
    expect((await page('count=many')).body.scimType).toBe('invalidValue');
    expect((await page('filter=a&filter=b')).body.scimType).toBe('invalidFilter');
  });

  it('returns the attributes that are asked for', async () => {
    const [only] = (await scene.scim('GET', '/Users?attributes=userName&count=1')).body.Resources;
    expect(Object.keys(only)).toEqual(['schemas', 'id', 'userName']);
    const [without] = (await scene.scim('GET', '/Users?excludedAttributes=emails,name.givenName&count=1')).body
      .Resources;
    expect([without.emails, without.userName]).toEqual([undefined, expect.any(String)]);
  });

  it('admits one of two simultaneous users of the same name', async () => {
    const body = { schemas: [USER_SCHEMA], userName: `twin@${scene.domain}` };
    const answers = await Promise.all([1, 2, 3].map(() => scene.scim('POST', '/Users', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.filter(({ status }) => status === 409).map((answer) => String(answer.body.scimType))).toEqual([
      'uniqueness',
      'uniqueness',
    ]);
  });

  it('changes a user only in the version that the directory read', async () => {
    const user = await scene.provision('versioned');
    const path = `/Users/${user.id}`;
    const put = (displayName: string, etag: string) =>
      scene.scim('PUT', path, { schemas: [USER_SCHEMA], userName: user.userName, displayName }, { 'if-match': etag });
    expect((await put('Second', user.meta.version)).status).toBe(200);
    expect((await put('Third', user.meta.version)).status).toBe(412);
    expect((await put('Third', '*')).status).toBe(200);
    const stale = await scene.scim('DELETE', path, undefined, { 'if-match': user.meta.version });
    expect(stale.status).toBe(412);
  });

  it('reads no more users to find one by name, external id or address among many', async () => {
    const large = await connectDirectory(world);
    const { id: organizationId } = large.organization;
    await world.sql.query(
      `INSERT INTO users (id, organization_id, email, name, role, status)
       SELECT 'user_many_' || $1 || n, $1, 'many' || n || '@' || $2, 'Many ' || n, 'viewer', 'active'
       FROM generate_series(1, 20000) n`,
      [organizationId, large.domain],
    );
    await world.sql.query(
      `INSERT INTO directory_users (user_id, identity_provider_id, user_name, external_id)
       SELECT u.id, $2, 'name-' || u.name, 'external-' || u.name FROM users u
       WHERE u.organization_id = $1 AND u.name LIKE 'Many %5'`,
      [organizationId, large.providerId],
    );
    await world.sql.query(`ANALYZE users, directory_users`);
    const readTuples = async (): Promise<number> => {
      const [row] = await world.sql.query<{ read: string }>(
        `SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) AS read FROM pg_stat_user_tables
         WHERE relname IN ('users', 'directory_users')`,
      );
      return Number(row!.read);
    };
    const paths = [
      'userName eq "name-Many 15"',
      `userName eq "many16@${large.domain}"`,
      'externalId eq "external-Many 25"',
      `emails[type eq "work"].value eq "many35@${large.domain}"`,
    ].map((filter) => `/Users?filter=${encodeURIComponent(filter)}`);
    for (const path of paths) expect([path, (await large.scim('GET', path)).body.totalResults]).toEqual([path, 1]);
    // Statistics arrive with a delay. Other files read in the same database meanwhile, so the least of some attempts counts.
    const reads: number[] = [];
    while (reads.length < 4 && !reads.some((read) => read < 5_000)) {
      await world.sql.query(`SELECT pg_sleep(1.2)`);
      const before = await readTuples();
      for (let count = 0; count < 5; count += 1) for (const path of paths) await large.scim('GET', path);
      await world.sql.query(`SELECT pg_sleep(1.2)`);
      reads.push((await readTuples()) - before);
    }
    expect(Math.min(...reads)).toBeLessThan(5_000);
  }, 60_000);
});
