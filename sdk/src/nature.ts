import { IDEMPOTENT_POSTS } from './idempotent-posts.js';
import type { Method, PathOf } from './operations.js';

/** Searches use POST because of their size and change nothing. */
const READING_POSTS: ReadonlySet<string> = new Set<PathOf<'post'>>(['/search/documents', '/search/passages']);
/** Uploads and non-streamed answers. */
const LONG_POSTS: ReadonlySet<string> = new Set<PathOf<'post'>>([
  '/imports',
  '/documents',
  '/documents/{id}/revisions',
  '/chat/sessions',
  '/chat/sessions/{id}/messages',
]);

export function takesKey(method: Method, path: string): boolean {
  return method === 'post' && IDEMPOTENT_POSTS.has(path);
}

/** Whether a repeated call has no further effect: it reads, or has an `Idempotency-Key`. */
export function isRepeatable(method: Method, path: string): boolean {
  if (method === 'post') return IDEMPOTENT_POSTS.has(path) || READING_POSTS.has(path);
  return method !== 'patch';
}

export function takesLong(method: Method, path: string): boolean {
  return method === 'post' && LONG_POSTS.has(path);
}
