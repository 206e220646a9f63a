import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { ApiError } from '../../index.js';

/** The parts of a JSON-RPC message on which its way depends. */
interface Message {
  id?: string | number | null;
  method?: string;
  params?: Record<string, unknown> & { _meta?: Record<string, unknown> };
  result?: { protocolVersion?: string };
}

/** Versions from 2026-07-28 on name theirs in each message. */
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const TIMEOUT_MS = 300_000;
const UNANSWERED = 'The service did not answer the message. Check the URL';
const [PARSE_ERROR, SERVER_ERROR] = [-32700, -32000];

/** Carries messages between an assistant, over stdio, and the service's `/mcp`, which has the tools and keeps no session. */
export class McpBridge {
  private version: string | null = null;
  private readonly pending = new Map<string | number, AbortController>();

  /**
   * @param headers of every request, with the credential
   * @param write takes one line
   */
  constructor(
    private readonly url: string,
    private readonly headers: () => Promise<Readonly<Record<string, string>>>,
    private readonly write: (line: string) => void,
  ) {}

  /** Ends when the assistant closes the input, which cancels what it still waits for. */
  async run(input: Readable): Promise<void> {
    const open = new Set<Promise<void>>();
    for await (const line of createInterface({ input })) {
      const carried = this.carry(line).finally(() => open.delete(carried));
      open.add(carried);
    }
    for (const request of this.pending.values()) request.abort();
    await Promise.all(open);
  }

  private async carry(line: string): Promise<void> {
    if (line.trim() === '') return;
    const message = parsed(line);
    if (!message) return this.fail(null, PARSE_ERROR, 'The message is not a JSON object');
    const { method, params } = message;
    const id = message.id ?? undefined;
    if (method === 'notifications/cancelled') return this.pending.get(params?.requestId as string)?.abort();
    const abort = new AbortController();
    if (id !== undefined) this.pending.set(id, abort);
    try {
      const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const isAnswered = await this.exchange(message, line, signal);
      if (id !== undefined && !isAnswered && !abort.signal.aborted) this.fail(id, SERVER_ERROR, UNANSWERED);
    } catch (error) {
      if (id !== undefined && !abort.signal.aborted) this.fail(id, SERVER_ERROR, reasonOf(error));
    } finally {
      if (id !== undefined) this.pending.delete(id);
    }
  }

  /** Whether the assistant has got the answer to its message. */
  private async exchange(message: Message, body: string, signal: AbortSignal): Promise<boolean> {
    const headers = { ...(await this.headers()), ...this.headersOf(message) };
    const response = await fetch(this.url, { method: 'POST', headers, body, signal, redirect: 'error' });
    const type = response.headers.get('content-type') ?? '';
    if (response.body && type.startsWith('text/event-stream')) {
      const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
      for await (const { data } of events) if (this.deliver(message, data)) return true;
      return false;
    }
    const text = await response.text();
    // Also errors of the protocol.
    if (parsed(text) && 'jsonrpc' in parsed(text)!) return this.deliver(message, text);
    if (!response.ok) throw ApiError.of(response, parsed(text));
    return false;
  }

  /** Whether it was the answer, after which nothing follows. */
  private deliver({ id, method }: Message, text: string): boolean {
    const answer = parsed(text);
    if (!answer) return false;
    // Errors of a message that the service did not understand.
    if (answer.id === null) answer.id = id ?? null;
    if (method === 'initialize') this.version = answer.result?.protocolVersion ?? null;
    this.write(`${JSON.stringify(answer)}\n`);
    return id !== undefined && answer.id === id && answer.method === undefined;
  }

  /** Headers that repeat parts of the message (MCP, "Streamable HTTP"). */
  private headersOf({ method, params }: Message): Record<string, string> {
    const stated = params?._meta?.[VERSION_KEY];
    const version = typeof stated === 'string' ? stated : this.version;
    const name = params?.name ?? params?.uri;
    return {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(version !== null && { 'mcp-protocol-version': version }),
      ...(stated !== undefined && method !== undefined && { 'mcp-method': method }),
      ...(stated !== undefined && typeof name === 'string' && { 'mcp-name': encoded(name) }),
    };
  }

  private fail(id: string | number | null, code: number, message: string): void {
    this.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  }
}

function parsed(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Headers carry printable ASCII only. */
function encoded(value: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !value.startsWith('=?base64?');
  return isPlain ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`;
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) {
    const request = error.requestId === null ? '' : `, request ${error.requestId}`;
    return `${error.message} (${error.status} ${error.code}${request})`;
  }
  return `The service cannot be reached: ${error instanceof Error ? error.message : String(error)}`;
}
