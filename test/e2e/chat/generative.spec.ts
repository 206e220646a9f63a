import type { Json } from '../../support/api/api-client.js';
import { readyManual, WARNING, wheelManual } from '../../support/manuals/manual.js';
import { MODEL_KEY, startModelServer, type ModelServer } from '../../support/peers/model-server.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const QUESTION = 'What is the torque of the brake attachment bolts?';

describe('answers of a language model', () => {
  let server: ModelServer;
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    server = await startModelServer();
    const env = { LLM_BASE_URL: server.url, LLM_MODEL: 'quote', LLM_API_KEY: MODEL_KEY };
    world = await startWorld({ env });
    admin = await world.signIn({ role: 'admin' });
    await readyManual(admin.api, await wheelManual());
  });
  afterAll(async () => {
    await world.stop();
    await server.stop();
  });
  beforeEach(() => server.reset());

  const ask = async (question = QUESTION): Promise<{ message: Json; warnings: string[] }> => {
    const { status, body, text } = await admin.api.post('/chat/sessions', {
      copilot_type: 'mro',
      initial_message: question,
    });
    if (status !== 201) throw new Error(text);
    return { message: body.data.messages[1], warnings: (body.meta.warnings as string[] | undefined) ?? [] };
  };
  const usage = () =>
    world.sql.query(
      `SELECT kind, model, estimated, requests::int, prompt_tokens > 0 AS prompt, completion_tokens > 0 AS completion
       FROM token_usage WHERE organization_id = $1`,
      [admin.user.organizationId],
    );

  it('are checked, cited, warned, and counted', async () => {
    const { message, warnings } = await ask();
    expect(message).toMatchObject({ answer_status: 'grounded', model: 'quote', status: 'complete' });
    expect(message.content).toContain('120 Nm');
    expect(warnings).toEqual([]);
    const { message: removal } = await ask('How do I pull the main wheel off the axle?');
    const content = removal.content as string;
    expect(removal.warnings).toContainEqual(expect.objectContaining({ kind: 'warning', text: WARNING }));
    expect(content.startsWith(WARNING)).toBe(true);
    expect(content.indexOf('pull the wheel off')).toBeGreaterThan(0);
    // Written together with others, within two seconds.
    const rows = await until(usage, ([row]) => row?.['requests'] === 2);
    expect(rows).toEqual([
      { kind: 'llm', model: 'quote', estimated: false, requests: 2, prompt: true, completion: true },
    ]);
  });

  it('have no number that the model made up', async () => {
    await server.say('Torque the brake attachment bolts to 220 Nm. [1]\nThe torque is 88 lbf·ft. [1][2]\n');
    const { message } = await ask();
    expect(message).toMatchObject({ answer_status: 'refused', citations: [], warnings: [], model: 'quote' });
    expect(message.content).not.toMatch(/220|88/);
    expect((message.suggestions as Json[]).length).toBeGreaterThan(0);
  });

  it('cost nothing where the documents do not answer', async () => {
    const { message } = await ask('What is the baking temperature of the galley oven?');
    expect(message.answer_status).toBe('refused');
    expect((await server.seen()).requests).toEqual([]);
  });

  it('rest on no earlier answer whose documents are gone', async () => {
    const document = await readyManual(admin.api, 'The iridium plug is torqued to 44 Nm.', { title: 'Plugs' });
    const question = 'What is the torque of the iridium plug?';
    const { body } = await admin.api.post('/chat/sessions', { copilot_type: 'mro', initial_message: question });
    expect(body.data.messages[1].content).toContain('44 Nm');
    expect((await admin.api.delete(`/documents/${document.id}`)).status).toBe(204);
    await server.reset();
    const path = `/chat/sessions/${body.data.session_id}/messages`;
    const { body: next } = await admin.api.post(path, { content: QUESTION });
    expect(next.data).toMatchObject({ answer_status: 'grounded', model: 'quote' });
    const { requests } = await server.seen();
    expect(requests).toHaveLength(1);
    expect(JSON.stringify(requests)).toContain(question);
    expect(JSON.stringify(requests)).not.toMatch(/44 Nm|Plugs/);
  });

  it('are quotations where the model fails, which the client is told, and the log without a word of either', async () => {
    await server.setDown(true);
    const { message, warnings } = await ask();
    expect(message).toMatchObject({ answer_status: 'grounded', model: 'extractive-1' });
    expect(message.content).toContain('120 Nm');
    expect(warnings).toEqual([expect.stringContaining('language model is not available')]);
    expect(world.service.output()).not.toMatch(new RegExp(`${MODEL_KEY}|brake attachment bolts|120 Nm`));
  });

  it('are counted when the service stops, too', async () => {
    await server.setDown(false);
    await ask();
    const before = await usage();
    await world.service.kill('SIGTERM');
    const after = await usage();
    expect(after[0]?.requests).toBeGreaterThan((before[0]?.requests as number | undefined) ?? 0);
    expect(after[0]?.requests).toBe(6);
  });
});
