import { Badge, Button, SegmentedControl, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../api.js';
import { ListTable } from '../parts/list-table.js';
import { Problem } from '../parts/problem.js';
import { Screen } from '../parts/screen.js';
import { useAction } from '../parts/use-action.js';
import { When } from '../parts/when.js';
import { NOTIFICATIONS, useNotifications, useUnreadCount, type Choice, type Notification } from './notifications.js';
import './account.css';

const EMPTY: Readonly<Record<Choice, string>> = {
  all: 'Nothing yet. You are notified when a colleague mentions you, replies, shares a document, or when a document that you watch changes.',
  unread: 'You have read everything.',
  mention: 'Nobody has mentioned you.',
};

/** What colleagues and watched documents have for the user. */
export function NotificationsScreen() {
  const { show = 'all' } = useSearch({ from: '/signed-in-screens/account/notifications' });
  const navigate = useNavigate();
  const list = useNotifications(show);
  const { data: unread = 0 } = useUnreadCount();
  const readAll = useAction({
    run: () => api.POST('/notifications/read-all'),
    said: 'All are marked as read',
    changes: [NOTIFICATIONS],
  });
  return (
    <Screen
      title="Notifications"
      about="They appear here as they happen."
      actions={
        <Button variant="default" disabled={unread === 0} loading={readAll.isPending} onClick={() => readAll.act()}>
          Mark all as read
        </Button>
      }
    >
      <SegmentedControl
        className="choice"
        aria-label="Show"
        data={[
          { value: 'all', label: 'All' },
          { value: 'unread', label: unread === 0 ? 'Unread' : `Unread (${unread})` },
          { value: 'mention', label: 'Mentions' },
        ]}
        value={show}
        onChange={(value) =>
          void navigate({
            to: '/account/notifications',
            search: value === 'unread' || value === 'mention' ? { show: value } : {},
            replace: true,
          })
        }
      />
      {readAll.problem && <Problem error={readAll.problem} onRetry={() => readAll.act()} />}
      <ListTable
        name="Notifications"
        list={list}
        empty={EMPTY[show]}
        columns={[
          { title: 'What', cell: (one) => <What notification={one} /> },
          { title: 'When', cell: ({ created_at }) => <When at={created_at} /> },
          { title: 'Actions', cell: (one) => <Reading notification={one} /> },
        ]}
      />
    </Screen>
  );
}

function useReading({ id }: Notification) {
  return useAction({
    run: (read: boolean) => api.PATCH('/notifications/{id}', { params: { path: { id } }, body: { read } }),
    changes: [NOTIFICATIONS],
  });
}

function What({ notification }: { notification: Notification }) {
  const { actor, kind, document, page_number, revision_id, read } = notification;
  const { act } = useReading(notification);
  const who = actor?.name ?? 'A removed account';
  const where = page_number === null ? '' : `page ${page_number} of `;
  return (
    <Text size="sm" fw={read ? 400 : 600}>
      {!read && (
        <Badge color="#1864ab" radius="sm" mr="xs">
          unread
        </Badge>
      )}
      {WORDS[kind](who)}{' '}
      <Link
        to="/documents/$documentId/pages/$pageNumber"
        params={{ documentId: document.id, pageNumber: String(page_number ?? 1) }}
        search={revision_id === null ? {} : { revision: revision_id }}
        className="plain-link"
        onClick={() => !read && act(true)}
      >
        {where}
        {document.title}
      </Link>
    </Text>
  );
}

const WORDS: Readonly<Record<Notification['kind'], (who: string) => string>> = {
  mention: (who) => `${who} mentioned you on`,
  reply: (who) => `${who} replied to you on`,
  share: (who) => `${who} shared with you`,
  resolve: (who) => `${who} resolved your comment on`,
  revision: (who) => `${who} published a new revision of`,
  assignment: () => 'You must read and acknowledge',
  reminder: () => 'Your acknowledgement is due soon for',
  overdue: () => 'An acknowledgement is overdue for',
  temporary_revision: () => 'A temporary revision changed in',
  discrepancy: () => 'A discrepancy report changed on',
};

function Reading({ notification }: { notification: Notification }) {
  const { act, isPending, problem } = useReading(notification);
  const { read } = notification;
  const mark = (): void => act(!read);
  if (problem) return <Problem error={problem} onRetry={mark} />;
  return (
    <Button variant="default" size="xs" loading={isPending} onClick={mark}>
      {read ? 'Mark as unread' : 'Mark as read'}
    </Button>
  );
}
