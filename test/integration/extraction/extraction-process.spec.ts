import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PAGES_IN_FLIGHT } from '@amks/reader/extraction/child-protocol.js';
import type { ExtractionOptions } from '@amks/reader/extraction/extraction-run.js';
import { Extractor } from '@amks/reader/extraction/extractor.js';
import { DEFAULT_EXTRACTION_LIMITS } from '@amks/reader/limits/extraction-limits.js';
import { deflateBombPdf, manyPagesPdf } from '../../support/manuals/pdf-factory.js';
import { childrenOf, isProcessRunning } from '../../support/service/child-processes.js';
import { ParserProcess } from '@amks/reader/processes/parser-process.js';
import { PoolClosedError } from '@amks/reader/processes/process-pool.js';
import { until } from '../../support/until.js';

/** Many times as many as are on their way at once. */
const PAGES = 60;

let folder: string;
let manyPages: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'extraction-'));
  manyPages = path.join(folder, 'many');
  writeFileSync(manyPages, manyPagesPdf(PAGES));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const options = (more: Partial<ExtractionOptions> = {}): ExtractionOptions => ({
  file: manyPages,
  format: 'application/pdf',
  embed: false,
  onPage: () => undefined,
  ...more,
});

const newExtractor = (maxProcesses?: number): Extractor =>
  new Extractor({ limits: DEFAULT_EXTRACTION_LIMITS, max_processes: maxProcesses });

const onLinux = process.platform === 'linux' ? it : it.skip;

describe('the extraction process', () => {
  it('hands over pages in order, one at a time, and waits for a slow receiver', async () => {
    let open = 0;
    let read = 0;
    let ahead = 0;
    const seen: number[] = [];
    const result = await newExtractor().read(
      options({
        onProgress: ({ pages_done }) => void (read = pages_done),
        onPage: async ({ page }) => {
          expect((open += 1)).toBe(1);
          if (page.page_number <= 10) await sleep(30);
          ahead = Math.max(ahead, read - page.page_number);
          seen.push(page.page_number);
          open -= 1;
        },
      }),
      'test',
    );
    expect(result.pages).toBe(PAGES);
    expect(seen).toEqual(Array.from({ length: PAGES }, (_, i) => i + 1));
    // In flight, one waiting to be sent, and the neighbors that are read ahead to detect running headers.
    expect(ahead).toBeLessThanOrEqual(PAGES_IN_FLIGHT + 1 + 5);
  });

  it('ends with the error of the receiver', async () => {
    const failure = new Error('the database is gone');
    await expect(newExtractor().read(options({ onPage: () => Promise.reject(failure) }), 'test')).rejects.toBe(failure);
  });

  it('can be aborted, before and during', async () => {
    await expect(newExtractor().read(options({ signal: AbortSignal.abort() }), 'test')).rejects.toMatchObject({
      code: 'aborted',
      retryable: true,
    });
    const controller = new AbortController();
    const running = newExtractor().read(
      options({ signal: controller.signal, onPage: () => controller.abort() }),
      'test',
    );
    await expect(running).rejects.toMatchObject({ code: 'aborted' });
  });

  onLinux('leaves no process behind and hands on no secret', async () => {
    process.env.EXTRACTION_TEST_SECRET = 'do not tell';
    const before = childrenOf(process.pid);
    let environment = '';
    let pid = 0;
    await newExtractor().read(
      options({
        onPage: ({ page }) => {
          if (page.page_number > 1) return;
          pid = childrenOf(process.pid).find((child) => !before.includes(child))!;
          environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        },
      }),
      'test',
    );
    delete process.env.EXTRACTION_TEST_SECRET;
    expect(environment).not.toContain('EXTRACTION_TEST_SECRET');
    await until(() => !isProcessRunning(pid));
  });

  describe('kept for other files of its owner', () => {
    const small = (name: string, pages: number): string => {
      const file = path.join(folder, name);
      writeFileSync(file, manyPagesPdf(pages));
      return file;
    };
    // Process numbers begin again at low ones.
    const processes = (): number[] => childrenOf(process.pid).sort((a, b) => a - b);
    const pageCount = async (extractor: Extractor, owner: string, more: Partial<ExtractionOptions>): Promise<number> =>
      (await extractor.read(options(more), owner)).pages;

    onLinux('reads them, and no file of another owner', async () => {
      const before = processes();
      const extractor = newExtractor(2);
      const [first, second] = [small('first', 1), small('second', 2)];
      expect(await pageCount(extractor, 'a', { file: first })).toBe(1);
      const [kept] = processes().filter((pid) => !before.includes(pid));
      // The file that it has read is no longer in its folder.
      expect(readdirSync(readlinkSync(`/proc/${kept}/cwd`))).toEqual([]);
      expect(await pageCount(extractor, 'a', { file: second })).toBe(2);
      expect(processes()).toEqual([...before, kept!].sort((a, b) => a - b));
      expect(await pageCount(extractor, 'b', { file: second })).toBe(2);
      expect(processes()).toHaveLength(before.length + 2);
      extractor.close();
      await until(() => !isProcessRunning(kept!));
    });

    onLinux('never decides about them: after a failure, a new process reads the file', async () => {
      const before = processes();
      const extractor = newExtractor(1);
      expect(await pageCount(extractor, 'a', { file: small('first', 1) })).toBe(1);
      const [kept] = processes().filter((pid) => !before.includes(pid));
      const seen: number[] = [];
      const pages = await pageCount(extractor, 'a', {
        onPage: ({ page }) => {
          if (page.page_number === 20) process.kill(kept!, 'SIGKILL');
          seen.push(page.page_number);
        },
      });
      expect(pages).toBe(PAGES);
      expect(seen).toEqual(Array.from({ length: PAGES }, (_, i) => i + 1));
      extractor.close();
    });

    onLinux('delivers each page once, though a process fails while a page is stored', async () => {
      const limits = { ...DEFAULT_EXTRACTION_LIMITS };
      const extractor = new Extractor({ limits, max_processes: 1 });
      await pageCount(extractor, 'a', { file: small('first', 1) });
      const seen: number[] = [];
      const repeats: unknown[] = [];
      let storing = 0;
      const pages = await pageCount(extractor, 'a', {
        file: small('second', 30),
        onPage: async ({ page }) => {
          expect((storing += 1)).toBe(1);
          if (page.page_number === 5 && repeats.length === 0) {
            // The next look at the process finds too much memory.
            limits.max_memory_bytes = 1;
            await sleep(500);
            limits.max_memory_bytes = DEFAULT_EXTRACTION_LIMITS.max_memory_bytes;
          }
          seen.push(page.page_number);
          storing -= 1;
        },
        onRepeat: (reason) => void repeats.push(reason),
      });
      expect([pages, repeats]).toEqual([30, [expect.objectContaining({ code: 'too_much_memory' })]]);
      expect(seen).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
      extractor.close();
    });

    onLinux('ends with a message between two files', async () => {
      const parser = new ParserProcess({
        script: 'inspection-child.js',
        args: ['536870912'],
        maxMemoryBytes: 2 ** 29,
        stderr: 'ignore',
      });
      const answers: unknown[] = [];
      const stop = parser.listen({
        message: (answer) => answers.push(answer),
        error: () => undefined,
        close: () => undefined,
      });
      const text = { kind: 'text', head: Buffer.from('Torque the nut.') };
      parser.child.send(text);
      await until(() => answers.length === 1);
      stop();
      expect(parser.isOver).toBe(false);
      parser.child.send(text);
      await until(() => parser.isOver);
      expect(answers).toHaveLength(1);
    });

    onLinux('reads nothing after it is closed', async () => {
      const extractor = newExtractor(1);
      await pageCount(extractor, 'a', { file: small('first', 1) });
      const reading = pageCount(extractor, 'a', { onPage: () => extractor.close() });
      await expect(reading).rejects.toThrow(PoolClosedError);
    });

    onLinux('ends after a file that leaves little memory, or fails', async () => {
      const before = processes();
      const limits = { ...DEFAULT_EXTRACTION_LIMITS, max_memory_bytes: 200 * 1024 ** 2 };
      const extractor = new Extractor({ limits, max_processes: 1 });
      expect(await pageCount(extractor, 'a', { file: small('first', 1) })).toBe(1);
      await until(() => processes().length === before.length);
      const broken = path.join(folder, 'broken');
      writeFileSync(broken, '%PDF-1.7 broken');
      const failing = newExtractor(1);
      await expect(failing.read(options({ file: broken }), 'a')).rejects.toMatchObject({ code: 'corrupt' });
      await until(() => processes().length === before.length);
    });
  });

  describe('whose parent is killed', () => {
    let parent: ChildProcess | undefined;
    afterEach(() => parent?.kill('SIGKILL'));

    onLinux.each([
      ['waits', () => manyPagesPdf(300)],
      ['is caught in the parser', () => deflateBombPdf(20_000)],
    ])('ends by itself when it %s', async (_what, make) => {
      const file = path.join(folder, 'orphan');
      writeFileSync(file, make());
      parent = fork(path.join(__dirname, '../../support/manuals/extraction-parent.mjs'), [file]);
      await until(() => childrenOf(parent!.pid!).length > 0);
      const [child] = childrenOf(parent.pid!);
      await sleep(1_500);
      parent.kill('SIGKILL');
      await until(() => !isProcessRunning(child!));
    });
  });
});
