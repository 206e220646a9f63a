import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import sharp from 'sharp';
import { newId } from '../../../src/common/ids/type-id.js';
import { fontFile } from '@amks/reader/typesetting/font-metrics.js';
import type { Json } from '../../support/api/api-client.js';
import { errorOf, readyManual, uploadManual, wheelManual, WARNING } from '../../support/manuals/manual.js';
import { blockAreas, fetchImage, InkMap, type Area } from '../../support/manuals/page-images.js';
import { burningPdf, rotatedPdf } from '../../support/manuals/pdf-factory.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { childrenOf, isProcessRunning } from '../../support/service/child-processes.js';
import { until } from '../../support/until.js';

const TORQUE = 'Tighten the eight attachment bolts to 120 Nm in a crosswise sequence.';

const MARKDOWN = `# 32-41-11 Main wheel removal

${WARNING}

1. Put the aircraft on jacks.
2. ${TORQUE}

CAUTION: DO NOT LET THE AXLE NUT FALL ON THE BRAKE UNIT.

| Item | Torque |
|---|---|
| Axle nut | 45 Nm |
`;

/** A page of two lines as a scanner makes it. */
function scan(): Promise<Buffer> {
  GlobalFonts.registerFromPath(fontFile(false), 'Scanned');
  const canvas = createCanvas(1240, 800);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fbfaf5';
  context.fillRect(0, 0, 1240, 800);
  context.fillStyle = '#222222';
  context.font = '36px Scanned';
  context.fillText('Remove the four bolts and the access panel.', 120, 300);
  context.fillText('Tighten the bolts to 120 Nm.', 120, 420);
  return sharp(canvas.toBuffer('image/png')).withMetadata({ density: 150 }).png().toBuffer();
}

/** The time of a failure, which is kept in place of an image. */
const FAILURE = /^\d{13}$/;

describe('a page you can look at', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let viewer: SignedIn;
  let stranger: SignedIn;
  let pdf: Json;

  beforeAll(async () => {
    world = await startWorld({ env: { LOG_LEVEL: 'debug' } });
    const organization = await world.identity.organization();
    admin = await world.signIn({ organization, role: 'admin' });
    viewer = await world.signIn({ organization, role: 'viewer' });
    stranger = await world.signIn({ role: 'admin' });
    pdf = await readyManual(admin.api, await wheelManual());
  });
  afterAll(() => world.stop());

  const image = (path: string, headers?: Record<string, string>, who = viewer) => fetchImage(world, who, path, headers);
  const address = (document: Json, page = 1): string => `/documents/${document.id}/pages/${page}`;
  const cached = (): Buffer[] => {
    const folder = path.join(world.service.dataDir, 'cache');
    const names = readdirSync(folder, { recursive: true }) as string[];
    const kept = names.filter((name) => /^[0-9a-f]{64}$/.test(path.basename(name)));
    return kept.map((name) => readFileSync(path.join(folder, name)));
  };
  const failures = (): number => world.service.logs().filter(({ msg }) => msg === 'page not drawable').length;
  const drawings = () => world.service.logs().filter(({ msg }) => msg === 'page drawn');

  /** Rectangles for a quote, the page, and its image, checked to be of one shape. */
  async function looked(
    document: Json,
    page = 1,
  ): Promise<{ page: Json; ink: InkMap; marked: (q: string) => Promise<Area[]> }> {
    const { body } = await viewer.api.get(address(document, page));
    const { status, bytes } = await image(`${address(document, page)}/image?format=png&width=1500`);
    expect(status).toBe(200);
    const ink = await InkMap.of(bytes);
    const { width, height } = body.data;
    expect(ink.width).toBe(1500);
    expect(Math.abs(ink.height / ink.width - height / width)).toBeLessThan(0.002);
    const marked = async (quote: string): Promise<Area[]> => {
      const answer = await viewer.api.get(`${address(document, page)}/highlights?quote=${encodeURIComponent(quote)}`);
      expect([answer.status, answer.body.data?.width, answer.body.data?.height]).toEqual([200, width, height]);
      return answer.body.data.rectangles as Area[];
    };
    return { page: body.data, ink, marked };
  }

  describe('GET /documents/{id}/pages/{n}/image', () => {
    it('answers a WebP of 1000 pixels, to be shown and nothing else', async () => {
      const { status, headers, bytes } = await image(`${address(pdf)}/image`);
      expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1000, height: 1414 });
      expect(headers.get('content-length')).toBe(String(bytes.length));
      expect(headers.get('content-disposition')).toMatch(/^inline; filename="manual-page-1\.webp"/);
      expect(headers.get('content-security-policy')).toBe(`default-src 'none'`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/);
    });

    it.each([
      ['width=100', 'webp', 100],
      ['width=2400&format=png', 'png', 2400],
      ['format=png', 'png', 1000],
    ])('honours %s', async (query, format, width) => {
      const { headers, bytes } = await image(`${address(pdf)}/image?${query}`);
      expect(headers.get('content-type')).toBe(`image/${format}`);
      expect(await sharp(bytes).metadata()).toMatchObject({ format, width });
    });

    it.each([
      ['width=99', 'width'],
      ['width=2401', 'width'],
      ['width=1e3', 'width'],
      ['width=500.5', 'width'],
      ['width=', 'width'],
      ['format=gif', 'format'],
      ['format=', 'format'],
      ['colour=red', 'colour'],
    ])('refuses %s', async (query, field) => {
      expect(errorOf(await viewer.api.get(`${address(pdf)}/image?${query}`))).toMatchObject({ status: 400, field });
    });

    it('is for users who can see the document', async () => {
      const at = `${address(pdf)}/image`;
      expect(errorOf(await world.api.get(at))).toMatchObject({ status: 401, reason: 'missing' });
      expect((await stranger.api.get(at)).status).toBe(404);
      const { key } = await world.identity.apiKey(admin.user, { scopes: ['document.search'] });
      expect((await world.api.withKey(key).get(at)).status).toBe(403);
    });

    it.each([`${newId('document')}/pages/1`, 'doc_1/pages/1'])('answers 404 for %s', async (path) => {
      expect((await admin.api.get(`/documents/${path}/image`)).status).toBe(404);
    });

    it('answers 404 for a page that the document does not have', async () => {
      for (const page of ['0', '4', '01', 'x', '99999999'])
        expect([page, (await admin.api.get(`/documents/${pdf.id}/pages/${page}/image`)).status]).toEqual([page, 404]);
    });

    it('names what the client has, which asks each time, also where the revision is named', async () => {
      const first = await image(`${address(pdf)}/image`);
      const etag = first.headers.get('etag')!;
      const again = await image(`${address(pdf)}/image`, { 'if-none-match': etag });
      expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, etag]);
      const named = await image(`${address(pdf)}/image?revision_id=${pdf.revision.id}`);
      expect([named.status, named.headers.get('etag')]).toEqual([200, etag]);
      expect(named.headers.get('cache-control')).toBe('private, no-cache');
      const others = ['?format=png', '?width=900'].map((query) => image(`${address(pdf)}/image${query}`));
      const etags = [etag, ...(await Promise.all(others)).map(({ headers }) => headers.get('etag'))];
      expect(new Set(etags).size).toBe(3);
      // A client that no longer may see the page learns nothing by its ETag.
      expect((await image(`${address(pdf)}/image`, { 'if-none-match': etag }, stranger)).status).toBe(404);
    });

    it('tells with HEAD what the image will be, and draws nothing for it', async () => {
      const before = drawings().length;
      const at = `${world.service.baseUrl}/api/v1${address(pdf, 3)}/image?width=555`;
      const headers = { authorization: `Bearer ${viewer.accessToken}` };
      const head = await fetch(at, { method: 'HEAD', headers });
      expect([head.status, head.headers.get('content-type'), head.headers.get('content-length')]).toEqual([
        200,
        'image/webp',
        null,
      ]);
      expect(drawings().length).toBe(before);
      const drawn = await fetch(at, { headers });
      expect(drawn.headers.get('etag')).toBe(head.headers.get('etag'));
      expect(drawings().length).toBe(before + 1);
    });

    it('says what the status of the revision is, to a client that has the image too', async () => {
      const document = await readyManual(admin.api, 'A page that will be withdrawn.');
      const at = `${address(document)}/image`;
      const active = await image(at);
      expect([active.status, active.headers.get('x-revision-status')]).toEqual([200, 'active']);
      await admin.api.post(`/documents/${document.id}/revisions/${document.revision.id}/withdraw`);
      const etag = active.headers.get('etag')!;
      for (const [headers, status] of [
        [{}, 200],
        [{ 'if-none-match': etag }, 304],
      ] as const) {
        const withdrawn = await image(at, headers);
        expect([withdrawn.status, withdrawn.headers.get('x-revision-status')]).toEqual([status, 'withdrawn']);
      }
    });

    it('draws once what many ask for at once, and no more after that', async () => {
      const before = drawings().length;
      const answers = await Promise.all(Array.from({ length: 20 }, () => image(`${address(pdf, 2)}/image?width=777`)));
      expect(new Set(answers.map(({ status, bytes }) => `${status} ${bytes.toString('base64')}`)).size).toBe(1);
      expect(answers[0]!.status).toBe(200);
      await image(`${address(pdf, 2)}/image?width=777`, {}, admin);
      expect(drawings().length - before).toBe(1);
    });

    it('shows drafts to those alone who prepare them', async () => {
      const fields = { version: 'Rev 5' };
      const { body } = await admin.api.upload(`/documents/${pdf.id}/revisions`, fields, {
        content: await wheelManual(),
      });
      const at = `${address(pdf)}/image?revision_id=${body.data.id}`;
      expect((await image(at)).status).toBe(404);
      const highlights = `${address(pdf)}/highlights?start=0&end=1&revision_id=${body.data.id}`;
      expect((await viewer.api.get(highlights)).status).toBe(404);
    });
  });

  describe('highlights', () => {
    it('cover the words on a page of a PDF, and all of its ink in all', async () => {
      const { page, ink, marked } = await looked(pdf, 2);
      const rectangles = await marked(TORQUE.slice(12));
      expect(rectangles).toHaveLength(1);
      expect(ink.share(rectangles[0]!, page.width)).toBeGreaterThan(0.08);
      expect(ink.share({ ...rectangles[0]!, y: rectangles[0]!.y + 300 }, page.width)).toBe(0);
      expect(ink.covered(blockAreas(page), page.width)).toBeGreaterThan(0.99);
    });

    it('cover the words on a page that is turned', async () => {
      const { page, ink, marked } = await looked(await readyManual(admin.api, rotatedPdf(TORQUE)));
      expect(page.width).toBeGreaterThan(page.height);
      const [rectangle] = await marked('120 Nm');
      expect(ink.share(rectangle!, page.width)).toBeGreaterThan(0.08);
      expect(ink.covered(blockAreas(page), page.width)).toBeGreaterThan(0.99);
    });

    it('cover the words on a scan', async () => {
      const { page, ink, marked } = await looked(await readyManual(admin.api, await scan()));
      const rectangles = await marked('Tighten the bolts to 120 Nm.');
      expect(rectangles).toHaveLength(1);
      expect(ink.share(rectangles[0]!, page.width)).toBeGreaterThan(0.05);
      expect(ink.covered(blockAreas(page), page.width)).toBeGreaterThan(0.97);
    });

    it('cover the words on a page that we set, with its WARNING in red and its CAUTION in amber', async () => {
      const { page, ink, marked } = await looked(await readyManual(admin.api, MARKDOWN));
      expect([page.width, page.height]).toEqual([595, 842]);
      for (const { kind, text, rectangles } of page.blocks as { kind: string; text: string; rectangles: Area[] }[]) {
        expect([kind, text, rectangles.length]).not.toEqual([kind, text, 0]);
        for (const rectangle of rectangles) expect(ink.share(rectangle, page.width)).toBeGreaterThan(0.05);
      }
      const [cell] = await marked('45 Nm');
      expect(ink.share(cell!, page.width)).toBeGreaterThan(0.08);
      const edge = async (label: string) => {
        const [rectangle] = await marked(label);
        return ink.colourAt(54, rectangle!.y + rectangle!.height / 2, page.width);
      };
      const [red, caution] = [await edge('WARNING:'), await edge('CAUTION:')];
      expect([red[0] > 150, red[1] < 60, red[2] < 90]).toEqual([true, true, true]);
      expect([caution[0] > 200, caution[1] > 120, caution[2] < 60]).toEqual([true, true, true]);
    });

    it('mark every place of a quote, and a stretch as citations name it', async () => {
      const { text } = (await viewer.api.get(address(pdf))).body.data as { text: string };
      const at = `${address(pdf)}/highlights`;
      const start = text.indexOf('axle nut');
      const byOffsets = (await viewer.api.get(`${at}?start=${start}&end=${start + 8}`)).body.data;
      const byQuote = (await viewer.api.get(`${at}?quote=axle%20nut`)).body.data;
      expect(byOffsets).toEqual({ page_number: 1, width: 595.28, height: 841.89, rectangles: byQuote.rectangles });
      expect(byOffsets.rectangles).toHaveLength(1);
      const places = text.split('the').length - 1;
      expect((await viewer.api.get(`${at}?quote=the`)).body.data.rectangles).toHaveLength(places);
    });

    it.each([
      ['', 'start'],
      ['start=0', 'end'],
      ['end=3', 'start'],
      ['start=3&end=3', 'start'],
      ['start=-1&end=3', 'start'],
      ['start=0&end=100000', 'end'],
      ['start=a&end=3', 'start'],
      ['quote=', 'quote'],
      ['quote=axle&start=0&end=3', 'quote'],
      ['start=0&end=1&colour=red', 'colour'],
    ])('refuse %s', async (query, field) => {
      const response = await viewer.api.get(`${address(pdf)}/highlights?${query}`);
      expect(errorOf(response)).toMatchObject({ status: 400, field });
    });

    it('are for users who can see the document, of an existing page and quote', async () => {
      const at = `${address(pdf)}/highlights?start=0&end=5`;
      expect(errorOf(await world.api.get(at))).toMatchObject({ status: 401, reason: 'missing' });
      expect((await stranger.api.get(at)).status).toBe(404);
      expect((await viewer.api.get(`${address(pdf, 9)}/highlights?start=0&end=5`)).status).toBe(404);
      const missing = await viewer.api.get(`${address(pdf)}/highlights?quote=no%20such%20words`);
      expect([missing.status, missing.body.error.details]).toEqual([404, { resource: 'quote' }]);
    });

    it('are empty, and say so, where places were not kept', async () => {
      const { id } = await world.documents.document({ id: admin.user.organizationId });
      const { body } = await viewer.api.get(`/documents/${id}/pages/1/highlights?start=0&end=6`);
      expect(body.data).toEqual({ page_number: 1, width: null, height: null, rectangles: [] });
      expect(body.meta.warnings).toEqual([expect.stringContaining('not recorded')]);
    });
  });

  it('leaves nothing half done when the service is killed while it draws', async () => {
    const pages = Array.from({ length: 12 }, (_, i) => image(`${address(pdf, 1)}/image?width=${1200 + i}`));
    await Promise.race(pages);
    const drawing = childrenOf(world.service.pid, 'drawing-child');
    expect(drawing.length).toBeGreaterThan(0);
    await world.service.kill('SIGKILL');
    await Promise.allSettled(pages);
    await until(() => !drawing.some(isProcessRunning));
    const contents = cached();
    expect(contents.length).toBeGreaterThan(5);
    for (const content of contents) {
      if (!FAILURE.test(content.toString('latin1'))) await sharp(content, { failOn: 'warning' }).stats();
    }
    await world.service.restart();
    const { status, bytes } = await image(`${address(pdf, 1)}/image?width=1211`);
    expect([status, (await sharp(bytes).metadata()).width]).toEqual([200, 1211]);
  });

  describe('a page that computes without end', () => {
    beforeAll(() => world.service.restart({ PAGE_IMAGE_SECONDS: '10', LOG_LEVEL: 'debug' }));

    it('is given up and not tried again, while others are drawn', async () => {
      const before = failures();
      const { id } = await uploadManual(admin.api, burningPdf());
      // Long before it is read, if it ever is.
      const look = async (): Promise<Json> => (await admin.api.get(`/documents/${id}`)).body.data;
      const burning = await until(look, ({ page_count }) => page_count !== null);
      const answer = await viewer.api.get(`${address(burning)}/image`);
      expect(errorOf(answer)).toEqual({ status: 422, reason: 'not_drawable' });
      expect(answer.headers.get('etag')).toBeNull();
      expect(failures()).toBe(before + 1);
      expect((await viewer.api.get(`${address(burning)}/image?width=300`)).status).toBe(422);
      expect(failures()).toBe(before + 1);
      expect((await image(`${address(pdf, 3)}/image?width=640`)).status).toBe(200);
    });
  });
});
