/** Markup that is safe to send: made by {@link html} only, which escapes everything put into it. */
export class Html {
  constructor(private readonly markup: string) {}

  toString(): string {
    return this.markup;
  }
}

/** What can stand in a template; what is absent leaves nothing behind. */
export type Part = Html | string | number | null | undefined | false | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand in an element or in a quoted attribute. */
function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.toString();
  return Array.isArray(part) ? part.map(render).join('') : escape(String(part));
}

/**
 * A template whose parts are escaped unless they are {@link Html} themselves: html`<p title="${text}">${text}</p>`.
 * Attributes have to be quoted; no part may stand in a script, a style, an event handler or an address that it chooses.
 */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(render)));
}

export const NOTHING = html``;
