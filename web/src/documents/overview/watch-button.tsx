import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.js';
import { Problem } from '../../parts/problem.js';
import { useAction } from '../../parts/use-action.js';

/** Turns notifications of new revisions on and off. */
export function WatchButton({ documentId }: { documentId: string }) {
  const params = { path: { id: documentId } };
  const { data } = useQuery({
    queryKey: ['watch', documentId],
    queryFn: async ({ signal }) => (await api.GET('/documents/{id}/watch', { params, signal })).data,
  });
  const isWatching = data?.watching ?? false;
  const change = useAction({
    run: (): Promise<unknown> =>
      isWatching ? api.DELETE('/documents/{id}/watch', { params }) : api.PUT('/documents/{id}/watch', { params }),
    said: isWatching ? 'You are no longer notified of new revisions.' : 'You are notified of new revisions.',
    changes: [['watch', documentId]],
  });
  if (change.problem) return <Problem error={change.problem} onRetry={() => change.act()} />;
  return (
    <Button
      variant="default"
      aria-pressed={isWatching}
      loading={change.isPending}
      disabled={data === undefined}
      onClick={() => change.act()}
    >
      {isWatching ? 'Stop watching' : 'Watch'}
    </Button>
  );
}
