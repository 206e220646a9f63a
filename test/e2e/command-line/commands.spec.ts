import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { countedFetch } from '../../../sdk/src/cli/upload-progress.js';
import type { Json } from '../../support/api/api-client.js';
import { readyManual, wheelManual } from '../../support/manuals/manual.js';
import { Machine } from '../../support/scenes/command-line-scene.js';
import { jsonLines } from '../../support/service/running-process.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const SCOPES = [
  ...['document.view', 'document.search', 'document.manage', 'chat.use'],
  ...['api.access', 'webhook.manage', 'system.settings'],
] as const;
const ESCAPES = 'Wheels \u001b]0;owned\u0007\u001b[2J\u009b31m\u202e and brakes';

describe('amk', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let key: string;
  let manual: Json;
  const machine = new Machine(() => ({ AMK_URL: world.service.baseUrl, AMK_API_KEY: key }));
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
    ({ key } = await world.identity.apiKey(admin.user, { scopes: SCOPES }));
    manual = await readyManual(admin.api, await wheelManual());
  });
  afterAll(async () => {
    machine.remove();
    await world.stop();
  });

  it('says who is asking', async () => {
    expect(await machine.json('whoami')).toMatchObject({
      ...{ url: `${world.service.baseUrl}/api/v1`, credential: 'api_key', profile: null },
      ...{ user: { id: admin.user.id }, permissions: expect.arrayContaining(['document.view']) },
    });
    const { code, output } = await machine.run('whoami');
    expect([code, output]).toEqual([0, expect.stringMatching(/Role: admin\n[\s\S]*Credential: API key\n$/)]);
  });

  it('finds passages, with the place of each', async () => {
    const found = await machine.json<Json[]>('search', 'attachment', 'bolts', '--aircraft', 'HST-72', '--limit', '2');
    expect(found[0]).toMatchObject({ document_id: manual.id, page_number: 2 });
    const { code, output, errors } = await machine.run('search', 'attachment bolts of the brake unit');
    expect([code, errors]).toEqual([0, '']);
    expect(output).toMatch(/^1\. Wheels and brakes, Rev 4, page 2\n/);
    expect(output).toContain(`amk pages ${manual.id} 2 --revision ${manual.revision.id}`);
    expect(output).not.toContain('\x1b');
    const nothing = await machine.run('search', 'bolts', '--document', 'doc_unknown');
    expect([nothing.code, nothing.output, nothing.errors]).toEqual([0, '', 'Nothing found\n']);
  });

  it('answers a question, and says by its exit code if it cannot', async () => {
    const question = 'What is the torque of the attachment bolts of the brake unit?';
    const answer = await machine.json('ask', question);
    expect(answer).toMatchObject({ answer_status: 'grounded', session_id: expect.stringMatching(/./) });
    const { code, output, errors } = await machine.run('ask', question);
    expect([code, errors]).toEqual([0, expect.stringContaining('amk ask --session')]);
    expect(output).toMatch(/120 Nm[\s\S]*\n\[1\] Wheels and brakes, Rev 4, page 2\n/);
    const more = await machine.run('ask', question, '--session', answer.session_id as string);
    expect([more.code, more.output]).toEqual([0, expect.stringContaining('120 Nm')]);
    const unknown = await machine.run('ask', 'Who won the world cup of 1998?', '--json');
    expect([unknown.code, JSON.parse(unknown.output)]).toMatchObject([1, { answer_status: 'refused' }]);
  });

  it('stores a document, and waits until it is read', async () => {
    machine.home.write('card 7.txt', '# Flap\n\n1. Torque the flap bolt to 9 N·m.\n');
    const fields = ['--type', 'TASK_CARD', '--aircraft', 'TR46', '--version', '1', '--title', 'Flap card'];
    const document = await machine.json('upload', 'card 7.txt', ...fields);
    expect(document).toMatchObject({ title: 'Flap card', ingestion: { state: 'ready' } });
    const again = await machine.run('upload', 'card 7.txt', ...fields);
    expect([again.code, again.errors]).toEqual([3, expect.stringContaining('409')]);
    const skipped = await machine.run('upload', 'card 7.txt', ...fields, '--on-duplicate', 'skip');
    expect([skipped.code, skipped.output]).toEqual([0, expect.stringMatching(/Flap card +ready/)]);
    machine.home.write('broken.pdf', '%PDF-1.4\nbroken');
    const broken = await machine.run('upload', 'broken.pdf', ...fields);
    expect([broken.code, broken.output]).toEqual([1, expect.stringContaining('failed')]);
    machine.home.write('other.txt', '# Slat\n\n1. Torque the slat bolt to 8 N·m.\n');
    expect((await machine.run('upload', 'other.txt', ...fields, '--no-wait')).code).toBe(0);
    const wrong = await machine.run('upload', 'other.txt', ...fields, '--ata', 'x');
    expect([wrong.code, wrong.errors]).toEqual([2, expect.stringContaining('ata_chapter')]);
  });

  it('counts what is sent of a file, for the progress on a terminal', async () => {
    const content = '# Rudder\n\n1. Torque the rudder bolt to 7 N·m.\n'.repeat(5000);
    const { length } = Buffer.from(content);
    const sent: number[] = [];
    const client = world.sdk(admin, { fetch: countedFetch(length, (bytes) => sent.push(bytes)) });
    const file = new File([content], 'rudder.md');
    const fields = { title: 'Rudder', document_type: 'TASK_CARD', aircraft_type: 'TR46', version: '1' } as const;
    const { data } = await client.POST('/documents', { body: { ...fields, file } });
    expect(data.title).toBe('Rudder');
    expect([sent.length > 1, sent.at(-1)]).toEqual([true, length]);
  });

  it('lists and shows documents', async () => {
    const listed = await machine.run('documents', 'list', '--type', 'AMM', '--json');
    expect(jsonLines(listed.output)).toMatchObject([{ id: manual.id }]);
    const { output } = await machine.run('documents', 'list', '--limit', '1');
    expect(output.trimEnd().split('\n')).toHaveLength(1);
    expect(await machine.json('documents', 'show', manual.id as string)).toMatchObject({ id: manual.id });
    const shown = await machine.run('documents', 'show', manual.id as string);
    expect([shown.code, shown.output]).toEqual([0, expect.stringMatching(/^title +Wheels and brakes$/m)]);
  });

  it('prints a page, and opens its image with the program of the system', async () => {
    const page = ['pages', manual.id as string, '2'];
    const { code, output } = await machine.run(...page);
    expect([code, output]).toEqual([0, expect.stringContaining('Tighten the eight attachment bolts to 120 Nm')]);
    expect(await machine.json(...page, '--revision', manual.revision.id as string)).toMatchObject({ page_number: 2 });
    const opened = await machine.start([...page, '--open'], { BROWSER: '/bin/true' }).ended;
    expect([opened.code, opened.output]).toEqual([0, expect.stringMatching(/\/page-2\.(?:png|webp|jpg)\n$/)]);
    const none = await machine.start([...page, '--open'], { BROWSER: '/nowhere' }).ended;
    expect(none.code).toBe(1);
    expect((await machine.run('pages', manual.id as string, '99')).code).toBe(6);
    expect((await machine.run('pages', manual.id as string, 'x')).code).toBe(2);
  });

  it('makes, lists, rotates and revokes keys', async () => {
    const made = await machine.run('keys', 'create', 'robot', '--scopes', 'document.view');
    expect([made.code, made.output]).toEqual([0, expect.stringMatching(/^amk_\S+\n$/)]);
    const robot = { AMK_API_KEY: made.output.trim() };
    expect((await machine.start(['whoami'], robot).ended).code).toBe(0);
    const listed = jsonLines((await machine.run('keys', 'list', '--json')).output);
    const { id } = listed.find(({ name }) => name === 'robot') as { id: string };
    expect((await machine.run('keys', 'list')).output).toContain('robot');
    const rotated = await machine.json('keys', 'rotate', id, '--grace', '0');
    expect(rotated).toMatchObject({ id, key: expect.stringMatching(/^amk_/) });
    expect((await machine.start(['whoami'], robot).ended).code).toBe(4);
    expect(await machine.json('keys', 'revoke', id)).toEqual({ id, revoked: true });
    expect((await machine.start(['whoami'], { AMK_API_KEY: rotated.key as string }).ended).code).toBe(4);
    expect((await machine.run('keys', 'revoke', id)).code).toBe(6);
    expect((await machine.run('keys', 'create', 'robot')).code).toBe(2);
  });

  it('shows the usage', async () => {
    expect(await machine.json('usage')).toMatchObject({ totals: { requests: expect.any(Number) } });
    expect((await machine.run('usage')).output).toMatch(/requests +searches[\s\S]*^total +\d+/m);
    expect((await machine.run('usage', '--from', 'yesterday')).code).toBe(2);
  });

  it('tells by its exit code why it could not', async () => {
    const none = await machine.start(['search', 'bolts'], { AMK_API_KEY: '' }).ended;
    expect([none.code, none.errors]).toEqual([4, expect.stringContaining('amk login')]);
    const wrong = await machine.start(['search', 'bolts'], { AMK_API_KEY: 'amk_wrong_key' }).ended;
    expect([wrong.code, wrong.output, wrong.errors]).toEqual([4, '', expect.stringContaining('refused the API key')]);
    const { key: reading } = await world.identity.apiKey(admin.user, { scopes: ['document.view'] });
    const refused = await machine.start(['usage', '--json'], { AMK_API_KEY: reading }).ended;
    expect([refused.code, refused.output, refused.errors]).toEqual([5, '', expect.stringContaining('system.settings')]);
    expect((await machine.run('documents', 'show', 'doc_01kc4q8nzyf8k9t3b0d1x2c3v4')).code).toBe(6);
    expect((await machine.start(['whoami'], { AMK_URL: 'http://127.0.0.1:9' }).ended).code).toBe(8);
    for (const args of [
      ['fly'],
      ['documents'],
      ['search'],
      ['search', 'x', '--limit', '0'],
      ['search', 'x', '--mode', 'y'],
    ])
      expect([args, (await machine.run(...args)).code]).toEqual([args, 2]);
  });

  it('never shows a key, wherever it was given', async () => {
    for (const args of [
      ['whoami', '--key', 'amk_wrong_key_1'],
      ['whoami', '--key-file', 'amk_wrong_key_1'],
      ['whoami', 'amk_wrong_key_1'],
      ['amk_wrong_key_1'],
      ['documents', 'amk_wrong_key_1'],
      ['whoami', '--amk_wrong_key_1'],
      ['search', 'x', '--url', 'http://amk_wrong_key_1@127.0.0.1'],
    ]) {
      const { output, errors } = await machine.run(...args);
      expect(errors).not.toBe('');
      expect(output + errors).not.toContain('amk_wrong');
    }
  });

  it('lets no text of a document act on the terminal', async () => {
    await world.sql.query(`UPDATE documents SET title = $2 WHERE id = $1`, [manual.id, ESCAPES]);
    const id = manual.id as string;
    for (const args of [
      ['documents', 'list'],
      ['documents', 'show', id],
      ['search', 'bolts', '--document', id],
    ]) {
      for (const form of [[], ['--json']]) {
        const { code, output } = await machine.run(...args, ...form);
        expect([args, code, output]).toEqual([args, 0, expect.stringMatching(/and brakes/)]);
        expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      }
    }
  });

  it('ends quietly when nobody reads on', async () => {
    const program = path.join(projectRoot(), 'sdk/dist/cli/main.js');
    const script = `"${process.execPath}" "${program}" documents list --json | head -1; echo "\${PIPESTATUS[0]}"`;
    const env = { PATH: process.env.PATH, HOME: machine.home.root, AMK_URL: world.service.baseUrl, AMK_API_KEY: key };
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], { env });
    const [first = '', status] = stdout.trimEnd().split('\n');
    expect([JSON.parse(first), ['0', '141'].includes(status ?? ''), stderr]).toEqual([expect.anything(), true, '']);
  });

  it('describes itself, and completes commands, options and values in bash', async () => {
    expect((await machine.run()).output).toContain('webhooks listen');
    expect((await machine.run('--version')).output).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await machine.run('search', '--help')).output).toMatch(/^Usage: amk search QUERY… \[options\]\n/);
    expect((await machine.run('documents', '--help')).output).toContain('documents show ID');
    const { output } = await machine.run('completion', 'bash');
    const complete = async (...words: string[]): Promise<string[]> => {
      const list = words.map((word) => `'${word}'`).join(' ');
      const script = `${output}\nCOMP_WORDS=(amk ${list}); COMP_CWORD=${words.length}; _amk; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return (await promisify(execFile)('bash', ['-c', script])).stdout.trimEnd().split('\n');
    };
    expect(await complete('se')).toEqual(['search']);
    expect(await complete('documents', '')).toEqual(['list', 'show']);
    expect(await complete('documents', 'list', '--ai')).toEqual(['--aircraft']);
    expect(await complete('search', 'x', '--mode', 'k')).toEqual(['keyword']);
    expect(await complete('completion', 'f')).toEqual(['fish']);
    for (const shell of ['zsh', 'fish']) expect((await machine.run('completion', shell)).output).toContain('documents');
    expect((await machine.run('completion', 'tcsh')).code).toBe(2);
  });
});
