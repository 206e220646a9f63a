import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { TestFolder } from '../../../sdk/test/support/test-folder.js';
import type { Json } from '../../support/api/api-client.js';
import { jsonLines, type LogLine } from '../../support/service/running-process.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startAmk, type RunningTool, type ToolResult } from '../../support/service/command-line.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const SCOPES = ['document.view', 'document.search', 'document.manage'] as const;
const DEFAULTS = ['--type', 'TASK_CARD', '--aircraft', 'TR46'];

/** Text that no other test has. */
const card = (what: string): string => `# ${what}\n\n1. Torque the ${what} bolt to 9 N·m.\n`;

describe('amk import', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let key: string;
  /** The folder to import, and the one in which the command runs. */
  let folder: TestFolder;
  let home: TestFolder;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  beforeEach(async () => {
    admin = await world.signIn({ role: 'admin' });
    ({ key } = await world.identity.apiKey(admin.user, { scopes: SCOPES }));
    [folder, home] = [new TestFolder(), new TestFolder()];
  });
  afterEach(() => [folder, home].forEach((one) => one.remove()));
  afterAll(() => world.stop());

  const start = (args: string[] = [], env: Record<string, string> = {}): RunningTool => {
    const given = { AMK_URL: world.service.baseUrl, AMK_API_KEY: key, TMPDIR: home.root, HOME: home.root, ...env };
    return startAmk(['import', folder.root, ...args], given, home.root);
  };
  const run = (...args: string[]): Promise<ToolResult> => start([...DEFAULTS, ...args]).ended;
  const documents = async (): Promise<Json[]> => (await ok(admin.api.get('/documents?limit=100'))) as Json[];
  const imports = async (): Promise<number> => ((await ok(admin.api.get('/imports?limit=100'))) as Json[]).length;
  const failures = (): string[][] =>
    readFileSync(home.at('amk-import-failures.csv'), 'utf8')
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.slice(1, -1).split('","').slice(0, 2));
  const events = (output: string, event: string): LogLine[] => jsonLines(output).filter((line) => line.event === event);
  const titles = async (): Promise<string[]> => (await documents()).map(({ title }) => title as string).sort();

  it('counts a message with its attachments, and sends it again for those that failed', async () => {
    const attached = (name: string, text: string) =>
      `--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${text}\r\n`;
    folder.write(
      'letter.eml',
      'From: a@example.org\r\nMessage-ID: <1@example.org>\r\nMIME-Version: 1.0\r\n' +
        `Content-Type: multipart/mixed; boundary=b\r\n\r\n${attached('logo.gif', 'GIF89a')}${attached('a.txt', card('pylon'))}--b--\r\n`,
    );
    expect((await run()).code).toBe(1);
    expect(failures()).toEqual([['letter.eml', 'file_type']]);
    expect(await titles()).toEqual(['a', 'letter']);
    expect(events((await run('--json')).output, 'sent')).toEqual([]);
    const again = await run('--retry-failed', '--json');
    expect([again.code, events(again.output, 'sent')]).toMatchObject([1, [{ files: 1 }]]);
    expect(await titles()).toEqual(['a', 'letter']);
  });

  it('imports a folder that was not made for it, tells what failed, and sends nothing twice', async () => {
    folder = new TestFolder({
      'AMM/79-00-00_Engine oil_rev 4.md': card('drain'),
      ...{ 'cards/one.txt': card('hinge'), 'cards/copy of one.txt': card('hinge'), 'cards/空 Größe.txt': card('door') },
      ...{ 'cards/empty.txt': '', 'logo.gif': 'GIF89a', '=1+1.gif': 'GIF89a', 'broken.pdf': '%PDF-1.4\nbroken' },
      ...{ '.DS_Store': 'x', 'cards/~$one.docx': 'x', 'cards/Thumbs.db': 'x' },
    });
    symlinkSync('/etc', folder.at('etc'));
    home.write('rules.json', JSON.stringify([{ path: 'amm/**', document_type: 'AMM' }]));
    const args = [...DEFAULTS, '--rules', 'rules.json'];
    const first = await start(args).ended;
    expect([first.code, first.errors]).toEqual([1, '']);
    expect(first.output).not.toContain('\x1b');
    expect(first.output).toMatch(/^Found 8 files \(.*\), 8 to send. Left out: 3 hidden or system files, 1 links\.\n/);
    expect(first.output).toMatch(/Imported 8 files in .*: 3 created, 1 unchanged, 4 failed\n/);
    expect(failures().sort()).toEqual([
      ["'=1+1.gif", 'file_type'],
      ['broken.pdf', expect.any(String)],
      ['cards/empty.txt', 'invalid_request'],
      ['logo.gif', 'file_type'],
    ]);
    const made = await documents();
    expect(made.map(({ title, document_type }) => [document_type, title] as unknown[]).sort()).toEqual([
      ['AMM', '79-00-00 Engine oil rev 4'],
      ['TASK_CARD', 'broken'],
      ['TASK_CARD', 'copy of one'],
      ['TASK_CARD', '空 Größe'],
    ]);
    const again = await start([...args, '--json']).ended;
    expect([again.code, await imports(), events(again.output, 'sent')]).toEqual([1, 1, []]);
    expect(events(again.output, 'ended')).toMatchObject([{ summary: { known: 4, failed: 4, created: 0 } }]);
    expect(failures()).toHaveLength(4);
    const retried = await start([...args, '--retry-failed', '--json']).ended;
    expect(events(retried.output, 'sent')).toMatchObject([{ files: 4 }]);
  });

  it('says in a dry run what would become of every file, and changes nothing', async () => {
    folder = new TestFolder({ 'a.txt': card('flap'), 'b.gif': 'GIF89a' });
    const { code, output } = await run('--dry-run');
    expect([code, output]).toEqual([1, expect.stringMatching(/^created +a\.txt\nfile_type +b\.gif: .*$/m)]);
    expect([await documents(), readdirSync(folder.root)]).toEqual([[], ['a.txt', 'b.gif']]);
    await run();
    const after = await run('--dry-run');
    expect(after.output).toMatch(/^unchanged +a\.txt$/m);
    expect(await imports()).toBe(2);
  });

  it('makes a changed file a revision, and tries a refused one again with other settings', async () => {
    folder = new TestFolder({ 'TC-1 rev 1.txt': card('cam'), 'TC-2.txt': card('rod') });
    home.write('rules.json', JSON.stringify([{ path: 'TC-2.txt', document_type: 'TASK_CARD' }]));
    const args = ['--aircraft', 'TR46', '--number-from-name', '--activate', '--rules'];
    expect((await start([...args, 'rules.json']).ended).code).toBe(1);
    expect(failures()).toEqual([['TC-1 rev 1.txt', 'invalid_request']]);
    home.write('rules.json', JSON.stringify([{ path: '**', document_type: 'TASK_CARD' }]));
    expect((await start([...args, 'rules.json']).ended).code).toBe(0);
    expect(readFileSync(home.at('amk-import-failures.csv'), 'utf8')).toBe('path,code,message\r\n');
    home.write('rules.json', JSON.stringify([{ path: '**', document_type: 'TASK_CARD', version: '2' }]));
    folder.write('TC-1 rev 1.txt', card('new cam'));
    const changed = await start([...args, 'rules.json', '--json']).ended;
    expect(events(changed.output, 'file')).toMatchObject([{ path: 'TC-1 rev 1.txt', state: 'revised' }]);
    expect(changed.code).toBe(0);
    expect(await documents()).toHaveLength(2);
  });

  it('divides a manifest between batches', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    folder = new TestFolder(Object.fromEntries(names.map((name) => [`${name}.txt`, card(`rib ${name}`)])));
    const rows = [...names, 'lost'].map((name) => `${name}.txt,Title ${name},N-${name}`);
    folder.write('manifest.csv', ['path,title,document_number', ...rows].join('\n'));
    const { code, output } = await run('--batch-files', '2', '--json', '--no-wait');
    expect([code, events(output, 'sent').length, failures()]).toEqual([1, 3, [['lost.txt', 'not_in_folder']]]);
    expect(await titles()).toEqual(names.map((name) => `Title ${name}`));
  });

  it('loses and repeats nothing when it is killed, at any time', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `card ${n}`);
    folder = new TestFolder(Object.fromEntries(names.map((name) => [`${name}.txt`, card(name)])));
    const args = [...DEFAULTS, '--batch-files', '2', '--parallel', '2', '--json', '--no-wait'];
    for (const event of ['sending', 'sent', 'filed', 'file']) {
      const killed = start(args);
      await until(() => events(killed.output(), event).length > 0 || events(killed.output(), 'ended').length > 0);
      killed.kill();
      await killed.ended;
    }
    const { code, output } = await start(args).ended;
    expect([code, events(output, 'ended')]).toMatchObject([0, [{ summary: { files: 12, failed: 0 } }]]);
    expect(await titles()).toEqual([...names].sort());
    expect(events((await start(args).ended).output, 'sent')).toEqual([]);
  });

  it('watches a folder: files that come, a share that goes and comes back', async () => {
    folder.write('a.txt', card('vane'));
    const watching = start([...DEFAULTS, '--watch', '--interval', '1', '--json']);
    const seen = (event: string, count = 1): Promise<LogLine[]> =>
      until(
        () => events(watching.output(), event),
        (found) => found.length >= count,
      );
    await seen('ended');
    const second = await run();
    expect([second.code, second.errors]).toEqual([3, expect.stringContaining('Another import of this folder runs')]);
    folder.write('sub/b.txt', card('blade'));
    await seen('ended', 2);
    renameSync(folder.root, `${folder.root}-away`);
    await seen('folder_gone');
    renameSync(`${folder.root}-away`, folder.root);
    await seen('folder_back');
    folder.write('c.txt', card('disk'));
    await seen('ended', 3);
    watching.kill('SIGTERM');
    const { code, errors } = await watching.ended;
    expect([code, errors]).toEqual([130, expect.stringContaining('Run the same command again to resume')]);
    expect(await titles()).toEqual(['a', 'b', 'c']);
    // Neither a lock nor archives are left.
    expect(readdirSync(folder.root).sort()).toEqual(['.amk-import.jsonl', 'a.txt', 'c.txt', 'sub']);
    expect(readdirSync(home.root).filter((name) => name.startsWith('amk-import-'))).toEqual([]);
  });

  it('ends with the code of why the service refuses it, and never shows the key', async () => {
    folder.write('a.txt', card('pylon'));
    const wrong = await start(DEFAULTS, { AMK_API_KEY: 'amk_wrong' }).ended;
    expect([wrong.code, wrong.errors]).toEqual([4, expect.stringContaining('refused the API key')]);
    expect(wrong.errors + wrong.output).not.toContain('amk_wrong');
    const { key: reading } = await world.identity.apiKey(admin.user);
    const limited = await start([...DEFAULTS, '--key', reading]).ended;
    expect([limited.code, limited.errors]).toEqual([5, expect.stringMatching(/can be seen[\s\S]*document\.manage/)]);
    const elsewhere = await start(DEFAULTS, { AMK_URL: `${world.service.baseUrl}/elsewhere` }).ended;
    expect([elsewhere.code, elsewhere.errors]).toEqual([6, expect.stringContaining('Check --url')]);
    expect(existsSync(folder.at('.amk-import.jsonl'))).toBe(false);
  });

  it('ends with 2 for what is wrong with its arguments', async () => {
    folder.write('a.txt', card('strut'));
    home.write('rules.json', '[{"path": "**", "document_typ": "AMM"}]');
    mkdirSync(home.at('none'));
    for (const [args, env, message] of [
      [[], {}, /1 files have no document_type and aircraft_type/],
      [['--aircraft', 'A', '--type', 'NOVEL'], {}, /document_type must be one of/],
      [[...DEFAULTS, '--colour'], {}, /--colour/],
      [[...DEFAULTS, 'second'], {}, /Usage: amk import DIR/],
      [[...DEFAULTS, '--rules', 'rules.json'], {}, /rule 1 has the unknown field "document_typ"/],
      [[...DEFAULTS, '--parallel', '4'], {}, /--parallel must be a whole number from 1 to 3/],
      [[...DEFAULTS, '--watch', '--dry-run'], {}, /either/],
      [DEFAULTS, { AMK_API_KEY: 'ämk' }, /characters that no key has/],
      [DEFAULTS, { AMK_URL: 'manuals' }, /--url must be/],
      [[...DEFAULTS, '--journal', home.at('none')], {}, /journal/],
      [[...DEFAULTS, '--key-file', home.at('nowhere')], {}, /--key-file cannot be read/],
    ] as [string[], Record<string, string>, RegExp][]) {
      const { code, errors } = await start(args, env).ended;
      expect([code, errors]).toEqual([2, expect.stringMatching(message)]);
    }
    expect(await documents()).toEqual([]);
  });
});
