import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { expectLinear, repeated } from '../../../../test/support/linear-time.js';
import { commentHtml } from './comment-html.js';

const ELEMENTS = ['p', 'br', 'em', 'strong', 'code', 'pre', 'ul', 'ol', 'li', 'blockquote', 'a'];

type Element = DefaultTreeAdapterTypes.Element;

/** All elements, as a browser would make them of the HTML. */
function elementsOf(html: string): Element[] {
  const found: Element[] = [];
  const open: DefaultTreeAdapterTypes.Node[] = [parseFragment(html)];
  for (let node = open.pop(); node; node = open.pop()) {
    if ('tagName' in node) found.push(node);
    if ('childNodes' in node) open.push(...node.childNodes);
  }
  return found;
}

const LINK = { href: /^(?:https:\/\/|mailto:)/i, rel: /^noopener noreferrer nofollow ugc$/ };

/** Whether an element is allowed and has only the attributes of safe links. */
function isHarmless({ tagName, attrs }: Element): boolean {
  if (!ELEMENTS.includes(tagName)) return false;
  if (tagName !== 'a') return attrs.length === 0;
  const [href, rel] = attrs;
  return (
    attrs.map(({ name }) => name).join() === 'href,rel' &&
    LINK.href.test(href!.value) &&
    ['https:', 'mailto:'].includes(new URL(href!.value).protocol) &&
    LINK.rel.test(rel!.value)
  );
}

/** Expects only harmless elements. Comparing each of many thousands by `expect` would take ten times as long. */
function expectHarmless(body: string): void {
  const html = commentHtml(body);
  const harmful = elementsOf(html).filter((element) => !isHarmless(element));
  if (harmful.length > 0 || /<!--|<!|<\?/.test(html)) expect([body, html]).toBe('harmless');
}

const ATTACKS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<math><mtext><table><mglyph><style><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<a href="javascript:alert(1)">x</a>',
  '<details open ontoggle=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><b/>',
  '</p><script>alert(1)</script><p>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](java&#10;script:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](&#x6A;avascript&colon;alert(1))',
  '[x](javascript&#58;alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](data:image/svg+xml;base64,PHN2Zy8+)',
  '[x](vbscript:msgbox(1))',
  '[x](file:///etc/passwd)',
  '[x](http://example.test)',
  '[x](//example.test)',
  '[x](/api/v1/users)',
  '[x](ftp://example.test)',
  '[x](https:javascript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x]( javascript:alert(1) )',
  '[x](https://example.test" onmouseover="alert(1))',
  '[x](https://example.test "onmouseover=alert(1)")',
  '[x](<https://example.test" onmouseover="alert(1)>)',
  `[x](https://example.test' onmouseover='alert(1))`,
  '[x](https://example.test/%22%3E%3Cscript%3Ealert(1)%3C/script%3E)',
  '[x](https://example.test/"><script>alert(1)</script>)',
  '[<img src=x onerror=alert(1)>](https://example.test)',
  '[a [b](https://b.test)](https://a.test)',
  '![x](https://example.test/x.png)',
  '![x](javascript:alert(1))',
  '![x"onerror="alert(1)](https://example.test)',
  '<https://example.test/"onmouseover="alert(1)>',
  '<javascript:alert(1)>',
  '<https://example.test/<script>alert(1)</script>>',
  '[x]: javascript:alert(1)\n\n[x]',
  '[x]: https://example.test "a\\"onmouseover=alert(1)"\n\n[x]',
  '```html"onmouseover="alert(1)\n<script>alert(1)</script>\n```',
  '```"><script>alert(1)</script>\n```',
  '`<script>alert(1)</script>`',
  '    <script>alert(1)</script>',
  '> <script>alert(1)</script>',
  '- <script>alert(1)</script>',
  '1. <img src=x onerror=alert(1)>',
  '99999999999999. x',
  '**<b onclick=alert(1)>x</b>**',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '\\<script\\>alert(1)\\</script\\>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=`x`onerror=alert(1)>',
  '\u2028<script>alert(1)</script>',
  '<\u0000script>alert(1)</script>',
  'mailto:x@example.test?subject="><script>',
  '<mailto:x@example.test?subject="><script>alert(1)</script>>',
  '| a | b |\n|---|---|\n| <script> | x |',
  '# <script>alert(1)</script>',
  '<style>@import "https://example.test"</style>',
  '<base href="https://example.test">',
  '<form action="https://example.test"><input name=q></form>',
  '<meta http-equiv=refresh content="0;url=https://example.test">',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  '{{constructor.constructor("alert(1)")()}}',
];

describe('commentHtml', () => {
  it.each([
    ['Check *this* **now**', '<p>Check <em>this</em> <strong>now</strong></p>\n'],
    ['one\ntwo\n\nthree', '<p>one<br>\ntwo</p>\n<p>three</p>\n'],
    ['`a < b`', '<p><code>a &lt; b</code></p>\n'],
    ['```\na\n```', '<pre><code>a\n</code></pre>\n'],
    ['- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n'],
    ['3. a\n4. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n'],
    ['> a', '<blockquote>\n<p>a</p>\n</blockquote>\n'],
    [
      '[SB](https://example.test/a?b=1&c=2)',
      '<p><a href="https://example.test/a?b=1&amp;c=2" rel="noopener noreferrer nofollow ugc">SB</a></p>\n',
    ],
    [
      '<mailto:tech@example.test>',
      '<p><a href="mailto:tech@example.test" rel="noopener noreferrer nofollow ugc">mailto:tech@example.test</a></p>\n',
    ],
    ['# No heading', '<p># No heading</p>\n'],
    ['![a](https://example.test/a.png)', null],
    ['5 < 6 & "7"', '<p>5 &lt; 6 &amp; &quot;7&quot;</p>\n'],
  ])('makes of %j what its signs mean', (body, html) => {
    if (html !== null) expect(commentHtml(body)).toBe(html);
    expectHarmless(body);
  });

  it.each(ATTACKS)('makes nothing of %j but text', (body) => {
    expectHarmless(body);
  });

  it('makes nothing but text of any two attacks, put together in any way', () => {
    for (const first of ATTACKS) {
      for (const second of ATTACKS) {
        expectHarmless(`${first}${second}`);
        expectHarmless(`> ${first}\n- ${second}`);
        expectHarmless(`[${first}](${second})`);
      }
    }
  });

  it.each(['[', '](', '*', '_', '`', '> ', '- ', '<', '&', '\\', '![', '**a ', '[a](', '<a@', '`` ` ', '\n> - '])(
    'takes time in proportion to %j, again and again',
    async (sign) => {
      await expectLinear(expectHarmless, repeated(sign), 1_250);
    },
  );
});
