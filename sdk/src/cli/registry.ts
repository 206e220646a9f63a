import type { Command } from './command.js';

type Load = () => Promise<{ commands: Command[] }>;

/** Commands by their first word. Each is loaded when it runs. */
export const REGISTRY: Readonly<Record<string, Load>> = {
  login: () => import('./commands/login.js'),
  logout: () => import('./commands/logout.js'),
  whoami: () => import('./commands/whoami.js'),
  search: () => import('./commands/search.js'),
  ask: () => import('./commands/ask.js'),
  upload: () => import('./commands/upload.js'),
  import: () => import('./import/import-command.js'),
  documents: () => import('./commands/documents.js'),
  pages: () => import('./commands/pages.js'),
  webhooks: () => import('./commands/webhooks.js'),
  keys: () => import('./commands/keys.js'),
  evidence: () => import('./commands/evidence.js'),
  offline: () => import('./offline/offline-command.js'),
  usage: () => import('./commands/usage.js'),
  mcp: () => import('./mcp/mcp-command.js'),
  completion: () => import('./commands/completion.js'),
};

export async function allCommands(): Promise<Command[]> {
  const groups = await Promise.all(Object.values(REGISTRY).map((load) => load()));
  return groups.flatMap(({ commands }) => commands);
}

/** The command of the first words, and the others as its arguments. Null if there is none. */
export async function findCommand([first = '', ...args]: string[]): Promise<{
  command: Command;
  args: string[];
} | null> {
  const load = Object.hasOwn(REGISTRY, first) ? REGISTRY[first] : undefined;
  const { commands } = (await load?.()) ?? { commands: [] };
  const [second = '', ...others] = args;
  const named = commands.find(({ name }) => name === `${first} ${second}`);
  if (named) return { command: named, args: others };
  const alone = commands.find(({ name }) => name === first);
  return alone ? { command: alone, args } : null;
}
