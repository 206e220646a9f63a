import { ApiError, ConnectionError } from '../index.js';
import { EXIT, Interrupted, StopError, UsageError, type ExitCode } from './exit.js';
import { printable } from './terminal.js';

const REMEDIES: Readonly<Record<number, string>> = {
  401: 'The service refused the API key or sign-in. Run amk login, or check AMK_API_KEY, --key-file or --key',
  404: 'The object does not exist, or the URL is not that of the service. Check --url',
  429: 'The hourly limit of requests is used up. Run the same command later',
};
const CODES: Readonly<Record<number, ExitCode>> = {
  400: EXIT.usage,
  401: EXIT.notSignedIn,
  403: EXIT.refused,
  404: EXIT.notFound,
  410: EXIT.notFound,
  429: EXIT.rateLimited,
};

/** What the user reads about an error, and the exit code. */
export function explain(error: unknown): { message: string; code: ExitCode } {
  if (error instanceof UsageError) return { message: error.message, code: EXIT.usage };
  if (error instanceof Interrupted) return { message: error.message, code: EXIT.interrupted };
  if (error instanceof StopError) return { message: error.message, code: error.code };
  if (error instanceof ApiError) return { message: printable(refusal(error)), code: codeOf(error) };
  if (error instanceof ConnectionError)
    return { message: `${error.message}: ${rootCause(error)}`, code: EXIT.unavailable };
  return { message: error instanceof Error ? error.message : String(error), code: EXIT.stopped };
}

function codeOf({ status }: ApiError): ExitCode {
  return CODES[status] ?? (status >= 500 ? EXIT.unavailable : EXIT.stopped);
}

function refusal(error: ApiError): string {
  const { status, code, message, details, requestId } = error;
  const issues = (details.errors as { field: string; issue: string }[] | undefined) ?? [];
  const said = issues.map(({ field, issue }) => `${field} ${issue}`).join('; ') || message;
  const remedy = status === 403 ? remedyOf403(error) : REMEDIES[status];
  const request = requestId === null ? '' : `, request ${requestId}`;
  return `${remedy === undefined ? '' : `${remedy}.\n`}${said} (${status} ${code}${request})`;
}

function remedyOf403({ details }: ApiError): string | undefined {
  const { required_permission: needed } = details;
  if (typeof needed !== 'string') return undefined;
  return `This needs the scope ${needed}: use an API key that has it, or amk login --scopes ${needed}, if your role includes it`;
}

/** The innermost cause: `fetch failed` alone helps nobody. */
function rootCause(error: Error): string {
  const { cause } = error;
  if (cause instanceof Error) return rootCause(cause);
  const { code } = error as NodeJS.ErrnoException;
  return error.message || (code ?? error.name);
}
