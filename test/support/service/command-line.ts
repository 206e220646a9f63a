import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { compiledFile, projectRoot } from '@amks/reader/processes/installation.js';

/** How a tool ended. */
export interface ToolResult {
  code: number | null;
  output: string;
  errors: string;
}

/** A tool that runs. */
export interface RunningTool {
  /** By default ends it at once, as a crash does. */
  kill(signal?: NodeJS.Signals): void;
  /** What it has written so far. */
  output(): string;
  ended: Promise<ToolResult>;
}

/** Runs a compiled script, `backup` for `npm run backup`, with these settings and none of the developer's. */
export function runTool(name: string, args: string[], env: Record<string, string>): Promise<ToolResult> {
  return startTool(name, args, env).ended;
}

/** The same, for tools that do not come to their end. */
export function startTool(name: string, args: string[], env: Record<string, string>): RunningTool {
  return start(compiledFile(`${name}.js`), args, env, env.DATA_DIR);
}

/** `amk`, the command line of the client. */
export function startAmk(args: string[], env: Record<string, string>, cwd: string): RunningTool {
  return start(path.join(projectRoot(), 'sdk/dist/cli/main.js'), args, env, cwd);
}

function start(program: string, args: string[], env: Record<string, string>, cwd: string | undefined): RunningTool {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    // Libraries that speak of versions of Node to come are not what a tool says.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_NO_WARNINGS: '1', ...env },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
  const ended = Promise.all([text(child.stderr), once(child, 'close')]).then(([errors]) => ({
    ...{ code: child.exitCode, output, errors },
  }));
  return { kill: (signal = 'SIGKILL') => void child.kill(signal), output: () => output, ended };
}
