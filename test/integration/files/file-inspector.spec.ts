import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileInspector, type FileInspectorLimits } from '../../../src/modules/documents/uploads/file-inspector.js';
import { DOCX } from '@amks/reader/docx/docx-format.js';
import { DEFAULT_ARCHIVE_LIMITS } from '@amks/reader/limits/extraction-limits.js';
import { docxOf, paragraph } from '../../support/manuals/docx-factory.js';
import { childrenOf } from '../../support/service/child-processes.js';
import { dataModule, dmRef, pmEntry, publicationModule } from '../../support/manuals/s1000d-modules.js';
import { zipOf } from '../../support/manuals/zip-factory.js';

const LIMITS: FileInspectorLimits = {
  timeout_ms: 30_000,
  max_memory_bytes: 512 * 1024 ** 2,
  concurrency: 2,
  max_waiting: 8,
};
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const onLinux = process.platform === 'linux' ? it : it.skip;

/** Kills so many inspection processes of this one as they come, as a machine without memory does; answers how many came. */
async function killInspections(times: number): Promise<number> {
  const [killed, known] = [new Set<number>(), new Set(inspections())];
  for (const deadline = Date.now() + 200_000; killed.size < times && Date.now() < deadline; await sleep(2)) {
    for (const pid of inspections().filter((pid) => !known.has(pid))) {
      process.kill(pid, 'SIGKILL');
      killed.add(pid);
    }
  }
  return killed.size;
}

const inspections = (): number[] => childrenOf(process.pid, 'inspection-child');

describe('FileInspector', () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'inspector-'))));
  afterAll(() => rm(folder, { recursive: true }));

  const inspectors: FileInspector[] = [];
  afterEach(() => inspectors.splice(0).forEach((one) => one.onApplicationShutdown()));
  const inspector = (limits: Partial<FileInspectorLimits> = {}): FileInspector => {
    const started = new FileInspector({ ...LIMITS, ...limits });
    inspectors.push(started);
    return started;
  };
  async function zip(content: Uint8Array) {
    const file = path.join(folder, 'file');
    await writeFile(file, content);
    return { kind: 'zip', file, limits: DEFAULT_ARCHIVE_LIMITS } as const;
  }
  const text = (content: string) => ({ kind: 'text', head: Buffer.from(content) }) as const;

  it('tells texts and containers, and passes on why a file is refused', async () => {
    const docx = await zip(docxOf({ body: paragraph('Torque 120 Nm.') }));
    expect(await inspector().inspect(docx, 'org')).toEqual({ format: DOCX, module: null });
    expect(await inspector().inspect(text('# A\n\n# B\n\n[c](d)\n'), 'org')).toEqual({
      format: 'text/markdown',
      module: null,
    });
    await expect(inspector().inspect({ ...docx, kind: 'ole' }, 'org')).rejects.toMatchObject({
      reason: 'file_type',
      details: { kind: 'older Word or Excel' },
    });
    await expect(inspector().inspect(await zip(zipOf({ 'a.txt': 'x' })), 'org')).rejects.toMatchObject({
      reason: 'file_type',
    });
    await expect(inspector().inspect({ ...docx, file: `${docx.file}.gone` }, 'org')).rejects.toThrow('ENOENT');
  });

  /** Takes a while to look through. */
  const large = async () => {
    const objects = { 'word/a.bin': Buffer.concat([OLE, Buffer.alloc(60 * 1024 ** 2)]) };
    const subject = await zip(docxOf({ body: '', raw: objects }));
    return { ...subject, limits: { ...DEFAULT_ARCHIVE_LIMITS, max_ratio: 100_000 } };
  };

  it('ends what takes too long, or too much memory', async () => {
    const refused = { name: 'FileRefusedError', reason: 'inspection_limit' };
    await expect(inspector({ timeout_ms: 0 }).inspect(text('a'), 'org')).rejects.toMatchObject(refused);
    // Memory is sampled: work before the first sample needs little.
    await expect(inspector({ max_memory_bytes: 1024 ** 2 }).inspect(await large(), 'org')).rejects.toMatchObject(
      refused,
    );
  });

  it('looks through large objects within little memory', async () => {
    expect(await inspector({ max_memory_bytes: 150 * 1024 ** 2 }).inspect(await large(), 'org')).toEqual({
      format: DOCX,
      module: null,
    });
  });

  it('reads the head of an S1000D module, and none of a damaged one', async () => {
    const head = '<dmodule><identAndStatusSection><dmAddress><dmIdent><issueInfo issueNumber="7"/></dmIdent>';
    const rest = '</dmAddress></identAndStatusSection><content/></dmodule>';
    expect(await inspector().inspect(text(`${head}${rest}`), 'org')).toEqual({
      format: 'application/xml',
      module: expect.objectContaining({ issue: '007', dmc: '' }),
    });
    const levels = ['a', 'b', 'c', 'd'].map(
      (name, n, all) => `<!ENTITY ${name} "${`&${all[n - 1] ?? '#65'};`.repeat(10)}">`,
    );
    const bomb = `<!DOCTYPE dmodule [${levels.join('')}]>${head}${'&d;'.repeat(500)}${rest}`;
    for (const damaged of [head, bomb]) {
      const found = await inspector().inspect(text(damaged), 'org');
      expect(found).toEqual({ format: 'application/xml', module: null });
    }
  });

  it('reads a publication module as a whole when asked to', async () => {
    const file = path.join(folder, 'pm');
    const content = publicationModule(pmEntry('Chapter 32', dmRef({})));
    await writeFile(file, content);
    const found = await inspector().inspect({ kind: 'publication', file }, 'org');
    expect(found).toMatchObject({ module: { type: 'pm' }, publication: { members: [{ path: ['Chapter 32'] }] } });
    const damaged = content.slice(0, 300);
    for (const head of [content, damaged, `\ufeff<!-- <dmodule> -->${damaged}`])
      expect((await inspector().inspect(text(head), 'org')).publication).toBe('unread');
    expect((await inspector().inspect(text(dataModule('')), 'org')).publication).toBeUndefined();
    await writeFile(file, damaged);
    await expect(inspector().inspect({ kind: 'publication', file }, 'org')).rejects.toMatchObject({
      ...{ name: 'FileRefusedError', reason: 'xml_malformed' },
    });
  });

  onLinux('inspects files of one organization in the same process, and fails none for another', async () => {
    const one = inspector();
    await one.inspect(text('Torque 120 Nm'), 'org');
    const [kept] = inspections();
    expect(await one.inspect(await zip(docxOf({ body: paragraph('Torque 120 Nm.') })), 'org')).toEqual({
      format: DOCX,
      module: null,
    });
    expect(inspections()).toEqual([kept]);
    await one.inspect(text('Torque 120 Nm'), 'another');
    expect(inspections()).toHaveLength(2);
    const found = one.inspect(text('Torque 120 Nm'), 'org');
    process.kill(kept!, 'SIGKILL');
    expect(await found).toMatchObject({ format: 'text/plain' });
    expect(inspections()).not.toContain(kept);
  });

  onLinux('begins anew when its process is killed from outside, and says so when that happens again', async () => {
    const killed = (times: number) => ({
      kills: killInspections(times),
      found: inspector().inspect(text('# A\n\n# B\n\n[c](d)\n'), 'org'),
    });
    const once = killed(1);
    expect([(await once.found).format, await once.kills]).toEqual(['text/markdown', 1]);
    const twice = killed(2);
    await expect(twice.found).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { reason: 'inspection_ended', retry_after: 5 },
      headers: { 'retry-after': '5' },
    });
    expect(await twice.kills).toBe(2);
  });

  it('sends away who comes when too many wait', async () => {
    const busy = inspector({ concurrency: 1, max_waiting: 1 });
    const [first, second, third] = await Promise.allSettled(
      [1, 2, 3].map(() => busy.inspect(text('Torque 120 Nm'), 'org')),
    );
    expect([first!.status, second!.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(third).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE', headers: { 'retry-after': '5' } } });
  });

  it('is not stopped by a file of blanks', async () => {
    expect(await inspector().inspect(text(`---|---${' '.repeat(65_516)}x`), 'org')).toEqual({
      format: 'text/plain',
      module: null,
    });
  });
});
