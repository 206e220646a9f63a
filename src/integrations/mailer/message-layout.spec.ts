import { layOutMessage } from './message-layout.js';

const FULL = {
  greeting: 'Hello <Ada> & "Co",',
  paragraphs: ['You were invited.', "It's <script>alert(1)</script> safe."],
  action: { label: 'Accept <it>', url: 'https://app.example.test/accept?a=1&b="x"#token=abc_-9' },
  code: '123 456',
  notes: ['Valid until tomorrow.'],
};

describe('layOutMessage', () => {
  it('writes plain text with the link in full and the code on a line of its own', () => {
    expect(layOutMessage(FULL).text).toBe(`Hello <Ada> & "Co",

You were invited.

It's <script>alert(1)</script> safe.

Accept <it>:
https://app.example.test/accept?a=1&b="x"#token=abc_-9

    123 456

Valid until tomorrow.

-- 
Aviation Maintenance Knowledge Service
This message was sent automatically; replies are not read.
`);
  });

  it('escapes everything in HTML, in text and attributes', () => {
    const { html } = layOutMessage(FULL);
    expect(html).toContain('Hello &lt;Ada&gt; &amp; &quot;Co&quot;,');
    expect(html).toContain('It&#39;s &lt;script&gt;alert(1)&lt;/script&gt; safe.');
    expect(html).toContain('href="https://app.example.test/accept?a=1&amp;b=&quot;x&quot;#token=abc_-9"');
    expect(html).toContain('>Accept &lt;it&gt;</a>');
    expect(html).not.toMatch(/<script|<Ada>/);
  });

  it('has the same words in both forms', () => {
    const { text, html } = layOutMessage({ ...FULL, greeting: 'Hello Ada,', paragraphs: ['One.', 'Two.'] });
    for (const line of ['Hello Ada,', 'One.', 'Two.', '123 456', 'Valid until tomorrow.', 'replies are not read']) {
      expect(text).toContain(line);
      expect(html).toContain(line);
    }
  });

  it('fetches nothing when it is opened', () => {
    const { html } = layOutMessage(FULL);
    expect(html).not.toMatch(/<(img|link|script|iframe|object|video|svg)|src=|url\(|@import|http-equiv/i);
    expect(html.match(/https?:\/\/[^"<\s]+/g)?.every((url) => url.startsWith('https://app.example.test/'))).toBe(true);
  });

  it('leaves out what is not given, and takes another footer', () => {
    const { text, html } = layOutMessage({ paragraphs: ['Only this.'], footer: ['Example Air'] });
    expect(text).toBe('Only this.\n\n-- \nExample Air\n');
    expect(html).not.toMatch(/<a |class="code"|undefined/);
  });

  it('links each of a list, in both forms', () => {
    const items = [{ text: 'One <b>', url: 'https://app.example.test/1?a="b"' }];
    const { text, html } = layOutMessage({ paragraphs: ['News:'], items });
    expect(text).toContain('News:\n\n- One <b>\n  https://app.example.test/1?a="b"\n');
    expect(html).toContain('<a href="https://app.example.test/1?a=&quot;b&quot;">One &lt;b&gt;</a>');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])('links to no %s', (url) => {
    expect(() => layOutMessage({ paragraphs: [], action: { label: 'x', url } })).toThrow('cannot link');
    expect(() => layOutMessage({ paragraphs: [], items: [{ text: 'x', url }] })).toThrow('cannot link');
  });
});
