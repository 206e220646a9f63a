import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { ApiError, ConnectionError } from 'aviation-maintenance-knowledge-client';
import { SessionUnavailable } from '../session/session.js';

interface ProblemProps {
  error: Error;
  onRetry?: (() => void) | undefined;
  /** Reads again what another user changed meanwhile. */
  onReload?: (() => void) | undefined;
}

/** What went wrong, in words, with the request id for support. */
export function Problem({ error, onRetry, onReload }: ProblemProps) {
  const isReloaded = onReload !== undefined && isOutdated(error);
  const requestId = error instanceof ApiError || error instanceof SessionUnavailable ? error.requestId : null;
  return (
    <Alert color="red" title={isReloaded ? 'It was changed meanwhile' : titleOf(error)} role="alert" variant="outline">
      <Text size="sm">{adviceOf(error)}</Text>
      {requestId !== null && (
        <Text size="sm" mt="xs">
          Request <Code>{requestId}</Code>
        </Text>
      )}
      <Group mt="sm">
        <Button variant="default" onClick={isReloaded ? onReload : (onRetry ?? (() => location.reload()))}>
          {isReloaded ? 'Reload' : 'Try again'}
        </Button>
      </Group>
    </Alert>
  );
}

/** Reasons of 409 that say that something is not as the screen shows it. */
const OUTDATED: readonly unknown[] = [
  ...['not_open', 'not_closed', 'instruction_changed', 'already_approved', 'no_instruction'],
  ...['revision_superseded', 'revision_not_active'],
];

const isOutdated = (error: Error): boolean =>
  error instanceof ApiError &&
  (error.status === 412 || (error.status === 409 && OUTDATED.includes(error.details.reason)));

function titleOf(error: Error): string {
  if (isConnection(error)) return 'No connection to the service';
  if (!(error instanceof ApiError)) return 'Something went wrong';
  if (error.status === 404) return 'Not found';
  if (error.status === 403) return 'Not allowed';
  return error.status === 429 ? 'Too many requests' : 'The service could not do this';
}

function adviceOf(error: Error): string {
  if (isConnection(error)) return 'Check your network. Nothing that you typed is lost.';
  if (!(error instanceof ApiError)) return 'Reload the page. If it happens again, tell your administrator.';
  if (error.status === 404) return 'It does not exist, or you have no access to it.';
  if (error.status === 403 && error.details.reason === undefined) return 'Your role does not allow this.';
  if (error.status === 429) return `Try again in ${error.retryAfter ?? 60} seconds.`;
  return error.message;
}

function isConnection(error: Error): boolean {
  return error instanceof ConnectionError || (error instanceof SessionUnavailable && error.requestId === null);
}
