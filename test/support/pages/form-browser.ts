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
  /** Whether it follows redirects and refreshing pages. */
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

  /** Submits the page's form whose address ends in `name`, with its present values and these fields. */
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
    const answer = { status: response.status, url, html, headers: response.headers };
    checkForm(options, answer);
    checkPolicy(answer);
    const onward = onwardOf(answer);
    return this.followsRedirects && onward ? this.visit(onward, { method: 'GET' }) : answer;
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

/** The address of a redirect or of a page that refreshes itself. */
export function onwardOf({ headers, html, url }: Visited): URL | null {
  const refresh = /<meta http-equiv="refresh"[^>]*>/.exec(html)?.[0] ?? '';
  const address = headers.get('location') ?? /url=(.*)/.exec(attributeOf(refresh, 'content'))?.[1];
  return address === undefined ? null : new URL(address, url);
}

/** As Chromium does with `form-action 'self'`: no redirect after a form leads to another origin. */
function checkForm({ method }: RequestInit, { headers, url }: Visited): void {
  const location = headers.get('location');
  if (method !== 'POST' || location === null) return;
  if (new URL(location, url).origin !== url.origin) throw new Error(`form-action forbids the redirect to ${location}`);
}

/** What every page of the service must be sent with. */
const POLICY = ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"];

function checkPolicy({ headers, url }: Visited): void {
  if (headers.has('location') || !headers.get('content-type')?.startsWith('text/html')) return;
  const policy = (headers.get('content-security-policy') ?? '').split(/;\s*/);
  const missing = POLICY.filter((directive) => !policy.includes(directive));
  if (headers.get('referrer-policy') !== 'no-referrer') missing.push('referrer-policy: no-referrer');
  if (missing.length > 0) throw new Error(`${url.pathname} is sent without ${missing.join(', ')}`);
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
