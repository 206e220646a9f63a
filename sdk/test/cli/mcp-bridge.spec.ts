import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { McpBridge } from '../../src/cli/mcp/mcp-bridge.js';
import { json, refuse, ScriptedServer } from '../support/scripted-server.js';

const HEADERS = { 'x-api-key': 'amk_key' };
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

describe('McpBridge', () => {
  let server: ScriptedServer;
  let input: PassThrough;
  let output: string[];
  let running: Promise<void>;
  beforeEach(async () => {
    server = await ScriptedServer.start();
    input = new PassThrough();
    output = [];
    running = new McpBridge(
      server.baseUrl,
      () => Promise.resolve(HEADERS),
      (line) => output.push(line),
    ).run(input);
  });
  afterEach(() => server.stop());

  const say = (message: unknown): void => void input.write(`${JSON.stringify(message)}\n`);
  const end = async (): Promise<unknown[]> => {
    input.end();
    await running;
    return output.map((line) => JSON.parse(line) as unknown);
  };
  const untilSaid = async (count: number): Promise<void> => {
    while (output.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it('delivers JSON and each event of a stream as one line', async () => {
    const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } };
    const result = { jsonrpc: '2.0', id: 'b', result: {} };
    server.play((_request, response, nth) => {
      if (nth === 0) return json(response, 200, { jsonrpc: '2.0', id: 1, result: { tools: [] } });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        `id: 0\ndata:\n\nevent: message\ndata: ${JSON.stringify(progress)}\n\ndata: ${JSON.stringify(result)}\n\n`,
      );
    });
    say({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    await untilSaid(1);
    say({ jsonrpc: '2.0', id: 'b', method: 'tools/call', params: { name: 'ask' } });
    await untilSaid(3);
    expect(await end()).toEqual([{ jsonrpc: '2.0', id: 1, result: { tools: [] } }, progress, result]);
    expect(server.received[0]).toMatchObject({
      method: 'POST',
      headers: { 'x-api-key': 'amk_key', accept: 'application/json, text/event-stream' },
    });
  });

  it('repeats in headers the version that was agreed on, or that the message states', async () => {
    server.play(({ body }, response) => {
      const { id } = JSON.parse(body.toString()) as { id: number };
      json(response, 200, { jsonrpc: '2.0', id, result: { protocolVersion: '2025-11-25' } });
    });
    say({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} });
    await untilSaid(1);
    say({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    await untilSaid(2);
    const params = { name: 'página', _meta: { [VERSION_KEY]: '2026-07-28' } };
    say({ jsonrpc: '2.0', id: 3, method: 'tools/call', params });
    await untilSaid(3);
    await end();
    const sent = server.received.map(({ headers }) => [
      ...[headers['mcp-protocol-version'], headers['mcp-method'], headers['mcp-name']],
    ]);
    expect(sent).toEqual([
      [undefined, undefined, undefined],
      ['2025-11-25', undefined, undefined],
      ['2026-07-28', 'tools/call', '=?base64?cMOhZ2luYQ==?='],
    ]);
  });

  it('says why the service did not answer, without the key', async () => {
    server.play((_request, response, nth) => {
      if (nth === 0) return refuse(response, 401, 'UNAUTHORIZED');
      if (nth === 1) return json(response, 400, { jsonrpc: '2.0', id: null, error: { code: -32602, message: 'Bad' } });
      if (nth === 2) return response.writeHead(202).end();
      return response.destroy();
    });
    say({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    await untilSaid(1);
    say({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    await untilSaid(2);
    say({ jsonrpc: '2.0', method: 'notifications/initialized' });
    while (server.received.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    say({ jsonrpc: '2.0', id: 3, method: 'tools/list' });
    input.write('[]\n{broken\n\n');
    await untilSaid(5);
    const said = await end();
    expect(said).toContainEqual({
      ...{ jsonrpc: '2.0', id: 1 },
      error: { code: -32000, message: 'No (401 UNAUTHORIZED, request req_1)' },
    });
    expect(said).toContainEqual({ jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'Bad' } });
    expect(said).toContainEqual({
      ...{ jsonrpc: '2.0', id: 3 },
      error: { code: -32000, message: expect.stringMatching(/^The service cannot be reached: /) as string },
    });
    expect(said.filter((one) => (one as { id: unknown }).id === null)).toHaveLength(2);
    expect(JSON.stringify(said)).not.toContain('amk_key');
  });

  it.each([
    ['a page', 'text/html', '<p>Welcome</p>', 1],
    ['a stream without it', 'text/event-stream', 'data: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n', 2],
    ['that of another message', 'application/json', '{"jsonrpc":"2.0","id":2,"result":{}}', 2],
  ])('says that the answer is missing when it gets %s', async (_what, type, body, lines) => {
    server.play((_request, response) => response.writeHead(200, { 'content-type': type }).end(body));
    say({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    await untilSaid(lines);
    const said = await end();
    expect(said).toHaveLength(lines);
    expect(said.at(-1)).toEqual({
      ...{ jsonrpc: '2.0', id: 1 },
      error: { code: -32000, message: expect.stringContaining('did not answer') as string },
    });
  });

  it('waits for nothing after the answer', async () => {
    const result = { jsonrpc: '2.0', id: 1, result: {} };
    server.play((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify(result)}\n\n`);
    });
    say({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    await untilSaid(1);
    expect(await end()).toEqual([result]);
  });

  it('follows no redirect with the key', async () => {
    const other = await ScriptedServer.start();
    server.play((_request, response) => response.writeHead(308, { location: other.baseUrl }).end());
    say({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    await untilSaid(1);
    expect(await end()).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32000, message: expect.any(String) as string } },
    ]);
    expect(other.received).toEqual([]);
    await other.stop();
  });

  it.each(['a cancellation', 'the end of the input'])('disconnects at %s and says nothing', async (how) => {
    const gone = new Promise<void>((resolve) => {
      server.play((_request, response) => void once(response, 'close').then(() => resolve()));
    });
    say({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'ask' } });
    while (server.received.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    if (how === 'a cancellation') say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } });
    else input.end();
    await gone;
    expect(await end()).toEqual([]);
    expect(server.received).toHaveLength(1);
  });
});
