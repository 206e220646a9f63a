import { readyManual } from '../../support/manuals/manual.js';
import { noisePage, scannedPage } from '../../support/manuals/scanned-page.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

describe('a scanned page', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  it('is found by its torque, comes with its warning and says how surely it was read', async () => {
    const scan = await scannedPage([
      'WARNING: DEPRESSURIZE THE BRAKE FIRST.',
      '',
      '(1) Torque the axle nut to 475 Nm.',
    ]);
    const { id, ingestion } = await readyManual(admin.api, scan);
    expect(ingestion).toMatchObject({ state: 'ready', error: null });

    const page = (await admin.api.get(`/documents/${id}/pages/1`)).body.data;
    expect(page).toMatchObject({
      text: expect.stringContaining('475 Nm') as string,
      warnings: [{ kind: 'warning', text: 'WARNING: DEPRESSURIZE THE BRAKE FIRST.' }],
    });
    expect(page.ocr_confidence).toBeGreaterThan(70);
    const listed = (await admin.api.get(`/documents/${id}/pages`)).body.data;
    expect(listed[0].ocr_confidence).toBe(page.ocr_confidence);

    const { data: found, meta } = (await admin.api.post('/search/passages', { query: 'torque of the axle nut 475 Nm' }))
      .body;
    expect(found[0]).toMatchObject({ document_id: id, page_number: 1, ocr_confidence: expect.any(Number) as number });
    expect(meta.warnings).toContainEqual(expect.stringMatching(/^Read from a picture/));

    const question = 'What is the torque of the axle nut?';
    const session = await admin.api.post('/chat/sessions', { copilot_type: 'mro', initial_message: question });
    const answer = session.body.data.messages[1];
    expect(answer).toMatchObject({ answer_status: 'grounded', content: expect.stringContaining('475 Nm') as string });
    expect(answer.warnings).toContainEqual(expect.objectContaining({ kind: 'reading' }));
    const read = (answer.citations as { ocr_confidence: number | null }[]).map(({ ocr_confidence: of }) => of !== null);
    expect(read).not.toContain(false);
  });

  it('says that it cannot be searched when nothing on it is legible', async () => {
    const { id } = await readyManual(admin.api, await noisePage());
    const { warnings } = (await admin.api.get(`/documents/${id}/ingestion`)).body.data;
    expect(warnings).toEqual([expect.stringMatching(/cannot be searched\.$/)]);
    expect((await admin.api.get(`/documents/${id}/pages/1`)).body.data).toMatchObject({
      text: '',
      ocr_confidence: null,
    });
  });
});
