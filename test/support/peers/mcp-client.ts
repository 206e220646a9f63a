import path from 'node:path';
import { Client, StreamableHTTPClientTransport, type OAuthClientProvider } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { projectRoot } from '@amks/reader/processes/installation.js';
import type { Json } from '../api/api-client.js';
import { TEST_ISSUER } from '../service/running-process.js';

/** How a client finds the version: the handshake of 2025, or that of each message since 2026. */
export type Handshake = 'legacy' | 'auto';

const ABOUT = { name: 'assistant', version: '1.0.0' };

function makeClient(mode: Handshake): Client {
  return new Client(ABOUT, { versionNegotiation: { mode } });
}

/** To the issuer's address, on which the service of a test does not listen. */
export function mcpTransport(
  baseUrl: string,
  options: { headers?: Record<string, string>; authProvider?: OAuthClientProvider },
): StreamableHTTPClientTransport {
  const { headers = {}, authProvider } = options;
  return new StreamableHTTPClientTransport(new URL(`${TEST_ISSUER}/mcp`), {
    ...(authProvider && { authProvider }),
    requestInit: { headers },
    fetch: (url, init) => fetch(String(url).replace(TEST_ISSUER, baseUrl), init),
  });
}

/** An assistant that is connected over HTTP. */
export async function mcpClient(
  baseUrl: string,
  headers: Record<string, string>,
  handshake: Handshake = 'legacy',
): Promise<Client> {
  const client = makeClient(handshake);
  await client.connect(mcpTransport(baseUrl, { headers }));
  return client;
}

/** An assistant that started `amk mcp`. */
export async function stdioClient(env: Record<string, string>, handshake: Handshake = 'legacy'): Promise<Client> {
  const client = makeClient(handshake);
  const program = path.join(projectRoot(), 'sdk/dist/cli/main.js');
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env }));
  return client;
}

/** The result of a tool; throws for an error. */
export async function called(client: Client, name: string, given: Record<string, unknown>): Promise<Json> {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: given });
  const text = textOf(content);
  if (isError) throw new Error(text);
  return { ...(structuredContent as object), text };
}

function textOf(content: readonly { type: string; text?: unknown }[]): string {
  const [first] = content;
  if (content.length !== 1 || typeof first?.text !== 'string') throw new Error(JSON.stringify(content));
  return first.text;
}

/** What an error of a tool says. */
export async function refused(client: Client, name: string, given: Record<string, unknown>): Promise<Json> {
  const { isError, content } = await client.callTool({ name, arguments: given });
  const text = textOf(content);
  if (!isError) throw new Error(`no error: ${text}`);
  return JSON.parse(text).error;
}
