import { ApiError, ConnectionError } from '../index.js';
import { EXIT, Interrupted, UsageError } from './exit.js';

const REMEDIES: Readonly<Record<number, string>> = {
  401: 'The service refused the API key. Check AMK_API_KEY, --key-file or --key',
  403: 'The API key cannot do this. An import needs a key with the scope document.manage',
  404: 'The URL is not that of the service, or the object does not exist. Check --url',
  429: 'The hourly limit of requests is used up. Run the same command later',
};

/** What the user reads about an error, and the exit code. */
export function explain(error: unknown): { message: string; code: number } {
  if (error instanceof UsageError) return { message: error.message, code: EXIT.usage };
  if (error instanceof Interrupted) return { message: error.message, code: EXIT.interrupted };
  if (error instanceof ApiError)
    return { message: refusal(error), code: error.status === 400 ? EXIT.usage : EXIT.stopped };
  if (error instanceof ConnectionError) return { message: `${error.message}: ${rootCause(error)}`, code: EXIT.stopped };
  return { message: error instanceof Error ? error.message : String(error), code: EXIT.stopped };
}

function refusal({ status, code, message, details, requestId }: ApiError): string {
  const issues = (details.errors as { field: string; issue: string }[] | undefined) ?? [];
  const said = issues.map(({ field, issue }) => `${field} ${issue}`).join('; ') || message;
  const remedy = REMEDIES[status];
  const request = requestId === null ? '' : `, request ${requestId}`;
  return `${remedy === undefined ? '' : `${remedy}.\n`}${said} (${status} ${code}${request})`;
}

/** The innermost cause: `fetch failed` alone helps nobody. */
function rootCause(error: Error): string {
  const { cause } = error;
  if (cause instanceof Error) return rootCause(cause);
  const { code } = error as NodeJS.ErrnoException;
  return error.message || (code ?? error.name);
}
