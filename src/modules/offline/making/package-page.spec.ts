import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import type { OfflinePackageDocument, PackedPage } from './making.repository.js';
import { PackagePage } from './package-page.js';

const page = (page_number: number, text: string): PackedPage => ({
  ...{ page_number, label: null, text, facts: [], starts: [], discrepancies: [], temporary_revisions: [] },
});
const document = (page_count: number): OfflinePackageDocument =>
  ({ title: 'Manual', document_number: null, page_count }) as OfflinePackageDocument;

async function* pagesOf(...pages: PackedPage[]): AsyncGenerator<PackedPage> {
  for (const one of pages) yield await Promise.resolve(one);
}

describe('PackagePage', () => {
  const added = async (count: number, ...pages: PackedPage[]): Promise<unknown> => {
    const made = new PackagePage();
    await made.add(document(count), pagesOf(...pages), () => []);
    const [text] = (made as unknown as { texts: string[] }).texts;
    return JSON.parse(gunzipSync(Buffer.from(text!, 'base64')).toString());
  };

  it('packs each page, with lists that are not empty', async () => {
    const revised = { ...page(2, 'Two.'), temporary_revisions: [{ id: 'trev_1' }] as never };
    expect(await added(2, page(1, '“One” \u2028 </script>'), revised)).toEqual([
      [1, null, '“One” \u2028 </script>', ''],
      [2, null, 'Two.', '', { temporary_revisions: [{ id: 'trev_1' }] }],
    ]);
    expect(await added(0)).toEqual([]);
  });

  it('refuses documents without some of their pages, and texts that are too large', async () => {
    await expect(added(3, page(1, 'One.'), page(2, 'Two.'))).rejects.toThrow('pages of the revision are missing');
    const large = page(1, ''.padEnd(50_000_001));
    await expect(added(1, large)).rejects.toMatchObject({ code: 'too_large' });
  });
});
