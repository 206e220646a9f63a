import { IDEMPOTENT_POSTS } from './idempotent-posts.js';
import type { Method, PathOf } from './operations.js';

/** Searches are POSTs for the size of their questions; they change nothing. */
const READING_POSTS: ReadonlySet<string> = new Set<PathOf<'post'>>(['/search/documents', '/search/passages']);
/** A file may take long to come, an answer asked for whole to be made. */
const LONG_POSTS: ReadonlySet<string> = new Set<PathOf<'post'>>([
  '/documents',
  '/documents/{id}/revisions',
  '/chat/sessions',
  '/chat/sessions/{id}/messages',
]);

export function takesKey(method: Method, path: string): boolean {
  return method === 'post' && IDEMPOTENT_POSTS.has(path);
}

/** Whether calling it twice is calling it once: by HTTP, since it reads, or by the `Idempotency-Key` that it gets. */
export function isRepeatable(method: Method, path: string): boolean {
  if (method === 'post') return IDEMPOTENT_POSTS.has(path) || READING_POSTS.has(path);
  return method !== 'patch';
}

export function takesLong(method: Method, path: string): boolean {
  return method === 'post' && LONG_POSTS.has(path);
}
