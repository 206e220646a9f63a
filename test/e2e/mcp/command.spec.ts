import { stdioClient } from '../../support/peers/mcp-client.js';
import { Machine } from '../../support/scenes/command-line-scene.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';

describe('amk mcp', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  const machine = new Machine(() => ({}));
  afterAll(async () => {
    machine.remove();
    await world.stop();
  });

  it('explains itself, and what is wrong with its arguments', async () => {
    const help = await machine.run('mcp', '--help');
    expect([help.code, help.output]).toEqual([0, expect.stringContaining('search_passages, get_page, ask')]);
    for (const [args, env, expected, message] of [
      [[], { AMK_URL: world.service.baseUrl }, 4, 'Not signed in. Run amk login'],
      [[], { AMK_API_KEY: 'amk_key' }, 2, 'Give the URL of the service'],
      [['--key-file', '-'], { AMK_URL: world.service.baseUrl }, 2, 'stdin carries the protocol'],
      [['--verbose'], {}, 2, 'See amk mcp --help'],
    ] as const) {
      const { code, output, errors } = await machine.start(['mcp', ...args], env).ended;
      expect([code, output]).toEqual([expected, '']);
      expect(errors).toContain(message);
    }
  });

  it('tells the assistant that the key is wrong', async () => {
    const env = { AMK_URL: world.service.baseUrl, AMK_API_KEY: `amk_${'x'.repeat(49)}` };
    await expect(stdioClient(env)).rejects.toThrow(/401 UNAUTHORIZED, request req_/);
  });
});
