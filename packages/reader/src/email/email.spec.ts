import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expectLinear } from '../../../../test/support/linear-time.js';
import { readFile } from '../../../../test/support/manuals/read-file.js';
import { DEFAULT_MAIL_LIMITS, type MailLimits } from '../limits/extraction-limits.js';
import { EMAIL, EMAIL_FORMAT } from './email-format.js';
import { attachmentsOf, readMail } from './mail-file.js';

const FIELDS = [
  'From: =?utf-8?Q?J=C3=B6rg?= <joerg@example.org>',
  'To: Line <line@example.org>, "Team, A" <a@example.org>',
  'Subject: Torque of TA32-1',
  'Date: Mon, 2 Mar 2026 10:00:00 +0000',
  'Message-ID: <1@example.org>',
  'MIME-Version: 1.0',
];

/** A message with further fields of its header. */
const mailOf = (body: string, ...fields: string[]) => [...FIELDS, ...fields, '', body].join('\r\n');
const part = (body: string, ...fields: string[]) => `--b\r\n${fields.join('\r\n')}\r\n\r\n${body}\r\n`;
const multipart = (...parts: string[]) => mailOf(`${parts.join('')}--b--`, 'Content-Type: multipart/mixed; boundary=b');
const attached = (name: string, content: string | Buffer, type = 'application/octet-stream') =>
  part(
    Buffer.from(content).toString('base64'),
    `Content-Type: ${type}; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment',
  );
const TEXT = part('Use the new value.', 'Content-Type: text/plain');

const ATTACHMENTS = 'heading 2: Attachments';
const NOT_READ = 'Attachments were not read: import the message, or upload them as separate files.';
const HEADER = [
  'heading 1: Torque of TA32-1',
  'paragraph: From: Jörg <joerg@example.org>',
  'paragraph: To: Line <line@example.org>, Team, A <a@example.org>',
  'paragraph: Date: 2026-03-02T10:00:00+00:00',
];

describe('e-mails', () => {
  it('have their header, text and steps', async () => {
    const text = 'Hello,\r\n=3D 12 N=C2=B7m.\r\n\r\n1. Remove the bolt.\r\n2. Install it.\r\nWARNING: HOT OIL.\r\n';
    const mail = mailOf(
      text,
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      'Content-Language: en',
    );
    expect(await readFile(mail)).toMatchObject({
      mediaType: EMAIL,
      document: { title: 'Torque of TA32-1', language: 'en' },
      pages: [
        [
          ...HEADER,
          'paragraph: Hello,\n= 12 N·m.',
          'list_item 1: 1. Remove the bolt.',
          'list_item 1: 2. Install it.',
          'warning: WARNING: HOT OIL.',
        ],
      ],
    });
  });

  it('are read as HTML if they have it, with tables', async () => {
    const html =
      '<p>See <b>here</b>.<table><tr><th>Size<th>N·m<tr><td>M6<td>9</table><script>x</script><img src="http://localhost/x">';
    const alternative = `--c\r\nContent-Type: text/plain\r\n\r\nSee here.\r\n--c\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n--c--\r\n`;
    const mail = multipart(
      part(alternative, 'Content-Type: multipart/alternative; boundary=c'),
      attached('values.pdf', '%PDF-1.7', 'application/pdf'),
    );
    const { pages, passages } = await readFile(mail);
    expect(pages).toEqual([
      [
        ...HEADER,
        'paragraph: See here.',
        'header: Size | N·m',
        'row: M6 | 9',
        'heading 2: Attachments',
        'list_item 1: • values.pdf (application/pdf)',
      ],
    ]);
    expect(passages.map(({ columns }) => columns)).toContainEqual(['Size', 'N·m']);
  });

  const alternative = (html: string) =>
    part(
      `--c\r\nContent-Type: text/plain\r\n\r\nTorque 25\r\n--c\r\nContent-Type: text/html\r\n\r\n${html}\r\n--c--\r\n`,
      'Content-Type: multipart/alternative; boundary=c',
    );
  it.each<[string, string, string[]]>([
    ['nothing', '', ['paragraph: Torque 25']],
    ['no text', '<html><style>p {}</style><body><p>&nbsp;</p><img src="x"></body></html>', ['paragraph: Torque 25']],
    ['struck text', '<s>Torque 25</s>', []],
    ['hidden text', '<p style="display: none">Torque 25</p>', []],
  ])('are read as text if their HTML has %s, but not if it is left out', async (_what, html, text) => {
    const { pages } = await readFile(multipart(alternative(html)));
    expect(pages).toEqual([[...HEADER, ...text]]);
  });

  it.each<[string, string, string[], string[]]>([
    [
      'no name',
      multipart(TEXT, part('x', 'Content-Type: application/pdf'), part('x', 'Content-Type: text/calendar')),
      [
        'paragraph: Use the new value.',
        ATTACHMENTS,
        'list_item 1: • unnamed (application/pdf)',
        'list_item 1: • unnamed (text/calendar)',
      ],
      [NOT_READ],
    ],
    [
      'a calendar only',
      mailOf('BEGIN:VCALENDAR', 'Content-Type: text/calendar; method=REQUEST'),
      [ATTACHMENTS, 'list_item 1: • unnamed (text/calendar)'],
      [NOT_READ],
    ],
    [
      'a part of a message',
      mailOf('x', 'Content-Type: message/partial; id=x; number=1; total=2'),
      [ATTACHMENTS, 'list_item 1: • unnamed (message/partial)'],
      [NOT_READ],
    ],
    [
      'signed text',
      mailOf('x', 'Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m'),
      [ATTACHMENTS, 'list_item 1: • smime.p7m (application/pkcs7-mime)'],
      [
        'Signed or encrypted text was not read: save the message without its signature or encryption, and upload it again.',
      ],
    ],
  ])('list files with %s, which are not read', async (_what, mail, text, warnings) => {
    expect(await readFile(mail)).toMatchObject({ pages: [[...HEADER, ...text]], warnings });
  });

  it.each([
    ['Tue, 1 Sep 2026 10:00:00 +0200 (CEST)', '2026-09-01T10:00:00+02:00'],
    ['1 Sep 2026 01:00 -0330', '2026-09-01T01:00:00-03:30'],
    ['Tue, 1 Sep 2026 10:00:00', 'Tue, 1 Sep 2026 10:00:00'],
    ['Tue, 99 Sep 2026 10:00:00 +0000', 'Tue, 99 Sep 2026 10:00:00 +0000'],
  ])('have the date %s in the time zone of the sender', async (date, text) => {
    const { pages } = await readFile(`From: a@example.org\r\nMessage-ID: <1@x>\r\nDate: ${date}\r\n\r\nx`);
    expect(pages[0]).toContain(`paragraph: Date: ${text}`);
  });

  it('have their attached messages on further pages', async () => {
    const inner = mailOf('The old value.', 'Content-Type: text/plain').replace(
      'Subject: Torque',
      'Subject: Old torque',
    );
    const { pages } = await readFile(multipart(TEXT, part(inner, 'Content-Type: message/rfc822')));
    expect(pages).toEqual([
      [...HEADER, 'paragraph: Use the new value.'],
      ['heading 2: Old torque of TA32-1', ...HEADER.slice(1), 'paragraph: The old value.'],
    ]);
  });

  it('without subject or text are read', async () => {
    expect((await readFile('Received: x\r\nFrom: a@example.org\r\n\r\n')).pages).toEqual([
      ['heading 1: E-mail without subject', 'paragraph: From: a@example.org'],
    ]);
  });

  it.each<[string, string, boolean]>([
    ['a message with a long header', `Received: by a\r\n${'\tb\r\n'.repeat(9_000)}From: a`, false],
    ['a message cut in its header', `Received: by a\r\nFrom: a\r\n${'\tb\r\n'.repeat(9_000)}`, true],
    ['a message with line feeds', 'From: a\nTo: b\nMIME-Version: 1.0\n\ntext', true],
    ['a memo', 'From: the chief\nTo: all\nSubject: bolts\nDate: today\n\nUse new ones.', false],
    ['a web archive', 'From: <Saved by Blink>\r\nSubject: x\r\nMIME-Version: 1.0\r\n\r\n', false],
    ['a text', 'Torque: 12\n\nFrom: a\nReceived: b', false],
    ['text before the header', 'Hello\nFrom: a\nReceived: b\n\n', false],
  ])('are told from other texts: %s', (_what, head, isMail) => {
    const { detection } = EMAIL_FORMAT;
    expect(detection.by === 'mail' && detection.matches(head)).toBe(isMail);
  });

  it.each<[string, string | Buffer, object]>([
    ['a program by name', multipart(TEXT, attached('setup.exe', 'x')), { reason: 'executable' }],
    [
      'a program by content',
      multipart(TEXT, attached('a.pdf', Buffer.from('7f454c460201', 'hex'))),
      { reason: 'executable' },
    ],
    [
      'macros',
      multipart(
        TEXT,
        attached('a.doc', Buffer.concat([Buffer.from('d0cf11e0', 'hex'), Buffer.from('_VBA_PROJECT', 'utf16le')])),
      ),
      { reason: 'macros' },
    ],
    [
      'a program in an attached message',
      multipart(
        part(
          multipart(attached('a.js', 'x')).replaceAll('--b', '--c').replace('=b', '=c'),
          'Content-Type: message/rfc822',
        ),
      ),
      { reason: 'executable' },
    ],
    [
      'encryption',
      mailOf('x', 'Content-Type: application/pkcs7-mime; smime-type=enveloped-data'),
      { reason: 'encrypted' },
    ],
    ['PGP', mailOf('--b--', 'Content-Type: multipart/encrypted; boundary=b'), { reason: 'encrypted' }],
    [
      '100,000 parts',
      multipart(...Array.from({ length: 100_000 }, () => '--b\r\n\r\nx\r\n')),
      { reason: 'inspection_limit' },
    ],
    ['nested parts', nested(10_000), { reason: 'inspection_limit' }],
    ['a long header', mailOf('x', `X-Long: ${'x'.repeat(2 * 1024 ** 2)}`), { reason: 'inspection_limit' }],
    ['too many bytes', mailOf('x'.repeat(65 * 1024 ** 2)), { reason: 'inspection_limit' }],
  ])('with %s are refused', async (_what, mail, error) => {
    await expect(readFile(mail)).rejects.toMatchObject(error);
  });

  it('take time in proportion to their parts', async () => {
    await expectLinear(readFile, (count) => multipart(...Array.from({ length: count }, () => part('x', 'X: y'))), 250);
  });
});

describe('attachmentsOf', () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'mail-'))));
  afterAll(() => rm(folder, { recursive: true }));

  async function attachments(mail: string, limits: Partial<MailLimits> = {}) {
    const file = path.join(folder, 'mail.eml');
    await writeFile(file, mail);
    return attachmentsOf(await readMail(file, { ...DEFAULT_MAIL_LIMITS, ...limits }));
  }

  it('returns names, media types, bytes, and which belong to the text', async () => {
    const inner = mailOf('old');
    const mail = multipart(
      TEXT,
      attached('a.pdf', '%PDF-1.7', 'application/pdf'),
      attached('=?utf-8?Q?r=C3=A4der.txt?=', 'text'),
      part(inner, 'Content-Type: message/rfc822'),
      part('x', 'Content-Type: image/png; name=logo.png', 'Content-Disposition: inline'),
      part('x', 'Content-Type: application/pkcs7-signature; name=smime.p7s', 'Content-Disposition: attachment'),
    );
    expect(
      (await attachments(mail)).map(({ bytes, ...rest }) => ({ ...rest, text: Buffer.from(bytes).toString().trim() })),
    ).toEqual([
      { name: 'a.pdf', mediaType: 'application/pdf', text: '%PDF-1.7', isPartOfMessage: false },
      { name: 'räder.txt', mediaType: 'application/octet-stream', text: 'text', isPartOfMessage: false },
      { name: null, mediaType: EMAIL, text: inner.replaceAll('\r\n', '\n'), isPartOfMessage: false },
      { name: 'logo.png', mediaType: 'image/png', text: 'x', isPartOfMessage: false },
      { name: 'smime.p7s', mediaType: 'application/pkcs7-signature', text: 'x', isPartOfMessage: true },
    ]);
    expect(await attachments(mailOf('none'))).toEqual([]);
  });

  it.each<[string, string, Partial<MailLimits>]>([
    ['bytes', mailOf('text'), { max_bytes: 10 }],
    ['parts', multipart(TEXT, TEXT), { max_parts: 2 }],
    ['levels', nested(5), { max_nesting: 4 }],
    ['header bytes', mailOf('text'), { max_header_bytes: 10 }],
  ])('has a limit of %s', async (_what, mail, limits) => {
    await expect(attachments(mail, limits)).rejects.toMatchObject({ code: 'mail_structure' });
  });
});

describe('messages in messages', () => {
  it('end with a code if there are too many', async () => {
    const inner = part(mailOf('x'), 'Content-Type: message/rfc822');
    const mail = multipart(...Array.from({ length: DEFAULT_MAIL_LIMITS.max_messages }, () => inner));
    await expect(readFile(mail)).rejects.toMatchObject({ reason: 'inspection_limit' });
  });
});

function nested(levels: number): string {
  const open = Array.from(
    { length: levels },
    (_, i) => `--x${i}\r\nContent-Type: multipart/mixed; boundary=x${i + 1}\r\n\r\n`,
  );
  return mailOf(open.join(''), 'Content-Type: multipart/mixed; boundary=x0');
}
