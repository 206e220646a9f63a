import { outbox } from '../../../support/service/outbox.js';
import { startWorld, type TestWorld } from '../../../support/service/test-world.js';
import { until } from '../../../support/until.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';

describe('a sign-in from an unknown device', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { TRUST_PROXY: '127.0.0.0/8' } });
  });
  afterAll(() => world.stop());

  const signIn = async (user: { email: string; password: string }, agent: string, address = '192.0.2.7') => {
    const { email, password } = user;
    const headers = { 'user-agent': agent, 'x-forwarded-for': address };
    expect((await world.api.post('/auth/login', { email, password }, headers)).status).toBe(200);
  };
  const told = async (email: string): Promise<number> => {
    // A notice that comes after all of them: the queue keeps no order, so this one is waited for as well as the jobs before it.
    await until(async () => (await world.sql.query(WAITING)).length === 0);
    const mails = await outbox(world.service.dataDir).messagesTo(email);
    return mails.filter((mail) => mail.kind === 'mail' && /new device/.test(mail.subject)).length;
  };

  it('is notified of, except the first one and known devices', async () => {
    const user = await world.identity.user();
    await signIn(user, FIREFOX);
    await signIn(user, FIREFOX.replaceAll('144', '145'), '192.0.3.200');
    expect(await told(user.email)).toBe(0);
    await signIn(user, CHROME);
    expect(await told(user.email)).toBe(1);
    await signIn(user, FIREFOX, '203.0.113.9');
    expect(await told(user.email)).toBe(2);
    for (const agent of [FIREFOX, CHROME]) await signIn(user, agent);
    expect(await told(user.email)).toBe(2);
    const { text } = await outbox(world.service.dataDir).waitForMail(user.email, /new device/);
    expect(text).toContain('192.0.2.7');
    const rows = await world.sql.query(`SELECT * FROM known_devices WHERE user_id = $1`, [user.id]);
    expect(JSON.stringify(rows)).not.toMatch(/Firefox|192\.0/);
  });

  it('is notified of ten times an hour at most, which hides no other notice', async () => {
    const user = await world.identity.user();
    for (let network = 1; network <= 14; network += 1) await signIn(user, FIREFOX, `10.${network}.0.1`);
    expect(await told(user.email)).toBe(10);
    const { api } = await world.signIn(user);
    expect((await api.post('/api-keys', { name: 'K', scopes: ['document.view'] })).status).toBe(201);
    await outbox(world.service.dataDir).waitForMail(user.email, /API key was created/);
  });

  it('is forgotten with the user', async () => {
    const admin = await world.signIn({ role: 'admin' });
    const user = await world.identity.user({ organization: { id: admin.user.organizationId } });
    for (const agent of [FIREFOX, CHROME]) await signIn(user, agent);
    expect((await admin.api.delete(`/users/${user.id}`)).status).toBe(204);
    expect(await world.sql.query(`SELECT 1 FROM known_devices WHERE user_id = $1`, [user.id])).toEqual([]);
  });
});

const WAITING = `SELECT 1 FROM jobs.job WHERE name = 'account-mails' AND state IN ('created', 'retry', 'active')`;
