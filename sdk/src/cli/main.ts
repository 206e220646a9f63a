#!/usr/bin/env node
import { EXIT, EXIT_MEANINGS } from './exit.js';
import { redacted } from './redaction.js';

async function main(words: string[]): Promise<number> {
  const [first = '--help', second] = words;
  if (first === '--version') {
    const { PACKAGE } = await import('./package.js');
    process.stdout.write(`${PACKAGE.version}\n`);
    return EXIT.done;
  }
  if (first === '--help' || first === '-h') {
    process.stdout.write(await helpOf(''));
    return EXIT.done;
  }
  const { findCommand, REGISTRY } = await import('./registry.js');
  const found = await findCommand(words);
  if (!found && Object.hasOwn(REGISTRY, first) && (second === '--help' || second === '-h')) {
    process.stdout.write(await helpOf(first));
    return EXIT.done;
  }
  if (!found) {
    const group = Object.hasOwn(REGISTRY, first) ? first : '';
    const word = redacted(JSON.stringify(group === '' ? first : (second ?? '')));
    process.stderr.write(`amk: unknown command ${word}${group && ` of ${group}`}\n\n${await helpOf(group)}`);
    return EXIT.usage;
  }
  try {
    return await found.command.run(found.args);
  } catch (error) {
    const { explain } = await import('./explain.js');
    const { message, code } = explain(error);
    process.stderr.write(`amk ${found.command.name}: ${redacted(message)}\n`);
    return code;
  }
}

/** @param group first word of the commands to list, or all */
async function helpOf(group: string): Promise<string> {
  const [{ usageOf }, { allCommands }] = await Promise.all([import('./command.js'), import('./registry.js')]);
  const commands = (await allCommands()).filter(({ name }) => group === '' || name.startsWith(`${group} `));
  const usages = commands.map((command) => usageOf(command).slice('amk '.length));
  const width = Math.max(...usages.map(({ length }) => length));
  const lines = commands.map(({ summary }, index) => `  ${usages[index]!.padEnd(width)}  ${summary}`);
  const codes = Object.entries(EXIT_MEANINGS).map(([code, meaning]) => `  ${code.padStart(3)}  ${meaning}`);
  return `Usage: amk COMMAND …

${lines.join('\n')}

  amk COMMAND --help   options of a command
  amk --version

Exit codes:
${codes.join('\n')}
`;
}

// As a program that a signal ends when nobody reads what it writes.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(EXIT.pipeClosed);
  });

process.exitCode = await main(process.argv.slice(2));
