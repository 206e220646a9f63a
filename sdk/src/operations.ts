import type { FetchResponse } from 'openapi-fetch';
import type { paths } from './schema.js';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have the method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];

/** An operation's JSON, with its envelope; never where it answers nothing. */
export type Body<Operation extends Record<string | number, unknown>> = NonNullable<
  FetchResponse<Operation, object, 'application/json'>['data']
>;

export type Operation<M extends Method, P extends PathOf<M>> = Extract<paths[P][M], Record<string | number, unknown>>;

/** What comes back: the envelope without `success`, beside the response, whose body is read, for its headers and status. */
export type Answer<T> = { response: Response } & ([T] extends [never]
  ? { data: undefined }
  : T extends { success: true; data: unknown; meta: unknown }
    ? Omit<T, 'success'>
    : { data: T });

/** Terms of one call. */
export interface CallOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** In place of the client's; for a stream also the longest silence, 45,000 otherwise. */
  timeoutMs?: number;
  /** In place of the client's. */
  retries?: number;
}

type RequiredKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T];

type Params<T> = T extends { parameters: infer Given }
  ? [RequiredKeys<Given>] extends [never]
    ? { params?: Given }
    : { params: Given }
  : object;

type RequestBody<T> = T extends { requestBody: { content: infer Content } }
  ? { body: Content[keyof Content] }
  : T extends { requestBody?: { content: infer Content } }
    ? { body?: Content[keyof Content] }
    : { body?: never };

/** What an operation is called with; may be left out where nothing is required. */
export type Input<T> = Params<T> & RequestBody<T> & CallOptions;
export type Arguments<T> = [RequiredKeys<Input<T>>] extends [never] ? [input?: Input<T>] : [input: Input<T>];

/** Paths that are read page by page. */
export type ListPath = {
  [P in PathOf<'get'>]: Body<Operation<'get', P>> extends { pagination: unknown } ? P : never;
}[PathOf<'get'>];
export type Item<P extends ListPath> = Body<Operation<'get', P>> extends { data: (infer Element)[] } ? Element : never;

/** Paths of files, not of JSON. */
export type FilePath =
  '/documents/{id}/content' | '/documents/{id}/pages/{number}/image' | '/chat/sessions/{id}/export';

/** What a stream of the operation tells, one by one; never where there is none. */
type EventOf<Operation> = Operation extends { responses: infer Responses }
  ? Extract<Responses[keyof Responses], { content: { 'text/event-stream': unknown } }>['content']['text/event-stream']
  : never;

type StreamPathOf<M extends Method> = {
  [P in PathOf<M>]: [EventOf<Operation<M, P>>] extends [never] ? never : P;
}[PathOf<M>];

/** Paths of questions whose answers can be told as events. */
export type AskingPath = StreamPathOf<'post'>;
/** Paths that are told as events. */
export type StreamPath = AskingPath | StreamPathOf<'get'>;

/** What opens the stream. */
export type StreamOperation<P extends StreamPath> = P extends AskingPath
  ? Operation<'post', P>
  : P extends StreamPathOf<'get'>
    ? Operation<'get', P>
    : never;

/** Events of a path. `error` is none of them: it is thrown. */
export type StreamEvent<P extends StreamPath> = Exclude<EventOf<StreamOperation<P>>, { event: 'error' }>;

/** What an answer of the chat is told by; `message.done` is the last. */
export type AnswerEvent = StreamEvent<AskingPath>;

/** After `resync` more was missed than is told one by one: the list is to be read. */
export type NotificationEvent = StreamEvent<'/notifications/stream'>;
