import { PermissionResponse } from '../../../users/dto/role.response.js';

/** Scopes of OpenID Connect (Core 1.0, 5.4 and 11) in words; null for what needs none beside the others. */
const IDENTITY_SCOPES: readonly (readonly [string, string | null])[] = [
  ['openid', null],
  ['profile', 'See your name, role and organization'],
  ['email', 'See your e-mail address'],
  ['offline_access', 'Stay connected while your session lasts, without asking you again'],
];

/** What every scope lets a client do, who the user is first. A description's exceptions by role are left out. */
const WORDS: ReadonlyMap<string, string | null> = new Map([
  ...IDENTITY_SCOPES,
  ...PermissionResponse.all().map(
    ({ permission, description }) => [permission, description.split(';', 1)[0] ?? ''] as const,
  ),
]);

/** The scopes in plain words and in one order. One without words stands for itself; `openid` alone means knowing who it is. */
export function wordsOf(scopes: readonly string[]): string[] {
  const known = [...WORDS].flatMap(([scope, words]) => (words !== null && scopes.includes(scope) ? [words] : []));
  const unknown = scopes.filter((scope) => !WORDS.has(scope));
  const all = [...known, ...unknown];
  return all.length > 0 ? all : ['Know that it is you'];
}
