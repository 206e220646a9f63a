import type { FetchResponse } from 'openapi-fetch';
import type { paths } from './schema.js';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Paths that have the method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];

/** JSON of an operation, with its envelope; never without content. */
export type Body<Operation extends Record<string | number, unknown>> = NonNullable<
  FetchResponse<Operation, object, 'application/json'>['data']
>;

export type Operation<M extends Method, P extends PathOf<M>> = Extract<paths[P][M], Record<string | number, unknown>>;

/** The envelope without `success`, and the response for its headers and status; its body has been read. */
export type Answer<T> = { response: Response } & ([T] extends [never]
  ? { data: undefined }
  : T extends { success: true; data: unknown; meta: unknown }
    ? Omit<T, 'success'>
    : { data: T });

/** Options of one call. */
export interface CallOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Overrides the client's; for a stream the longest silence, 45,000 by default. */
  timeoutMs?: number;
  /** Overrides the client's. */
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

/** Input of an operation; optional if nothing is required. */
export type Input<T> = Params<T> & RequestBody<T> & CallOptions;
export type Arguments<T> = [RequiredKeys<Input<T>>] extends [never] ? [input?: Input<T>] : [input: Input<T>];

/** Paths with pagination. */
export type ListPath = {
  [P in PathOf<'get'>]: Body<Operation<'get', P>> extends { pagination: unknown } ? P : never;
}[PathOf<'get'>];
export type Item<P extends ListPath> = Body<Operation<'get', P>> extends { data: (infer Element)[] } ? Element : never;

/** Paths of files instead of JSON. */
export type FilePath =
  | '/documents/{id}/content'
  | '/documents/{id}/pages/{number}/image'
  | '/chat/sessions/{id}/export'
  | '/organization/exports/{id}/content'
  | '/acknowledgements/{id}/evidence'
  | '/aircraft/export'
  | '/discrepancies/{id}/form'
  | '/discrepancies/{id}/pictures/{picture_id}'
  | '/job-cards/{id}/pdf'
  | '/offline-packages/{id}/file';

/** Events of the operation's stream; never without one. */
type EventOf<Operation> = Operation extends { responses: infer Responses }
  ? Extract<Responses[keyof Responses], { content: { 'text/event-stream': unknown } }>['content']['text/event-stream']
  : never;

type StreamPathOf<M extends Method> = {
  [P in PathOf<M>]: [EventOf<Operation<M, P>>] extends [never] ? never : P;
}[PathOf<M>];

/** Paths of questions with streamed answers. */
export type AskingPath = StreamPathOf<'post'>;
/** Paths with event streams. */
export type StreamPath = AskingPath | StreamPathOf<'get'>;

/** The operation that opens the stream. */
export type StreamOperation<P extends StreamPath> = P extends AskingPath
  ? Operation<'post', P>
  : P extends StreamPathOf<'get'>
    ? Operation<'get', P>
    : never;

/** Events of a path, without `error`, which is thrown. */
export type StreamEvent<P extends StreamPath> = Exclude<EventOf<StreamOperation<P>>, { event: 'error' }>;

/** Events of a chat answer; `message.done` is the last. */
export type AnswerEvent = StreamEvent<AskingPath>;

/** After `resync`, read the list: more events were missed than the stream repeats. */
export type NotificationEvent = StreamEvent<'/notifications/stream'>;
