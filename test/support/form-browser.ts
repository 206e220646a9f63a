/** A page, or the address outside of the service to which the browser was sent. */
export interface Visited {
  status: number;
  /** Where it ended. */
  url: URL;
  html: string;
  headers: Headers;
}

interface Cookie {
  value: string;
  path: string;
}

const FIELD = /<input\b[^>]*>/g;

/**
 * A browser without JavaScript: keeps cookies, follows redirects and sends the forms of pages. It stops at the first address
 * that is not the service's.
 */
export class FormBrowser {
  /** Whether it goes on by itself where an answer sends it. */
  followsRedirects = true;
  private readonly cookies = new Map<string, Cookie>();

  /**
   * @param issuer the service's address as browsers know it
   * @param baseUrl where it listens
   */
  constructor(
    private readonly issuer: string,
    private readonly baseUrl: () => string,
  ) {}

  get(url: string | URL): Promise<Visited> {
    return this.visit(new URL(url, this.issuer), { method: 'GET' });
  }

  post(url: string | URL, fields: Record<string, string>): Promise<Visited> {
    return this.visit(new URL(url, this.issuer), { method: 'POST', body: new URLSearchParams(fields) });
  }

  /** Sends the page's form whose address ends in `name`, with what stands in it already and these fields. */
  submit(page: Visited, name: string, fields: Record<string, string>): Promise<Visited> {
    const form = [...page.html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].find(([, attributes = '']) =>
      attributeOf(attributes, 'action').endsWith(name),
    );
    if (!form) throw new Error(`no form for ${name} at ${page.url.href} (${page.status}): ${page.html.slice(0, 2000)}`);
    const [, attributes = '', content = ''] = form;
    const hidden = [...content.matchAll(FIELD)].map(([input]) => [
      attributeOf(input, 'name'),
      attributeOf(input, 'value'),
    ]);
    const all = { ...(Object.fromEntries(hidden) as Record<string, string>), ...fields };
    return this.post(new URL(attributeOf(attributes, 'action'), page.url), all);
  }

  /** Signs in with password on the page where an authorization request led. */
  async signIn(page: Visited, { email, password }: { email: string; password: string }): Promise<Visited> {
    const next = await this.submit(page, '/email', { email });
    return this.submit(next, '/password', { password });
  }

  /** Puts its cookies into another browser. */
  plantCookiesIn(victim: FormBrowser): void {
    for (const [key, cookie] of this.cookies) victim.cookies.set(key, cookie);
  }

  cookieNames(): string[] {
    return [...this.cookies.keys()].map((key) => key.split(' ')[0] ?? '');
  }

  forget(name: string): void {
    for (const key of this.cookies.keys()) if (key.startsWith(`${name} `)) this.cookies.delete(key);
  }

  private async visit(url: URL, options: RequestInit): Promise<Visited> {
    if (url.origin !== new URL(this.issuer).origin) {
      return { status: 0, url, html: '', headers: new Headers() };
    }
    const response = await fetch(this.baseUrl() + url.pathname + url.search, {
      ...options,
      headers: { accept: 'text/html', cookie: this.cookiesFor(url) },
      redirect: 'manual',
    });
    this.keep(response.headers.getSetCookie(), url);
    const html = await response.text();
    const location = response.headers.get('location');
    if (this.followsRedirects && response.status >= 300 && response.status < 400 && location !== null) {
      return this.visit(new URL(location, url), { method: 'GET' });
    }
    return { status: response.status, url, html, headers: response.headers };
  }

  /** What it sends along to the address, as the header has it. */
  cookiesFor({ pathname }: URL): string {
    return [...this.cookies]
      .filter(([, { path }]) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
      .join('; ');
  }

  private keep(lines: string[], { pathname }: URL): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(/;\s*/);
      const [name = '', value = ''] = pair.split(/=(.*)/);
      const named = (wanted: string): string | undefined =>
        attributes.find((attribute) => attribute.toLowerCase().startsWith(`${wanted}=`))?.split('=')[1];
      const path = named('path') ?? pathname.slice(0, pathname.lastIndexOf('/') || 1);
      const expires = named('expires');
      const over = named('max-age') === '0' || (expires !== undefined && new Date(expires) <= new Date());
      if (over) this.cookies.delete(`${name} ${path}`);
      else this.cookies.set(`${name} ${path}`, { value, path });
    }
  }
}

function attributeOf(tag: string, name: string): string {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  return value
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
