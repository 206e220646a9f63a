import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { TestFolder } from '../../../sdk/test/support/test-folder.js';
import { decidePage } from '../../../src/modules/applicability/verdict.js';
import type { Verdict } from '../../../src/modules/applicability/dto/verdicts.js';
import type { OfflinePackageDocument, PackedPage } from '../../../src/modules/offline/making/making.repository.js';
import type { PackageFacts } from '../../../src/modules/offline/making/package-manifest.js';
import { PackagePage } from '../../../src/modules/offline/making/package-page.js';
import type { AircraftDecision } from '../../../src/modules/offline/making/page-verdicts.js';
import { describeInBrowser, launchBrowser } from '../../support/pages/browser.js';

const DAY_MS = 86_400_000;
const at = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** Passages of each page, with their verdicts for the aircraft. */
const PAGES: readonly (readonly [string, Verdict])[][] = [
  [
    ['POST SB: torque the nut to 95 Nm. ', 'applicable'],
    ['PRE SB: torque the nut to 120 Nm.', 'not_applicable'],
  ],
  [
    [`PRE SB: clamp, clamp, clamp to 9 Nm. ${'Other words. '.repeat(60)}`, 'not_applicable'],
    ['POST SB: clamp to 7 Nm.', 'applicable'],
  ],
  [
    [`Seal the joint. ${'Other words. '.repeat(60)}`, 'applicable'],
    ['PRE SB: grease of 3 g.', 'not_applicable'],
  ],
  [['PRE SB: bleed the line for 5 s.', 'not_applicable']],
];

const FACTS: PackageFacts = {
  ...{ package_version: 1, issuer: 'test', livemode: true, package_id: 'pack_test', base_package_id: null },
  ...{ title: 'Branches', organization: { id: 'org', name: 'Org' }, made_by: null, left_out: [] },
  ...{ requested_at: at(-0.01), made_at: at(-0.01), expires_at: at(1) },
  aircraft: [{ id: 'acft', registration: 'SE-BRA', aircraft_type: 'TR46', serial_number: null }],
  documents: [
    {
      ...{ id: 'doc', title: 'Manual', document_number: null, document_type: 'AMM', aircraft_type: 'TR46' },
      ...{ page_count: PAGES.length, file: 'files/x', is_pdf: true, applicability: [] },
      revision: {
        ...{ id: 'rev', version: '1', revision_date: null, content_sha256: '0'.repeat(64), effectivity: null },
        status: 'active',
      },
    },
  ],
};

async function* packed(): AsyncGenerator<PackedPage> {
  for (const [index, passages] of PAGES.entries()) {
    const texts = passages.map(([text]) => text);
    const starts = texts.map((_, passage) => texts.slice(0, passage).join('').length);
    const page = { page_number: index + 1, label: null, text: texts.join(''), starts };
    yield await Promise.resolve({ ...page, facts: [], discrepancies: [], temporary_revisions: [] });
  }
}

function decisionsOn({ page_number: number }: PackedPage): AircraftDecision[] {
  const passages = PAGES[number - 1]!.map(([, verdict]) => ({ verdict, reason: 'decided' as const, statements: [] }));
  return [{ passages, page: decidePage(passages) }];
}

describeInBrowser('branches of a page in an offline package', () => {
  let browser: Browser;
  let page: Page;
  const folder = new TestFolder();
  beforeAll(async () => {
    const made = new PackagePage();
    const document = { title: 'Manual', document_number: null, page_count: PAGES.length } as OfflinePackageDocument;
    await made.add(document, packed(), decisionsOn);
    folder.write('index.html', [...(await made.finish(FACTS))].join(''));
    browser = await launchBrowser();
    page = await browser.newPage();
    await page.goto(pathToFileURL(folder.at('index.html')).href);
  });
  afterAll(async () => {
    folder.remove();
    await browser?.close();
  });

  /** Text below `within` as a reader sees it: struck through, or plain. */
  const seen = async (within: string): Promise<{ struck: string; plain: string }> => {
    const texts = await page.locator(within).evaluate((root) => {
      const [struck, plain]: [string[], string[]] = [[], []];
      const scope = globalThis as unknown as { getComputedStyle(one: unknown): { textDecorationLine: string } };
      const walk = (node: typeof root, isStruck: boolean): void => {
        const isOwn = isStruck || scope.getComputedStyle(node).textDecorationLine.includes('line-through');
        for (const child of node.childNodes)
          if (child.nodeType === 3) (isOwn ? struck : plain).push(child.textContent ?? '');
          else walk(child, isOwn);
      };
      walk(root, false);
      return { struck: struck.join(''), plain: plain.join('') };
    });
    return texts;
  };
  const search = async (query: string): Promise<void> => {
    await page.evaluate(`location.hash = '#?${query}'`);
    await page.locator('#view [role=status]').filter({ hasText: query }).waitFor();
  };

  it('are struck through in hits as on the page', async () => {
    await search('torque');
    const hit = await seen('.hits > li > p');
    expect(hit.plain).toContain('95 Nm');
    expect(hit.plain).not.toContain('120 Nm');
    expect(hit.struck).toContain('[SE-BRA: not applicable]');
    expect(hit.struck).toContain('120 Nm');
    expect(await page.locator('.hits .verdicts').innerText()).toBe('SE-BRA: applicable in part');
    await page.locator('.hits a').click();
    await page.locator('article').waitFor();
    const shown = await seen('article pre');
    expect([shown.plain.includes('120 Nm'), shown.struck.includes('120 Nm')]).toEqual([false, true]);
    expect(shown.plain).toContain('95 Nm');
  });

  it('are quoted where they apply, if they have the words there', async () => {
    await search('clamp');
    const { plain, struck } = await seen('.hits > li > p');
    expect(plain).toContain('7 Nm');
    expect(`${plain}${struck}`).not.toContain('9 Nm');
    await search('grease');
    const other = await seen('.hits > li > p');
    expect([other.plain.includes('3 g'), other.struck.includes('3 g')]).toEqual([false, true]);
  });

  it('are struck through on a page that applies to other aircraft only', async () => {
    await search('bleed');
    expect(await page.locator('.hits > li').count()).toBe(0);
    await page.getByRole('button', { name: 'Show them' }).click();
    expect(await seen('.hits > li > p')).toEqual({ struck: 'PRE SB: bleed the line for 5 s.', plain: '' });
    await page.locator('.hits a').click();
    await page.locator('article').waitFor();
    expect((await seen('article pre')).plain).toBe('');
  });
});
