import type { Json } from '../../support/api/api-client.js';
import { EventStreamClient } from '../../support/api/event-stream.js';
import { readyManual, wheelManual } from '../../support/manuals/manual.js';
import { MODEL_KEY, startModelServer, type ModelServer } from '../../support/peers/model-server.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

/** The first line is said before the model falls silent, after 60 characters. */
const SAID = 'Install the brake unit on the torque flange. [1]\n';
const QUESTION = 'What is the torque of the brake attachment bolts?';

describe('streams of a language model that falls silent', () => {
  let server: ModelServer;
  let world: TestWorld;
  let owner: SignedIn;
  beforeAll(async () => {
    server = await startModelServer();
    world = await startWorld({ env: { LLM_BASE_URL: server.url, LLM_MODEL: 'hang-midway', LLM_API_KEY: MODEL_KEY } });
    owner = await world.signIn({ role: 'admin' });
    await readyManual(owner.api, await wheelManual());
    await server.say(`${SAID}Bleed the hydraulic line until no air bubbles come out of the bleed valve. [1]\n`);
  });
  afterAll(async () => {
    await world.stop();
    await server.stop();
  });

  /** A stream on which the first sentence has been said, and where its message is. */
  const begin = async (): Promise<{ stream: EventStreamClient; path: string }> => {
    const stream = await EventStreamClient.open(`${world.service.baseUrl}/api/v1/chat/sessions`, {
      token: owner.accessToken,
      body: { copilot_type: 'mro', initial_message: QUESTION },
    });
    await until(() => stream.events.some(({ event, data }) => event === 'message.delta' && data.content !== ''));
    const { session_id: session, message_id: message } = stream.events[0]?.data;
    return { stream, path: `/chat/sessions/${session}/messages/${message}` };
  };
  /** An interrupted answer consists of the content and citations that were streamed. */
  const expectKept = (message: Json, { events }: EventStreamClient): void => {
    const told = (name: string): Json[] => events.flatMap(({ event, data }): Json[] => (event === name ? [data] : []));
    const content = told('message.delta').map((data) => data.content as string);
    expect(message.content).toBe(content.join(''));
    expect(message.content).toContain('torque flange');
    expect(message.citations).toEqual(told('citation'));
    expect(message.answer_status).toBe('grounded');
  };

  it('keep what was said when they are stopped, and hang up on the model', async () => {
    const { stream, path } = await begin();
    const { status, body } = await owner.api.post(`${path}/stop`);
    expect([status, body.data.status]).toEqual([200, 'stopped']);
    const events = await stream.all();
    expect(events.at(-1)).toMatchObject({ event: 'message.done', data: body.data });
    expectKept(body.data, stream);
    await until(
      () => server.seen(),
      ({ aborted }) => aborted === 1,
    );
  });

  it('asked for whole, are 404 when the conversation is removed meanwhile', async () => {
    const asked = owner.api.post('/chat/sessions', { copilot_type: 'mro', initial_message: QUESTION });
    const [session] = await until(
      () => world.sql.query<{ id: string }>(`SELECT session_id AS id FROM chat_messages WHERE status = 'streaming'`),
      ({ length }) => length === 1,
    );
    expect((await owner.api.delete(`/chat/sessions/${session!.id}`)).status).toBe(204);
    const { status, body } = await asked;
    expect([status, body.error.details.resource]).toEqual([404, 'message']);
  });

  it('keep what was said when their process dies', async () => {
    const { stream, path } = await begin();
    await world.service.kill('SIGKILL');
    await stream.all();
    await world.service.restart();
    await world.sql.query(`UPDATE chat_messages SET lease_until = now() WHERE status = 'streaming'`);
    const { body } = await owner.api.get(path);
    expect(body.data.status).toBe('failed');
    expectKept(body.data, stream);
  });

  it('do not keep a process from its end', async () => {
    const { stream, path } = await begin();
    expect(await world.service.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    await world.service.restart();
    expect((await stream.all()).at(-1)).toMatchObject({ event: 'error', data: { details: { reason: 'interrupted' } } });
    expect((await owner.api.get(path)).body.data.status).toBe('failed');
  });
});
