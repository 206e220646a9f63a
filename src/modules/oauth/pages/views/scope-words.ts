import type { Scope } from '../../scopes.js';

/**
 * What every scope lets an application do, for people who never heard of scopes; who the user is first. Null for what needs no
 * words beside the others.
 */
const WORDS: Readonly<Record<Scope, string | null>> = {
  openid: null,
  profile: 'See your name, role, team and organization',
  email: 'See your e-mail address',
  offline_access: 'Stay connected while your session lasts, without asking you again',
  'document.view': 'Read documents and their pages',
  'document.search': 'Search documents',
  'document.comment': 'Comment on documents',
  'document.share': 'Share documents with your colleagues',
  'document.manage': 'Upload, edit, publish and withdraw documents',
  'chat.use': 'Ask the assistants questions about the documents',
  'user.manage': 'Manage the accounts of your colleagues',
  'api.access': 'See which access keys you have for other programs, but not the keys themselves',
  'webhook.manage': 'Decide which other systems are told when something changes',
  'audit.view': 'Read the record of who did what in your organization',
  'system.settings': 'See and change the settings of your organization',
};

/** The scopes in plain words and in one order. One without words stands for itself; `openid` alone means knowing who it is. */
export function wordsOf(scopes: readonly string[]): string[] {
  const known = Object.entries(WORDS).flatMap(([scope, words]) =>
    words !== null && scopes.includes(scope) ? [words] : [],
  );
  const unknown = scopes.filter((scope) => !Object.hasOwn(WORDS, scope));
  const all = [...known, ...unknown];
  return all.length > 0 ? all : ['Know that it is you'];
}
