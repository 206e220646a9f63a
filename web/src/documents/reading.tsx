import { Badge, Group, Progress, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, type Schema } from 'aviation-maintenance-knowledge-client';
import { useEffect } from 'react';
import { api } from '../api.js';

type Ingestion = Schema<'IngestionResponse'>;
export type Summary = Schema<'IngestionSummaryResponse'>;

const FIRST_MS = 1500;
const LONGEST_MS = 15_000;

export const isRunning = ({ state }: Pick<Summary, 'state'>): boolean => state === 'queued' || state === 'processing';

interface Looked {
  error: Error | null;
  dataUpdateCount: number;
}

/** Frequent at first: most files are read in seconds, and requests of an organization are counted. */
function pauseAfter({ error, dataUpdateCount }: Looked, known: Summary | undefined): number | false {
  const isOver = (known && !isRunning(known)) ?? false;
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 403);
  if (isOver || isGone) return false;
  return Math.min(LONGEST_MS, FIRST_MS * 1.25 ** dataUpdateCount);
}

/** How far a revision is read, until it is. For those who manage the document. */
export function useIngestion(documentId: string, revisionId: string, known: Summary) {
  const client = useQueryClient();
  const isOpen = isRunning(known);
  const { data } = useQuery({
    queryKey: ['ingestion', documentId, revisionId],
    enabled: isOpen,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const params = { path: { id: documentId }, query: { revision_id: revisionId } };
      return (await api.GET('/documents/{id}/ingestion', { params, signal })).data;
    },
    refetchInterval: ({ state }) => pauseAfter(state, state.data),
  });
  const isOver = isOpen && data !== undefined && !isRunning(data);
  useEffect(() => {
    if (!isOver) return;
    void client.invalidateQueries({ queryKey: ['document', documentId] });
    void client.invalidateQueries({ queryKey: ['revisions', documentId] });
  }, [isOver, client, documentId]);
  return isOpen ? data : undefined;
}

/** The newest state of a document of a list, read again until it is ready or failed. */
export function useCurrent(document: Schema<'DocumentResponse'>): Schema<'DocumentResponse'> {
  const { data } = useQuery({
    queryKey: ['document', document.id],
    enabled: isRunning(document.ingestion),
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.GET('/documents/{id}', { params: { path: { id: document.id } }, signal })).data,
    refetchInterval: ({ state }) => pauseAfter(state, state.data?.ingestion),
  });
  return isRunning(document.ingestion) ? (data ?? document) : document;
}

interface ReadingProps {
  summary: Summary;
  progress?: Ingestion | undefined;
  pageCount?: number | null;
}

/** The state of reading in words, with its progress or the reason of its failure. */
export function Reading({ summary, progress, pageCount }: ReadingProps) {
  const { state, error } = progress ?? summary;
  if (state === 'failed') {
    return (
      <div role="status">
        <Group gap={6}>
          <Badge color="#b02a37" radius="sm">
            {error?.code === 'cancelled' ? 'stopped' : 'not readable'}
          </Badge>
        </Group>
        {error && (
          <Text size="sm" className="wrap">
            {error.message}
          </Text>
        )}
      </div>
    );
  }
  if (state === 'ready') {
    const count = pageCount ?? progress?.pages_total ?? null;
    return (
      <Text size="sm" role="status" className="no-wrap">
        {count === null ? 'Ready' : count === 1 ? 'Ready, 1 page' : `Ready, ${count} pages`}
      </Text>
    );
  }
  const { pages_done: done = 0, pages_total: total = null, seconds_left: left = null } = progress ?? {};
  return (
    <div role="status">
      <Text size="sm">
        {state === 'queued' ? 'Waiting to be read' : 'Being read'}
        {total !== null && `, page ${done} of ${total}`}
        {left !== null && left > 5 && `, about ${durationOf(left)} left`}
      </Text>
      {total !== null && <Progress value={(100 * done) / total} aria-label="Pages read" size="sm" mt={4} />}
    </div>
  );
}

const durationOf = (seconds: number): string =>
  seconds < 90 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
