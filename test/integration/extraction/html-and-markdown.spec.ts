import { startMarkupFiles, type MarkupFiles } from '../../support/manuals/markup-files.js';

describe('files of markup', () => {
  let files: MarkupFiles;
  beforeAll(async () => {
    files = await startMarkupFiles();
  });
  afterAll(() => files.stop());

  const html = (body: string | Uint8Array) => files.shown('text/html', body);
  const markdown = (text: string) => files.shown('text/markdown', text);

  describe('labels that stand apart without a colon', () => {
    it('are found in HTML', async () => {
      const body =
        '<p><b>WARNING</b> Depressurize.<ol><li>Open.<li><strong>CAUTION</strong> Hot.<li><b>Warning</b> lights</ol>' +
        '<div class=warning>Explosive.</div><p><span style="color:red">WARNING</span>&nbsp; Acid.' +
        '<table><tr><td>1<td><b>CAUTION</b> Row.<tr><td>a<td>b</table>';
      expect(await html(`<!DOCTYPE html><body>${body}`)).toEqual([
        'warning: WARNING Depressurize.',
        'list_item 1: 1. Open.',
        'caution 1: 2. CAUTION Hot.',
        'list_item 1: 3. Warning lights',
        'warning: WARNING: Explosive.',
        'warning: WARNING Acid.',
        'caution: 1 | CAUTION Row.',
        'table_row: a | b',
      ]);
    });

    it('are found in Markdown', async () => {
      const text =
        '> **WARNING**\n> Depressurize the\n> system.\n\n1. Open to 40 Nm.\n\n!!! warning "Hot parts"\n    Let it cool.\n\n' +
        '    Twice.\n\n2. Touch it.\n\n> [!WARNING]\n> Do not inhale.\n\n**CAUTION** Do not drop it.\n\n' +
        '3. **WARNING** Sharp.\n4. **Note** that it turns.\n\n> [!CAUTION] Same line.\n\nEnd.\nWARNING\nFalls.';
      expect(await markdown(text)).toEqual([
        'warning: WARNING\nDepressurize the system.',
        'list_item 1: 1. Open to 40 Nm.',
        'warning: WARNING: Hot parts\nLet it cool.\nTwice.',
        'list_item 1: 2. Touch it.',
        'warning: WARNING: Do not inhale.',
        'caution: CAUTION Do not drop it.',
        'warning 1: 3. WARNING Sharp.',
        'list_item 1: 4. Note that it turns.',
        'caution: CAUTION: Same line.',
        'paragraph: End.',
        'warning: WARNING\nFalls.',
      ]);
    });
  });

  describe('labels in capitals before capitals', () => {
    const text = 'WARNING DEPRESSURIZE THE HYDRAULIC SYSTEM';

    it('are found in HTML, and names are left', async () => {
      const body = `<h2>WARNING SYSTEM TEST</h2><p><b>${text}</b><p>Free.<ol><li><b>${text}</b> before you start.</ol>
        <p><b>WARNING LIGHT</b> on.<p class=warning>Warning lights burn.<table class=caution><tr><td>Hot<td>60 °C</table>`;
      expect(await html(body)).toEqual([
        'heading 2: WARNING SYSTEM TEST',
        `warning: ${text}`,
        'paragraph: Free.',
        `warning 1: 1. ${text} before you start.`,
        'paragraph: WARNING LIGHT on.',
        'warning: WARNING: Warning lights burn.',
        'caution: CAUTION: Hot | 60 °C',
      ]);
    });

    it('are found in Markdown, and names are left', async () => {
      expect(
        await markdown(`# WARNING SYSTEM TEST\n\n**${text}**\n\n**WARNING LIGHT** on.\n\n:::caution\nIt is hot.\n:::`),
      ).toEqual([
        'heading 1: WARNING SYSTEM TEST',
        `warning: ${text}`,
        'paragraph: WARNING LIGHT on.',
        'caution: CAUTION: It is hot.',
      ]);
    });
  });

  describe('HTML', () => {
    it('is read as browsers show it', async () => {
      const body = `<!DOCTYPE html><html lang="en-us"><head><title> Wheels &amp;
        brakes </title><style>p{}</style></head><body>
        <h1>Wheels</h1><p>Torque <b>120</b>&nbsp;Nm,<br>dry.<h2>Removal</h2>
        <ol><li>Jack<ul><li>left<li>right</ul>and wait<li value="7">Remove</ol><ol type=A start=3><li>Bolt</ol>
        <table><caption>Torques</caption><tr><th>Item<th>Nm<tr><td rowspan=2>Bolt<td>1<tr><td>2</table>
        <table><tr><td>Framed</table><table role=presentation><tr><td>Left<td>Right</table>
        <figure><img alt="A wheel"><figcaption>Figure 1 Wheel</figcaption></figure>
        <pre>a  b\nc\n\nd</pre><blockquote>Quoted</blockquote>`;
      expect(await html(body)).toEqual([
        'heading 1: Wheels',
        'paragraph: Torque 120 Nm,\ndry.',
        'heading 2: Removal',
        'list_item 1: 1. Jack',
        'list_item 2: • left',
        'list_item 2: • right',
        'paragraph: and wait',
        'list_item 1: 7. Remove',
        'list_item 1: C. Bolt',
        'figure: Torques',
        'table_row: Item | Nm',
        'table_row: Bolt | 1',
        'table_row: Bolt | 2',
        'paragraph: Framed',
        'paragraph: Left',
        'paragraph: Right',
        'figure: Figure 1 Wheel',
        'paragraph: a b\nc',
        'paragraph: d',
        'paragraph: Quoted',
      ]);
      expect((await files.read('text/html', body)).document).toEqual({
        page_count: 1,
        title: 'Wheels & brakes',
        language: 'en-US',
        outline: [
          { title: 'Wheels', page_number: 1, level: 1 },
          { title: 'Removal', page_number: 1, level: 2 },
        ],
      });
    });

    it('keeps lines of a cell apart where they are numbers', async () => {
      const body = '<table><tr><td>Bolt<br>Nut<td>1<br>200 Nm<br>dry<td><p>40<p>45</table>';
      expect(await html(body)).toEqual(['table_row: Bolt Nut | 1; 200 Nm dry | 40; 45']);
    });

    it.each([
      ['text/html', '<p>25 \xf8C', true],
      ['text/html', '<meta charset=iso-8859-1><p>25 \xb0C', false],
      ['text/markdown', '25 \xf8C', true],
    ] as const)('says when the encoding was guessed: %s %s', async (format, text, isGuess) => {
      expect((await files.read(format, Buffer.from(text, 'latin1'))).warnings).toHaveLength(isGuess ? 1 : 0);
    });

    it.each([
      ['utf-8', Buffer.from('25 \xb0C', 'latin1'), '25 °C', 1],
      ['iso-8859-1', Buffer.from('25 °C'), '25 °C', 1],
      ['shift_jis', Buffer.from('25 °C'), '25 °C', 1],
      ['koi8-r', Buffer.from('25 °C'), '25 °C', 1],
      ['iso-8859-1', Buffer.from('25 \xb0C', 'latin1'), '25 °C', 0],
      ['windows-1251', Buffer.from([0xcc, 0xee, 0xec, 0xe5, 0xed, 0xf2]), 'Момент', 0],
    ])('believes no declaration that the bytes contradict: %s %j', async (charset, body, text, warned) => {
      const { blocks, warnings } = await files.read(
        'text/html',
        Buffer.concat([Buffer.from(`<meta charset=${charset}><p>${'Torque the nut. '.repeat(9)}<p>`), body]),
      );
      expect([blocks.at(-1)!.text, warnings.length]).toEqual([text, warned]);
    });

    it('refuses what is text in no encoding', async () => {
      const bytes = Buffer.from(Array.from({ length: 2_000 }, (_, i) => (i * 7919) % 32));
      const file = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<p>'), bytes]).toString('latin1');
      expect((await files.read('text/html', Buffer.from(file, 'latin1'))).code).toBe('encoding');
    });

    it('keeps numbers apart, leaves out what is struck, and says so', async () => {
      const body = `<p>10<sup>5</sup> Pa, 1<sup>1</sup>/<sub>2</sub> in, 40<sup>2</sup> Nm</p>
        <p>1<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> turn, <math><msup><mn>10</mn><mn>4</mn></msup></math></p>
        <p><del>40</del>45 Nm <s>50</s><strike>60</strike><span style="text-decoration: line-through">70</span></p>
        <table><tr><td rowspan=2>Bolt<td>1/4<td>40<tr><td>3/8<td>60<tr><td colspan=2>Nut<td>80</table>`;
      expect(await html(body)).toEqual([
        'paragraph: 10⁵ Pa, 1 1/2 in, 40² Nm',
        'paragraph: 1 1/2 turn, 10⁴',
        'paragraph: 45 Nm',
        'table_row: Bolt | 1/4 | 40',
        'table_row: Bolt | 3/8 | 60',
        'table_row: Nut | | 80',
      ]);
      expect((await files.read('text/html', body)).warnings).toEqual([
        'Struck or deleted text was left out on page(s) 1.',
      ]);
      expect((await files.read('text/html', '<p><math><mglyph>5</mglyph></math></p>')).warnings).toHaveLength(1);
    });

    it('leaves out what nobody sees, and fetches nothing', async () => {
      const body = `<html><body><script>document.write('script')</script><template>t</template><!-- comment -->
        <noscript>no script</noscript><p hidden>hidden</p><div style="color:red; DISPLAY: none">none</div>
        <select><option>choice</select><textarea>typed</textarea><iframe src="http://127.0.0.1:9/">frame</iframe>
        <svg><text>drawn</text></svg><link rel=stylesheet href="http://127.0.0.1:9/a.css"><img src="http://127.0.0.1:9/a.png">
        <object data="file:///etc/passwd">object</object><p>Seen.</p>`;
      expect(await html(body)).toEqual(['paragraph: Seen.']);
    });

    it('finds notices by wording, class, role and picture', async () => {
      const body = `<body><p>WARNING: HOT.</p><div class="admonition warning"><p class=title>Danger</p><p>Gas.</p><ul><li>Leave</ul></div>
        <div class="caution-box">First.</div><div class="caution-box">Second.</div><p role=note>Noted.</p>
        <p><img alt="CAUTION" src=c.png>Heavy.</p><p class="footnote">Not one.</p><span class="warning">Red.</span>
        <h3>WARNING</h3><p>All of</p><p>this.</p><h3>Next</h3><p>Free.</p>
        <table><tr><td>Step<td>WARNING: pressure.<td>x</table>`;
      expect(await html(body)).toEqual([
        'warning: WARNING: HOT.',
        'warning: Danger\nGas.\n• Leave',
        'caution: CAUTION: First.',
        'caution: CAUTION: Second.',
        'note: NOTE: Noted.',
        'caution: CAUTION\nHeavy.',
        'paragraph: Not one.',
        'paragraph: Red.',
        'warning: WARNING\nAll of\nthis.',
        'heading 3: Next',
        'paragraph: Free.',
        'table_row: Step',
        'warning inline: WARNING: pressure.',
        'table_row: x',
      ]);
    });

    it.each<[string, Uint8Array]>([
      ['a byte order mark', Buffer.from('\ufeff<p>Höhe “1”', 'utf16le')],
      ['a declaration', Buffer.from('<meta charset="windows-1252"><p>H\xf6he \x931\x94', 'latin1')],
      [
        'an older declaration',
        Buffer.from('<meta content="text/html; charset=ISO-8859-1"><p>H\xf6he \x931\x94', 'latin1'),
      ],
      ['what its bytes are', Buffer.from('<p>Höhe “1”')],
      ['what they are not', Buffer.from('<p>H\xf6he \x931\x94', 'latin1')],
      ['no unknown encoding', Buffer.from('<meta charset="utf-7"><p>Höhe “1”')],
    ])('is decoded by %s', async (_what, content) => {
      expect(await html(content)).toEqual(['paragraph: Höhe “1”']);
    });

    it('begins pages where it is printed so, and cuts long ones', async () => {
      const body = `<p>One<p style="page-break-before: always">Two${'<p>Three hundred characters. '.padEnd(300, 'x').repeat(30)}`;
      const { document } = await files.read('text/html', body);
      expect(document.page_count).toBe(4);
    });

    it.each<[string, string, string]>([
      ['elements inside of elements', '<div>'.repeat(200_000), 'html_nesting'],
      ['elements that never end', '<b>'.repeat(200_000), 'html_nesting'],
      ['tables inside of tables', '<table><tr><td>'.repeat(100_000), 'html_nesting'],
      ['nothing', '', 'empty'],
    ])('is refused with %s', async (_what, content, code) => {
      expect(await files.refusal('text/html', content)).toBe(code);
    });

    it('is refused with more elements, text or pages than are allowed', async () => {
      const html = { max_nesting: 512, max_elements: 1_000 };
      expect(await files.refusal('text/html', '<br>'.repeat(2_000), { html })).toBe('html_elements');
      const long = `<p>${'x'.repeat(2_900)}`;
      expect(await files.refusal('text/html', long, { max_file_text_bytes: 1_000 })).toBe('too_much_text');
      expect(await files.refusal('text/html', long.repeat(9), { max_pages: 8 })).toBe('too_many_pages');
    });

    it('takes pictures in the file and unclosed tags for what they are', async () => {
      const picture = `<img src="data:image/png;base64,${'A'.repeat(1_000_000)}">`;
      expect(await html(`<p>One${picture}<p>Two<a href="`)).toEqual(['paragraph: One', 'paragraph: Two']);
    });
  });
});
