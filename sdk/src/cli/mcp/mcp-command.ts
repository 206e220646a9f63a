import { parseArgs } from 'node:util';
import { CONNECTION_HELP, CONNECTION_OPTIONS, targetOf } from '../connection.js';
import { EXIT, UsageError } from '../exit.js';
import { PACKAGE } from '../package.js';
import { McpBridge } from './mcp-bridge.js';

const HELP = `Usage: amk mcp --url URL [options]

Serves the Model Context Protocol over stdin and stdout, for an assistant that starts it.
The tools are those of the service's /mcp: search_passages, get_page, ask, list_revisions.
${CONNECTION_HELP}

Exit code: 0 the assistant closed stdin, 2 wrong usage.
`;

const OPTIONS = { ...CONNECTION_OPTIONS, help: { type: 'boolean', short: 'h', default: false } } as const;

export async function runMcp(args: string[]): Promise<number> {
  const values = parsed(args);
  if (values.help) {
    process.stdout.write(HELP);
    return EXIT.done;
  }
  if (values['key-file'] === '-') throw new UsageError('--key-file cannot be -: stdin carries the protocol');
  const { baseUrl, apiKey } = targetOf(values);
  const url = baseUrl.replace(/(?:\/api)?\/v\d+$/, '/mcp');
  const headers = { 'x-api-key': apiKey, 'x-client-name': 'amk mcp', 'x-client-version': PACKAGE.version };
  await new McpBridge(url, headers, (message) => process.stdout.write(message)).run(process.stdin);
  return EXIT.done;
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}. See amk mcp --help`);
  }
}
