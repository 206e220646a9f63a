import { follow } from './events.js';
import type {
  Answer,
  Arguments,
  Body,
  FilePath,
  Method,
  Operation,
  PathOf,
  StreamEvent,
  StreamOperation,
  StreamPath,
} from './operations.js';
import { senderOf, type SenderOptions, type Sent } from './sender.js';

/** Where the service is, who calls, and how patiently. */
export type ClientOptions = SenderOptions;

export type Call<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...args: Arguments<Operation<M, P>>
) => Promise<Answer<Body<Operation<M, P>>>>;

/** The API, with its paths, parameters and bodies as `openapi.json` names them. Each throws ApiError or ConnectionError. */
export interface Client {
  GET: Call<'get'>;
  POST: Call<'post'>;
  PUT: Call<'put'>;
  PATCH: Call<'patch'>;
  DELETE: Call<'delete'>;
  /** A file: its response, the body not read; 206 for a `Range`, 304 when it is the one that `If-None-Match` names. */
  download<P extends FilePath>(path: P, ...args: Arguments<Operation<'get', P>>): Promise<Response>;
  /** Events as they come, over as many connections as it takes. Ends with an answer's last; abort or `break` ends it before. */
  stream<P extends StreamPath>(
    path: P,
    ...args: Arguments<StreamOperation<P>>
  ): AsyncGenerator<StreamEvent<P>, void, undefined>;
}

/** @throws TypeError when more than one credential is given */
export function createClient(options: ClientOptions): Client {
  const send = senderOf(options);
  const call =
    (method: Method) =>
    async (path: string, input: Sent = {}): Promise<object> => {
      const { data, response } = await send(method, path, input);
      return isEnveloped(data) ? { ...opened(data), response } : { data, response };
    };
  const client: Record<keyof Client, unknown> = {
    GET: call('get'),
    POST: call('post'),
    PUT: call('put'),
    PATCH: call('patch'),
    DELETE: call('delete'),
    download: async (path: FilePath, input: Sent = {}) => {
      const headers = { Accept: '*/*', ...input.headers };
      return (await send('get', path, { ...input, headers }, 'stream')).response;
    },
    stream: (path: StreamPath, input: Sent = {}) => follow(send, path, input, options),
  };
  return client as Client;
}

interface Envelope {
  success: true;
  data: unknown;
  meta: unknown;
  pagination?: unknown;
}

function isEnveloped(data: unknown): data is Envelope {
  return typeof data === 'object' && data !== null && 'success' in data && 'meta' in data;
}

function opened({ data, meta, pagination }: Envelope): object {
  return { data, meta, ...(pagination !== undefined && { pagination }) };
}
