#!/usr/bin/env node
import { EXIT } from './exit.js';
import { explain } from './explain.js';
import { runImport } from './import/import-command.js';
import { runMcp } from './mcp/mcp-command.js';
import { PACKAGE } from './package.js';

const COMMANDS: Readonly<Record<string, (args: string[]) => Promise<number>>> = {
  import: runImport,
  mcp: runMcp,
};

const HELP = `Usage: amk COMMAND …

  import DIR   turns the files of a folder into documents
  mcp          gives an assistant the tools of the service, by the Model Context Protocol

  amk COMMAND --help   options of a command
  amk --version
`;

async function main([name = '--help', ...args]: string[]): Promise<number> {
  if (name === '--version' || name === '--help' || name === '-h') {
    process.stdout.write(name === '--version' ? `${PACKAGE.version}\n` : HELP);
    return EXIT.done;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    process.stderr.write(`amk: unknown command ${JSON.stringify(name)}\n\n${HELP}`);
    return EXIT.usage;
  }
  try {
    return await command(args);
  } catch (error) {
    const { message, code } = explain(error);
    process.stderr.write(`amk ${name}: ${message}\n`);
    return code;
  }
}

process.exitCode = await main(process.argv.slice(2));
