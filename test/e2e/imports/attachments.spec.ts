import { importFiles } from '../../support/scenes/import-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const part = (fields: string[], body: string) => `--b\r\n${fields.join('\r\n')}\r\n\r\n${body}\r\n`;
const attached = (name: string, content: string | Buffer, disposition = 'attachment') =>
  part(
    [
      `Content-Type: ${name.endsWith('.png') ? 'image/png' : 'application/octet-stream'}; name="${name}"`,
      `Content-Disposition: ${disposition}; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
    ],
    Buffer.from(content).toString('base64'),
  );
const TEXT = part(['Content-Type: text/plain'], 'Please use the attached cards.');
function mailOf(...parts: string[]): string {
  const header = ['From: a@example.org', 'Message-ID: <1@example.org>', 'Subject: Cards', 'MIME-Version: 1.0'];
  return [...header, 'Content-Type: multipart/mixed; boundary=b', '', `${parts.join('')}--b--`, ''].join('\r\n');
}

describe('e-mails in an import', () => {
  let world: TestWorld;
  let admin: SignedIn;
  beforeAll(async () => {
    world = await startWorld({ shared: true, env: { INGESTION_CONCURRENCY: '0' } });
  });
  beforeEach(async () => {
    admin = await world.signIn({ role: 'admin' });
  });
  afterAll(() => world.stop());

  const files = {
    'letters/cards.eml': mailOf(
      TEXT,
      attached('TC-1.txt', 'Torque 10 Nm.'),
      attached('tc-1.txt', 'Torque 11 Nm.'),
      attached('../../TC-2.txt', 'Torque 12 Nm.'),
      attached('logo.gif', 'GIF89a'),
      part(['Content-Type: text/calendar; name=due.ics'], 'BEGIN:VCALENDAR'),
      attached('old.eml', mailOf(attached('TC-4.txt', 'Torque 15 Nm.')).replaceAll('--b', '--d').replace('=b', '=d')),
      part(
        ['Content-Type: message/rfc822'],
        mailOf(attached('TC-3.txt', 'Torque 13 Nm.')).replaceAll('--b', '--c').replace('=b', '=c'),
      ),
    ),
    'manifest.csv': 'path,title,document_number,ata_chapter\nletters/cards.eml,The cards,L-1,32\n',
    'z.txt': 'Torque 14 Nm.',
  };
  const OUTCOMES = {
    ...{ 'letters/cards.eml': 'created', 'z.txt': 'created' },
    'letters/cards.eml/TC-1.txt': 'created',
    'letters/cards.eml/tc-1 (2).txt': 'created',
    'letters/cards.eml/TC-2.txt': 'created',
    'letters/cards.eml/TC-3.txt': 'created',
    'letters/cards.eml/TC-4.txt': 'created',
    'letters/cards.eml/old.eml': 'created',
    'letters/cards.eml/logo.gif': 'file_type',
  };

  it('have their attachments as documents, which inherit the fields of the message', async () => {
    const dry = await importFiles(admin.api, files, { dry_run: 'true' });
    expect(dry.outcomes).toEqual(OUTCOMES);
    expect(dry.made.state).toBe('completed');
    const { outcomes, items } = await importFiles(admin.api, files);
    expect(outcomes).toEqual(OUTCOMES);
    const card = items.find(({ path }) => path === 'letters/cards.eml/TC-1.txt')!;
    const document = await ok(admin.api.get(`/documents/${card.document_id}`));
    expect(document).toMatchObject({
      title: 'TC-1',
      ata_chapter: '32',
      document_type: 'TASK_CARD',
      document_number: null,
    });
    expect((await admin.api.get(`/documents/${card.document_id}/content`)).text).toBe('Torque 10 Nm.');
    const again = await importFiles(admin.api, files);
    expect(Object.values(again.outcomes).sort()).toEqual(['file_type', ...Array<string>(8).fill('unchanged')]);
  });

  it('number no attachment by its name, which identifies nothing', async () => {
    const numbered = { number_from_name: 'true' };
    await importFiles(admin.api, { 'a.eml': mailOf(TEXT, attached('scan.txt', 'Torque 16 Nm.')) }, numbered);
    const { outcomes } = await importFiles(
      admin.api,
      { 'b.eml': mailOf(attached('scan.txt', 'Torque 17 Nm.')) },
      numbered,
    );
    expect(outcomes).toEqual({ 'b.eml': 'created', 'b.eml/scan.txt': 'created' });
  });

  it('are refused as a whole with a program, and so are their attachments', async () => {
    const { outcomes } = await importFiles(admin.api, {
      'a.eml': mailOf(TEXT, attached('TC-1.txt', 'x'), attached('run.exe', 'x')),
    });
    expect(outcomes).toEqual({ 'a.eml': 'executable' });
  });
});
