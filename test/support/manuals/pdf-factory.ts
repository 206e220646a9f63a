import { constants, deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';

/** One line of text at a place on the page, in points from its upper left corner. */
export interface PlacedText {
  text: string;
  x?: number;
  y: number;
  size?: number;
  bold?: boolean;
}

export interface PdfOptions {
  title?: string;
  userPassword?: string;
  ownerPassword?: string;
  /** Outline entries: title and 1-based page. */
  outline?: [title: string, page: number][];
  /** Names of files to attach. */
  attachments?: string[];
}

/** A real PDF of A4 pages with text exactly where the test wants it. */
export async function placedPdf(pages: PlacedText[][], options: PdfOptions = {}): Promise<Buffer> {
  const { title, outline = [], attachments = [], ...security } = options;
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    ...(title && { info: { Title: title } }),
    ...security,
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.on('end', resolve));
  pages.forEach((lines, i) => {
    document.addPage();
    for (const [entry, page] of outline) if (page === i + 1) document.outline.addItem(entry);
    for (const { text, x = 72, y, size = 10, bold = false } of lines) {
      document
        .font(bold ? 'Helvetica-Bold' : 'Helvetica')
        .fontSize(size)
        .text(text, x, y, { lineBreak: false });
    }
  });
  for (const name of attachments) document.file(Buffer.from(name), { name });
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Lines of running text under each other, from `y` down, 12 points apart. */
export function lines(texts: string[], y: number, style: Omit<PlacedText, 'text' | 'y'> = {}): PlacedText[] {
  return texts.map((text, i) => ({ ...style, text, y: y + i * 12 }));
}

/** A file made of given objects (numbered from 1) with a correct cross-reference table; object 1 is the catalog. */
export function handmadePdf(objects: (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let length = parts[0]!.length;
  const offsets = objects.map((object, i) => {
    const offset = length;
    const part = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    parts.push(part);
    length += part.length;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer}>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

function stream(dictionary: string, data: Buffer | string): Buffer {
  const bytes = Buffer.from(data);
  const head = Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`);
  return Buffer.concat([head, bytes, Buffer.from('\nendstream')]);
}

/**
 * A file of a few kilobytes whose page inflates to `megabytes` of blanks: deflated twice, each time 1000:1. The inner
 * stream repeats one independent block, so making it costs nothing.
 */
export function deflateBombPdf(megabytes: number): Buffer {
  const flushed = deflateSync(Buffer.alloc(1024 ** 2, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const [header, block] = [flushed.subarray(0, 2), flushed.subarray(2)];
  const inner = Buffer.concat([header, ...Array.from({ length: megabytes }, () => block), Buffer.from([0x03, 0x00])]);
  return handmadePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
    stream('/Filter [/FlateDecode /FlateDecode]', deflateSync(inner)),
  ]);
}

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

/** Pages that all show the same line. `count` may lie in the page tree for nothing to be allocated. */
export function manyPagesPdf(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, i) => `${i + 5} 0 R`).join(' ');
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R /Resources << /Font << /F 4 0 R >> >> >>';
  return handmadePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    stream('', 'BT /F 10 Tf 72 400 Td (Apply sealant) Tj ET'),
    FONT,
    ...Array.from({ length: count }, () => page),
  ]);
}

/**
 * A page with text over which lie: a field of the value `302.8` that shows `302,80 N`, a signature, a stamp, a field that
 * shows nothing of its value yet, and a stamp without a word.
 */
export function overlaidPdf(): Buffer {
  const appearance = (content: string): Buffer =>
    stream('/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F 5 0 R >> >>', content);
  const words = (text: string): Buffer => appearance(`BT /F 10 Tf 2 5 Td (${text}) Tj ET`);
  const annotation = (rest: string, y: number): string =>
    `<< /Type /Annot /Rect [120 ${y} 320 ${y + 20}] /F 4 /DA (/F 10 Tf 0 g) ${rest} >>`;
  return handmadePdf([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 8 0 R 12 0 R] /DR << /Font << /F 5 0 R >> >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >>
        /Annots [6 0 R 8 0 R 10 0 R 12 0 R 13 0 R] >>`,
    stream('', 'BT /F 10 Tf 72 780 Td (Torque to) Tj ET'),
    FONT,
    annotation('/Subtype /Widget /FT /Tx /T (a) /V (302.8) /AP << /N 7 0 R >>', 775),
    words('302,80 N'),
    annotation('/Subtype /Widget /FT /Sig /T (s) /AP << /N 9 0 R >>', 700),
    words('Signed by Inspector 12'),
    annotation('/Subtype /Stamp /AP << /N 11 0 R >>', 650),
    words('SUPERSEDED'),
    annotation('/Subtype /Widget /FT /Tx /T (b) /V (0,00 mm)', 600),
    annotation('/Subtype /Stamp /AP << /N 14 0 R >>', 550),
    appearance('1 0 0 RG 0 0 200 20 re S'),
  ]);
}

/** A file that only the holders of certificates can open. */
export function certificateEncryptedPdf(): Buffer {
  const filter = '<< /CFM /AESV2 /Length 16 /Recipients [<00>] >>';
  return handmadePdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [] /Count 0 >>',
      `<< /Filter /Adobe.PubSec /SubFilter /adbe.pkcs7.s5 /V 4 /CF << /DefaultCryptFilter ${filter} >> /StmF /DefaultCryptFilter /StrF /DefaultCryptFilter >>`,
    ],
    '/Encrypt 3 0 R /ID [<00> <00>] ',
  );
}

/** A page tree that leads back to itself: object 2 is the tree, 3 its page, and 6 a branch that holds `inner`. */
export function pageTreeLoopPdf({ kids = '3 0 R 2 0 R', inner = '2 0 R', count = 2 } = {}): Buffer {
  return handmadePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    stream('', 'BT /F 10 Tf 72 400 Td (The first page is readable) Tj ET'),
    FONT,
    `<< /Type /Pages /Parent 2 0 R /Kids [${inner}] /Count 1 >>`,
  ]);
}

/** An outline whose entry is its own successor and its own child. */
export function outlineLoopPdf(): Buffer {
  return handmadePdf([
    '<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    stream('', 'BT /F 10 Tf 72 400 Td (Looped contents) Tj ET'),
    FONT,
    '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>',
    '<< /Title (Again) /Parent 6 0 R /Next 7 0 R /First 7 0 R /Last 7 0 R /Count 1 /Dest [3 0 R /Fit] >>',
  ]);
}

/** A page of A4 that is shown turned to the right, with one line of text along its long side. */
export function rotatedPdf(text: string): Buffer {
  return handmadePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /Rotate 90 /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    stream('', `BT 0 1 -1 0 200 100 Tm /F 14 Tf (${text}) Tj ET`),
    FONT,
  ]);
}

/** A page whose font draws ABCD from left to right as four given characters: shapes of letters, ligatures among them. */
export function shapesPdf(characters: string): Buffer {
  return charactersPdf([[...characters].map((character, i) => ({ code: 0x41 + i, character }))]);
}

/** What a page draws with one code of a font, and the character that the font says this is; none where it does not say. */
export interface MappedCode {
  code: number;
  character?: string;
}

/** A page of one line for each text, in a font that maps its codes, given one by one, to any characters. */
export function charactersPdf(
  lines: (string | MappedCode[])[],
  { font = '/Type1 /BaseFont /Courier', spacing = 0 } = {},
): Buffer {
  const codes = new Map<string, number>();
  for (const character of lines.flatMap((line) => (typeof line === 'string' ? [...line] : [])))
    if (!codes.has(character)) codes.set(character, 0x21 + codes.size);
  const drawn = lines.map((line) =>
    typeof line === 'string' ? [...line].map((character) => ({ code: codes.get(character)!, character })) : line,
  );
  const hex = (code: number): string => code.toString(16).padStart(2, '0');
  const unicode = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');
  const mapped = new Map(drawn.flat().map(({ code, character }) => [code, character]));
  const map = [...mapped].filter(([, character]) => character !== undefined);
  const blocks = map.map(([code, character]) => `1 beginbfchar <${hex(code)}> <${unicode(character!)}> endbfchar`);
  const content = drawn.map(
    (line, i) =>
      `BT ${spacing} Tc /F 10 Tf 72 ${780 - 18 * i} Td <${line.map(({ code }) => hex(code)).join('')}> Tj ET`,
  );
  return handmadePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    stream('', content.join('\n')),
    `<< /Type /Font /Subtype ${font} ${map.length > 0 ? '/ToUnicode 6 0 R ' : ''}>>`,
    stream(
      '',
      `/CIDInit /ProcSet findresource begin begincmap
1 begincodespacerange <00> <ff> endcodespacerange
${blocks.join('\n')}
endcmap end`,
    ),
  ]);
}

/** A page with a line of text and a shade whose function takes a minute to be evaluated, and plain pages after it. */
export function burningPdf(plainPages = 0): Buffer {
  const kids = ['3 0 R', ...Array.from({ length: plainPages }, (_, i) => `${i + 9} 0 R`)];
  return handmadePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R
        /Resources << /Font << /F 5 0 R >> /Shading << /S 6 0 R >> >> >>`,
    stream('', 'BT /F 10 Tf 72 400 Td (Apply sealant) Tj ET /S sh'),
    FONT,
    '<< /ShadingType 3 /ColorSpace /DeviceRGB /Coords [300 400 30 300 400 300] /Function 7 0 R >>',
    stream(
      '/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1] /Filter /FlateDecode',
      deflateSync(`{${'dup sin add '.repeat(200_000)} dup dup}`),
    ),
    stream('', 'BT /F 10 Tf 72 400 Td (Torque the nut to 120 Nm) Tj ET'),
    ...Array.from(
      { length: plainPages },
      () =>
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 8 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    ),
  ]);
}
