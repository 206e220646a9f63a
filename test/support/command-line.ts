import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { compiledFile } from '../../src/common/project-root.js';

/** How a tool ended. */
export interface ToolResult {
  code: number | null;
  output: string;
  errors: string;
}

/** Runs a compiled script, `backup` for `npm run backup`, with these settings and none of the developer's. */
export async function runTool(name: string, args: string[], env: Record<string, string>): Promise<ToolResult> {
  const child = spawn(process.execPath, [compiledFile(`scripts/${name}.js`), ...args], {
    cwd: env.DATA_DIR,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, output, errors };
}
