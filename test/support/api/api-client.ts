import { expectEnvelope } from './envelope.js';
import { recordExchange } from './example-recorder.js';

/** Untyped by nature: assertions say what is in it. */
export type Json = ReturnType<typeof JSON.parse>;

/** A response; its body is parsed JSON, other text, or null when empty. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  body: Json;
  /** The body as it came. */
  text: string;
}

export interface RequestOptions {
  headers?: Record<string, string>;
  /** Sent as JSON; a string, bytes or a form goes as it is. */
  body?: unknown;
}

/**
 * A client of the service's API. It checks every response as all of them must be: request id and rate limit headers,
 * and the envelope where the contract requires one.
 */
export class ApiClient {
  /**
   * @param baseUrl evaluated for every request, since a restarted service listens on another port
   * @param credentials headers sent with every request
   */
  constructor(
    private readonly baseUrl: () => string,
    private readonly credentials: Readonly<Record<string, string>> = {},
  ) {}

  withBearer(token: string): ApiClient {
    return new ApiClient(this.baseUrl, { authorization: `Bearer ${token}` });
  }

  withKey(key: string): ApiClient {
    return new ApiClient(this.baseUrl, { 'x-api-key': key });
  }

  /** The same caller's sandbox. */
  inSandbox(): ApiClient {
    return new ApiClient(() => `${this.baseUrl()}/sandbox`, this.credentials);
  }

  anonymous(): ApiClient {
    return new ApiClient(this.baseUrl);
  }

  get(path: string, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.request('GET', path, { headers });
  }

  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.request('POST', path, { headers, body });
  }

  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.request('PATCH', path, { headers, body });
  }

  delete(path: string, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.request('DELETE', path, { headers });
  }

  /** POST of a multipart form with one `file`, after its other fields. */
  upload(
    path: string,
    fields: Record<string, string>,
    file: { content: Uint8Array | string; name?: string; type?: string },
    headers?: Record<string, string>,
  ): Promise<ApiResponse> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const content = typeof file.content === 'string' ? file.content : new Uint8Array(file.content);
    const blob = new Blob([content], { type: file.type ?? 'application/octet-stream' });
    form.append('file', blob, file.name ?? 'file.pdf');
    return this.request('POST', path, { headers, body: form });
  }

  /** `path` is below /api/v1 unless it starts with another base or names a route at the root, such as /healthz. */
  async request(method: string, path: string, { headers = {}, body }: RequestOptions = {}): Promise<ApiResponse> {
    const response = await fetch(this.baseUrl() + absolute(path), {
      method,
      headers: { accept: 'application/json', ...contentType(body), ...this.credentials, ...headers },
      body: asBody(body),
      redirect: 'manual',
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const parsed: Json = isJson && text !== '' ? JSON.parse(text) : text === '' ? null : text;
    const result = { status: response.status, headers: response.headers, body: parsed, text };
    expectEnvelope(method, absolute(path), result);
    const type = response.headers.get('content-type') ?? '';
    recordExchange({
      method,
      address: absolute(path),
      body,
      status: response.status,
      type,
      answer: isJson ? parsed : null,
    });
    return result;
  }

  /** All items of a list, page by page. */
  async listAll(path: string, limit = 100): Promise<Json[]> {
    const items: Json[] = [];
    let cursor: string | null = null;
    do {
      const separator = path.includes('?') ? '&' : '?';
      const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await this.get(`${path}${separator}limit=${limit}${next}`);
      items.push(...(body.data as Json[]));
      cursor = body.pagination.next_cursor as string | null;
    } while (cursor !== null);
    return items;
  }
}

const OUTSIDE_OF_THE_BASE =
  /^\/(api|v1|healthz|readyz|metrics|mcp|docs|openapi|asyncapi|llms|\.well-known)(\/|\.|\?|$)/;

function absolute(path: string): string {
  return OUTSIDE_OF_THE_BASE.test(path) ? path : `/api/v1${path}`;
}

const goesAsItIs = (body: unknown): body is NonNullable<RequestInit['body']> =>
  typeof body === 'string' || body instanceof FormData || body instanceof URLSearchParams || body instanceof Uint8Array;

function asBody(body: unknown): RequestInit['body'] {
  if (body === undefined) return null;
  return goesAsItIs(body) ? body : JSON.stringify(body);
}

/** A form brings its own content type, with its boundary. */
function contentType(body: unknown): Record<string, string> {
  const bringsItsOwn = body === undefined || body instanceof FormData || body instanceof URLSearchParams;
  return bringsItsOwn ? {} : { 'content-type': 'application/json' };
}
