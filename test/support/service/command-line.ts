import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { compiledFile } from '@amks/reader/processes/installation.js';

/** How a tool ended. */
export interface ToolResult {
  code: number | null;
  output: string;
  errors: string;
}

/** A tool that runs. */
export interface RunningTool {
  /** Ends it at once, as a crash does. */
  kill(): void;
  ended: Promise<ToolResult>;
}

/** Runs a compiled script, `backup` for `npm run backup`, with these settings and none of the developer's. */
export function runTool(name: string, args: string[], env: Record<string, string>): Promise<ToolResult> {
  return startTool(name, args, env).ended;
}

/** The same, for tools that do not come to their end. */
export function startTool(name: string, args: string[], env: Record<string, string>): RunningTool {
  const child = spawn(process.execPath, [compiledFile(`${name}.js`), ...args], {
    cwd: env.DATA_DIR,
    // Libraries that speak of versions of Node to come are not what a tool says.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_NO_WARNINGS: '1', ...env },
  });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([output, errors]) => ({ code: child.exitCode, output, errors }),
  );
  return { kill: () => void child.kill('SIGKILL'), ended };
}
