/** What permissions and scopes allow, in the order in which they are listed. Scopes without words only identify the user. */
const WORDS: Readonly<Record<string, string>> = {
  profile: 'See your name, role and team',
  email: 'See your email address',
  'document.view': 'Read documents and their pages',
  'document.search': 'Search documents',
  'document.comment': 'Comment on documents',
  'document.share': 'Share documents with colleagues',
  'document.manage': 'Upload, edit, publish and withdraw documents',
  'discrepancy.create': 'Report discrepancies in documents',
  'chat.use': 'Ask the assistants questions',
  'assignment.manage': 'Assign revisions to colleagues and see who has signed',
  'acknowledgement.sign': 'Sign what is assigned to you, never with a key',
  'user.manage': 'Manage accounts of colleagues',
  'api.access': 'Manage your API keys',
  'webhook.manage': 'Manage webhooks',
  'audit.view': 'Read the audit trail',
  'aircraft.manage': 'Maintain the register of aircraft',
  'directive.manage': 'Record directives and bulletins, and what was done of them',
  'system.settings': 'Change the settings of the organization',
  'directory.manage': 'Provision accounts from a directory',
};

/** Without those that a directory alone uses. */
export const PERMISSIONS = Object.keys(WORDS).filter((name) => name.includes('.') && name !== 'directory.manage');

export const permissionWords = (name: string): string => WORDS[name] ?? name;

/** Scopes of OAuth that allow less than the permission of a key. */
const LESS: Readonly<Record<string, string>> = { 'api.access': 'See your API keys, without the keys themselves' };

/** For a list of scopes of OAuth, of which some need no words. */
export const scopeWords = (scopes: readonly string[]): string[] => {
  const words = Object.keys(WORDS).filter((name) => scopes.includes(name));
  return words.length > 0 ? words.map((name) => LESS[name] ?? permissionWords(name)) : ['Recognize your account'];
};
