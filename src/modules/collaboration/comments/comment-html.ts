import MarkdownIt from 'markdown-it';

/** Of bodies: emphasis, code, lists, quotes and links; headings, tables, pictures and HTML stay as they were typed. */
const RULES = ['backticks', 'emphasis', 'entity', 'escape', 'newline', 'balance_pairs', 'link', 'autolink'];
const BLOCKS = ['blockquote', 'fence', 'list'];
/** Deeper quotes and lists are text. */
const MAX_NESTING = 12;

const LINK = /^(?:https:\/\/|mailto:)/i;

/**
 * Starts from nothing and allows the few rules above, so that what comes out consists of the tags of these and of escaped
 * text whatever is typed: there is no HTML to be sanitised afterwards. The only attributes are those of links.
 */
const markdown = new MarkdownIt('zero', { html: false, linkify: false, breaks: true, maxNesting: MAX_NESTING });
markdown.enable([...RULES, ...BLOCKS]);
markdown.validateLink = (address) => LINK.test(address) && URL.canParse(address);
markdown.renderer.rules['link_open'] = (tokens, index): string => {
  const address = String(tokens[index]?.attrGet('href') ?? '');
  return `<a href="${markdown.utils.escapeHtml(address)}" rel="noopener noreferrer nofollow ugc">`;
};
markdown.renderer.rules['ordered_list_open'] = (): string => '<ol>\n';
markdown.renderer.rules['fence'] = (tokens, index): string =>
  `<pre><code>${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>\n`;

/** A body as HTML to be put into a page: p, br, em, strong, code, pre, ul, ol, li, blockquote, and links to https and mailto. */
export function commentHtml(body: string): string {
  return markdown.render(body);
}
