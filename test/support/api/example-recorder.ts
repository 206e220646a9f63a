import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { describedOperation } from './described-operations.js';

/** Folder for the exchanges of a run, for `npm run reference:examples`; unset in other runs. */
const FOLDER = process.env.REFERENCE_EXCHANGES;
/** Longer bodies are no good examples. Characters. */
const MOST = 20_000;

export interface Exchange {
  method: string;
  /** With the API's base and the query. */
  address: string;
  body?: unknown;
  status: number;
  type: string;
  /** Parsed JSON, or a list of server-sent events; null for files. */
  answer: unknown;
}

const recorded = new Set<string>();

/** Keeps the first successful exchange of each shape that an operation has in a test file. */
export function recordExchange(exchange: Exchange): void {
  if (FOLDER === undefined || exchange.status >= 300) return;
  const operation = describedOperation(exchange.method, exchange.address) as { operationId?: string } | null;
  if (!operation?.operationId) return;
  const body = fieldsOfForm(exchange.body);
  const line = JSON.stringify({ operation: operation.operationId, ...exchange, body });
  const key = operation.operationId + exchange.type + JSON.stringify(shapeOf([body ?? null, exchange.answer]));
  if (line.length > MOST || recorded.has(key)) return;
  recorded.add(key);
  mkdirSync(FOLDER, { recursive: true });
  appendFileSync(path.join(FOLDER, `${process.pid}.jsonl`), `${line}\n`);
}

/** JSON as it is; forms as their fields, with the names of files only. */
function fieldsOfForm(body: unknown): unknown {
  if (body instanceof URLSearchParams) return { form: Object.fromEntries(body) };
  if (body instanceof FormData) {
    const fields = [...body].map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : `@${value.name}`,
    ]);
    return { multipart: Object.fromEntries(fields) };
  }
  if (typeof body !== 'string') return body instanceof Uint8Array ? null : body;
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** Names of fields, and which are null. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? 0 : 1;
  return Object.entries(value).map(([name, child]) => [name, shapeOf(child)]);
}
