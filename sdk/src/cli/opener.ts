import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Opens a web address or a file with the system's program. Without a shell, which would interpret characters of it. */
export async function open(target: string): Promise<boolean> {
  const [program, ...args] = openerOf(process.platform, process.env.BROWSER);
  const child = spawn(program, [...args, target], { stdio: 'ignore', detached: true });
  child.unref();
  try {
    await once(child, 'spawn');
    return true;
  } catch {
    return false;
  }
}

export function openerOf(platform: NodeJS.Platform, browser = ''): [string, ...string[]] {
  if (browser !== '') return [browser];
  if (platform === 'darwin') return ['open'];
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
}
