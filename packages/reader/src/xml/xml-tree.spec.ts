import { expectLinear, repeated } from '../../../../test/support/linear-time.js';
import { DEFAULT_XML_LIMITS, type XmlLimits } from '../limits/extraction-limits.js';
import { child, plainText, readTree, type XmlElement } from './xml-tree.js';

/** The file in pieces of `size` bytes, as a slow disk would bring it. */
// eslint-disable-next-line @typescript-eslint/require-await -- as streams of files are
async function* pieces(file: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
}

function read(
  file: string | Uint8Array,
  { size = 1 << 16, limits = {} }: { size?: number; limits?: Partial<XmlLimits> } = {},
): Promise<{ root: XmlElement; warnings: string[] }> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  return readTree(pieces(bytes, size), { ...DEFAULT_XML_LIMITS, ...limits });
}

async function textOf(file: string | Uint8Array): Promise<string> {
  return plainText((await read(file)).root);
}

function utf16(text: string, { bom = true, bigEndian = false } = {}): Buffer {
  const bytes = Buffer.from((bom ? '\ufeff' : '') + text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
}

describe('encodings', () => {
  it.each([
    ['UTF-8', Buffer.from('<r>20 °C “x”</r>')],
    ['UTF-8 with a mark', Buffer.from('\ufeff<?xml version="1.0"?><r>20 °C “x”</r>')],
    ['UTF-16, little endian', utf16('<?xml version="1.0" encoding="UTF-16"?><r>20 °C “x”</r>')],
    ['UTF-16, big endian', utf16('<r>20 °C “x”</r>', { bigEndian: true })],
    ['UTF-16 without a mark', utf16('<?xml version="1.0" encoding="UTF-16"?><r>20 °C “x”</r>', { bom: false })],
    ['windows-1252', Buffer.from('<?xml version="1.0" encoding="windows-1252"?><r>20 \xb0C \x93x\x94</r>', 'latin1')],
    ['UTF-8 that calls itself UTF-16', Buffer.from('<?xml version="1.0" encoding="utf-16"?><r>20 °C “x”</r>')],
  ])('reads %s', async (_, file) => {
    await expect(textOf(file)).resolves.toBe('20 °C “x”');
  });

  it('reads a declared single-byte encoding', async () => {
    const file = Buffer.from('<?xml version="1.0" encoding="ISO-8859-5"?><r>\xbf\xe0\xd8</r>', 'latin1');
    await expect(textOf(file)).resolves.toBe('При');
  });

  it('keeps characters whole that are cut in two between pieces', async () => {
    const { root } = await read(`<r>${'é€𝄞'.repeat(700)}</r>`, { size: 1 });
    expect(plainText(root)).toBe('é€𝄞'.repeat(700));
  });

  it.each([
    ['UTF-7', Buffer.from('<?xml version="1.0" encoding="UTF-7"?>+ADw-r+AD4-x+ADw-/r+AD4-')],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0])],
    ['an unknown encoding', Buffer.from('<?xml version="1.0" encoding="x-evil"?><r/>')],
    ['bytes that are no UTF-8', Buffer.from('<r>\xff\xfe\xc3(</r>', 'latin1')],
    ['UTF-8 that declares Latin-1', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><r>25 °C</r>')],
    ['UTF-8 that declares KOI8-R', Buffer.from('<?xml version="1.0" encoding="koi8-r"?><r>25 °C</r>')],
    ['UTF-8 cut off in a character', Buffer.from([...Buffer.from('<r>'), 0xe2, 0x82])],
  ])('refuses %s', async (_, file) => {
    await expect(read(file)).rejects.toMatchObject({ code: 'xml_encoding' });
  });
});

describe('well-formedness', () => {
  it.each([
    ['an element that is not closed', '<dmodule><content><para>cut off'],
    ['elements that overlap', '<a><b></a></b>'],
    ['a NUL', '<r>a\0b</r>'],
    ['a reference to NUL', '<r>&#0;</r>'],
    ['a lone surrogate', '<r>&#xD800;</r>'],
    ['two roots', '<a/><b/>'],
    ['no element', 'just text'],
    ['an attribute twice', '<r a="1" a="2"/>'],
    ['an entity with a tag in an attribute', '<!DOCTYPE r [<!ENTITY e "<b/>">]><r a="&e;"/>'],
    ['an entity that closes what it did not open', '<!DOCTYPE r [<!ENTITY e "</r><r>">]><r>&e;</r>'],
  ])('refuses %s', async (_, file) => {
    await expect(read(file)).rejects.toMatchObject({ code: 'xml_malformed' });
  });

  it('says that an empty file is empty', async () => {
    await expect(read('')).rejects.toMatchObject({ code: 'empty' });
  });

  it('takes text from CDATA and leaves comments and instructions out', async () => {
    await expect(textOf('<?x y?><!-- no --><r>a <![CDATA[< &b; >]]><!-- &no; --><?p i?> c</r>')).resolves.toBe(
      'a < &b; > c',
    );
  });
});

describe('document type declarations', () => {
  it('accepts notations, graphics and attribute lists, in any quotes', async () => {
    const file = `<!DOCTYPE dmodule [
      <!NOTATION cgm PUBLIC "-//EX//NOTATION ]> CGM//EN">
      <!-- <!ENTITY hidden "no"> -->
      <!ATTLIST r a CDATA '<!ENTITY hidden2 "no">'>
      <!ENTITY ICN-FALCON-00001 SYSTEM "ICN-FALCON-00001.CGM" NDATA cgm >
      <!ENTITY product 'Falcon "X"'>
    ]><r>&product; &ICN-FALCON-00001; &hidden;</r>`;
    const { root, warnings } = await read(file);
    expect(plainText(root)).toBe('Falcon "X" ICN-FALCON-00001 &hidden;');
    expect(warnings).toEqual(['Entities that the XML does not define itself were not resolved: hidden.']);
  });

  it('expands entities inside of entities, with characters and markup in them', async () => {
    const file = `<!DOCTYPE r [<!ENTITY unit "N&#183;m"><!ENTITY torque "<q u='1'>40&#160;&unit;</q>"><!ENTITY lt2 "&#38;lt;"><!ENTITY r "A &#38; B">]>
      <r a="&unit;">Tighten to &torque; or &lt2;&torque;.</r>`;
    const { root } = await read(file, { size: 7 });
    expect(plainText(root)).toBe('Tighten to 40 N·m or <40 N·m.');
    expect(child(root, 'q')?.attributes).toEqual({ u: '1' });
    expect(root.attributes).toEqual({ a: 'N·m' });
  });

  it('knows the ISO characters that older modules take from external sets', async () => {
    const { root, warnings } = await read(
      '<!DOCTYPE r SYSTEM "http://127.0.0.1:1/proced.dtd"><r>20&deg;C &plusmn; 2&micro;m</r>',
    );
    expect(plainText(root)).toBe('20°C ± 2µm');
    expect(warnings).toEqual(['The external document type that the XML names was not read.']);
  });
});

describe('attacks', () => {
  const laughs = (levels: number, times: number) =>
    `<!DOCTYPE r [<!ENTITY e0 "lol">${Array.from({ length: levels }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(times)}">`).join('')}]><r>&e${levels};</r>`;

  it.each([
    ['a billion laughs', laughs(9, 10)],
    ['laughs in an attribute', laughs(9, 10).replace('<r>&e9;</r>', '<r a="&e9;"/>')],
    ['laughs of markup', laughs(9, 10).replace('"lol"', '"<b/>"')],
    ['deep laughs', laughs(200, 1)],
    ['a long entity used often', `<!DOCTYPE r [<!ENTITY a "${'a'.repeat(50_000)}">]><r>${'&a;'.repeat(50_000)}</r>`],
    ['an entity that holds itself', '<!DOCTYPE r [<!ENTITY a "x&b;"><!ENTITY b "y&a;">]><r>&a;</r>'],
  ])('stops at %s', async (_, file) => {
    await expect(read(file)).rejects.toMatchObject({ code: 'xml_entities' });
  });

  it.each([
    ['a file', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>a &x; b</r>'],
    ['an address', '<!DOCTYPE r [<!ENTITY x PUBLIC "p" "http://127.0.0.1:1/x">]><r>a &x; b</r>'],
    ['a filter', '<!DOCTYPE r [<!ENTITY x SYSTEM "php://filter/resource=/etc/passwd">]><r>a &x; b</r>'],
    ['a parameter entity', '<!DOCTYPE r [<!ENTITY % p SYSTEM "http://127.0.0.1:1/evil.dtd"> %p; %all;]><r>a &x; b</r>'],
  ])('never reads %s', async (_, file) => {
    const { root, warnings } = await read(file);
    expect(plainText(root)).toBe('a &x; b');
    expect(warnings).toEqual(['Entities that the XML does not define itself were not resolved: x.']);
    await expect(textOf(utf16(file))).resolves.toBe('a &x; b');
  });

  it('includes nothing and fetches no style sheet', async () => {
    const { root } = await read(
      '<?xml-stylesheet href="http://127.0.0.1:1/e.xsl"?><r xmlns:xi="http://www.w3.org/2001/XInclude">a<xi:include parse="text" href="file:///etc/passwd"/></r>',
    );
    expect(plainText(root)).toBe('a');
  });

  it.each([
    ['xml_nesting', '200,000 levels', '<a>'.repeat(200_000)],
    ['xml_elements', 'too many elements', `<a>${'<b/>'.repeat(2_000)}</a>`],
    ['xml_elements', 'too many attributes', `<a ${Array.from({ length: 300 }, (_, i) => `a${i}=""`).join(' ')}/>`],
    ['too_complex', 'an attribute without end', `<a b="${'x'.repeat(2_000_000)}"/>`],
    ['too_complex', 'a comment without end', `<a><!--${'x'.repeat(2_000_000)}--></a>`],
    ['too_complex', 'a declaration without end', `<!DOCTYPE a [${'<!ELEMENT a '.repeat(200_000)}`],
  ])('says %s for %s', async (code, _, file) => {
    await expect(read(file, { limits: { max_elements: 1_000 } })).rejects.toMatchObject({ code });
  });

  it.each([
    ['<!DOCTYPE r [', '<!ELEMENT ', ']><r/>'],
    ['<!DOCTYPE r [', '<!ENTITY a "', ']><r/>'],
    ['<!DOCTYPE r [', "<!ENTITY a 'x' '", ']><r/>'],
    ['<!DOCTYPE r [', '<!ENTITY a SYSTEM "x" "', ']><r/>'],
    ['<!DOCTYPE r [', '<!-- ', ']><r/>'],
    ['', '<a>', ''],
    ['<a b="', 'x', '"/>'],
    ['<a><!--', 'x', '--></a>'],
  ])('takes time in proportion to %s%s…', async (start, part, end) => {
    const attempt = (text: string): Promise<unknown> => read(`${start}${text}${end}`).catch(() => undefined);
    await expectLinear(attempt, repeated(part), 125_000);
  });
});
