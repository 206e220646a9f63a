import { stdioClient } from '../../support/peers/mcp-client.js';
import { startAmk, type ToolResult } from '../../support/service/command-line.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';

describe('amk mcp', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  afterAll(() => world.stop());

  const run = (args: string[], env: Record<string, string> = {}): Promise<ToolResult> =>
    startAmk(['mcp', ...args], env, process.cwd()).ended;

  it('explains itself, and what is wrong with its arguments', async () => {
    const help = await run(['--help']);
    expect([help.code, help.output]).toEqual([0, expect.stringContaining('search_passages, get_page, ask')]);
    for (const [args, env, message] of [
      [[], {}, 'Give the URL of the service'],
      [[], { AMK_URL: world.service.baseUrl }, 'Give the API key'],
      [['--key-file', '-'], { AMK_URL: world.service.baseUrl }, 'stdin carries the protocol'],
      [['--verbose'], {}, 'See amk mcp --help'],
    ] as const) {
      const { code, output, errors } = await run([...args], env);
      expect([code, output]).toEqual([2, '']);
      expect(errors).toContain(message);
    }
  });

  it('tells the assistant that the key is wrong', async () => {
    const env = { AMK_URL: world.service.baseUrl, AMK_API_KEY: `amk_${'x'.repeat(49)}` };
    await expect(stdioClient(env)).rejects.toThrow(/401 UNAUTHORIZED, request req_/);
  });
});
