import type { Scope } from '../../scopes.js';

/** Explains scopes to users; who the user is first. Null for scopes that need no explanation. */
const WORDS: Readonly<Record<Scope, string | null>> = {
  openid: null,
  profile: 'See your name, role, team and organization',
  email: 'See your email address',
  offline_access: 'Stay connected until your session ends',
  'document.view': 'Read documents and their pages',
  'document.search': 'Search documents',
  'document.comment': 'Comment on documents',
  'document.share': 'Share documents with your colleagues',
  'document.manage': 'Upload, edit, publish and withdraw documents',
  'discrepancy.create': 'Report discrepancies in documents',
  'chat.use': 'Ask the assistants questions about the documents',
  'assignment.manage': 'Assign revisions to colleagues, who must acknowledge them, and see who has signed',
  'acknowledgement.sign': 'Sign that you have read what is assigned to you, which applications cannot do',
  'user.manage': 'Manage the accounts of your colleagues',
  'api.access': 'List your API keys, without the keys themselves',
  'webhook.manage': 'Manage webhooks, which notify other systems of changes',
  'audit.view': 'Read the audit trail of your organization',
  'aircraft.manage': 'Maintain the register of aircraft',
  'directive.manage': 'Record directives and bulletins, and what was done of them on each aircraft',
  'system.settings': 'See and change the settings of your organization',
};

/** Explanations in a fixed order. Unknown scopes are shown as they are; `openid` alone means identity only. */
export function wordsOf(scopes: readonly string[]): string[] {
  const known = Object.entries(WORDS).flatMap(([scope, words]) =>
    words !== null && scopes.includes(scope) ? [words] : [],
  );
  const unknown = scopes.filter((scope) => !Object.hasOwn(WORDS, scope));
  const all = [...known, ...unknown];
  return all.length > 0 ? all : ['Recognize your account'];
}
