import { useIdle } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useEffect } from 'react';
import { api } from '../api.js';
import { useList } from '../parts/use-list.js';
import { SignedOut } from '../session/session.js';

export type Notification = Schema<'NotificationResponse'>;

export const NOTIFICATIONS = ['notifications'] as const;

/** Which of them are listed. */
export type Choice = 'all' | 'unread' | 'mention';

const QUERIES = { all: {}, unread: { unread: true }, mention: { kind: 'mention' } } as const;

export const useNotifications = (choice: Choice) =>
  useList([...NOTIFICATIONS, choice], (cursor, signal) =>
    api.GET('/notifications', { params: { query: { ...QUERIES[choice], ...(cursor && { cursor }) } }, signal }),
  );

export const useUnreadCount = () =>
  useQuery({
    queryKey: [...NOTIFICATIONS, 'count'],
    queryFn: async ({ signal }) => (await api.GET('/notifications/unread-count', { signal })).data.count,
  });

const NAME = 'console-notifications';
/** An unattended tab does not listen: each connection counts as a use of the session, which would never end. */
const UNATTENDED_MS = 600_000;
const RETRY_MS = 60_000;

/** Keeps notifications current while somebody works in this tab. All tabs share one stream. */
export function useLiveNotifications(): void {
  const client = useQueryClient();
  const isUnattended = useIdle(UNATTENDED_MS, { initialState: false });
  useEffect(() => {
    if (isUnattended) return undefined;
    const stop = new AbortController();
    const refresh = (): void => void client.invalidateQueries({ queryKey: NOTIFICATIONS });
    const tabs = new BroadcastChannel(NAME);
    tabs.onmessage = refresh;
    const told = (): void => {
      refresh();
      tabs.postMessage(null);
    };
    void navigator.locks
      .request(NAME, { signal: stop.signal }, () => listen(stop.signal, told))
      // Ended with this tab, or while it waited for the lock.
      .catch(() => undefined)
      .finally(() => tabs.close());
    return () => stop.abort();
  }, [client, isUnattended]);
}

/** Until `signal`. @throws SignedOut */
async function listen(signal: AbortSignal, told: () => void): Promise<void> {
  for (;;) {
    try {
      const events = api.stream('/notifications/stream', { signal });
      while (!(await events.next()).done) told();
    } catch (error) {
      if (signal.aborted || error instanceof SignedOut) throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY_MS);
      signal.addEventListener('abort', resolve);
    });
    signal.throwIfAborted();
  }
}
