import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SearchIndex } from '../../../src/integrations/search-index/search-index.js';

const run = promisify(execFile);
const writer = path.join(__dirname, 'writer.mjs');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'search-index-writers-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('two processes writing to one table', () => {
  it('lose nothing, and a reader that was open before sees it all', async () => {
    const reader = new SearchIndex({ uri: folder, model: 'test-model', dimensions: 4 });
    await reader.start();
    const query = { text: 'pump', vector: null, mode: 'keyword' as const, limit: 200 };
    expect((await reader.search('org_shared', query)).hits).toEqual([]);

    const outputs = await Promise.all(['one', 'two'].map((tag) => run('node', [writer, folder, tag, '12'])));

    expect(outputs.map(({ stderr }) => stderr)).toEqual(['', '']);
    const { hits } = await reader.search('org_shared', query);
    const ids = hits.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id.startsWith('one'))).toHaveLength(16);
    expect(ids.filter((id) => id.startsWith('two'))).toHaveLength(16);
    expect(await reader.count('org_shared')).toBe(32);
    await reader.close();
  });
});
