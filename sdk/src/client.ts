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

/** URL of the service, credential, and retries. */
export type ClientOptions = SenderOptions;

export type Call<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...args: Arguments<Operation<M, P>>
) => Promise<Answer<Body<Operation<M, P>>>>;

/** The API with the paths, parameters and bodies of `openapi.json`. Methods throw ApiError or ConnectionError. */
export interface Client {
  GET: Call<'get'>;
  POST: Call<'post'>;
  PUT: Call<'put'>;
  PATCH: Call<'patch'>;
  DELETE: Call<'delete'>;
  /** Returns the response of a file with an unread body; 206 for a `Range`, 304 for a matching `If-None-Match`. */
  download<P extends FilePath>(path: P, ...args: Arguments<Operation<'get', P>>): Promise<Response>;
  /** Yields events and reconnects as needed. Ends with the answer's last event; abort or `break` ends it earlier. */
  stream<P extends StreamPath>(
    path: P,
    ...args: Arguments<StreamOperation<P>>
  ): AsyncGenerator<StreamEvent<P>, void, undefined>;
}

/** @throws TypeError for more than one credential */
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
