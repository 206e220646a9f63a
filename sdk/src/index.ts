export { createClient, type Call, type Client, type ClientOptions } from './client.js';
export type { CredentialOptions, Tokens } from './credentials.js';
export { ApiError, ConnectionError, type ErrorCode } from './errors.js';
export type { Answer, AnswerEvent, CallOptions, Item, ListPath, NotificationEvent } from './operations.js';
export { pages, paginate } from './pagination.js';
export type { Schema } from './schema-names.js';
export type { components, operations, paths } from './schema.js';
