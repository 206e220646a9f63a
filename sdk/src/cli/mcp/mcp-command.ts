import { defineCommand } from '../command.js';
import { credentialFor } from '../connection.js';
import { UsageError } from '../exit.js';
import { PACKAGE } from '../package.js';
import { serviceOf } from '../sign-in/tokens.js';
import { McpBridge } from './mcp-bridge.js';

export const commands = [
  defineCommand({
    name: 'mcp',
    summary: 'gives an assistant the tools of the service, by the Model Context Protocol',
    details:
      'The assistant starts it, and speaks to it over stdin and stdout. The tools are those of /mcp: search_passages, get_page, ask, list_revisions.',
    positionals: [],
    options: {},
    action: async ({ connection }) => {
      if (connection['key-file'] === '-') throw new UsageError('--key-file cannot be -: stdin carries the protocol');
      const { baseUrl, credential } = credentialFor(connection);
      const { apiKey, accessToken } = credential;
      const headers = async (): Promise<Record<string, string>> => ({
        ...(apiKey === undefined ? { authorization: `Bearer ${await accessToken?.()}` } : { 'x-api-key': apiKey }),
        ...{ 'x-client-name': 'amk mcp', 'x-client-version': PACKAGE.version },
      });
      await new McpBridge(`${serviceOf(baseUrl)}/mcp`, headers, (message) => process.stdout.write(message)).run(
        process.stdin,
      );
    },
  }),
];
