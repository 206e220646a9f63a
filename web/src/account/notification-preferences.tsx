import { Group, SegmentedControl, Select, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../api.js';
import { LoadingRows } from '../parts/list-table.js';
import { Problem } from '../parts/problem.js';
import { useAction } from '../parts/use-action.js';

type Preferences = Schema<'NotificationPreferencesResponse'>;
type Kind =
  | 'mention'
  | 'reply'
  | 'share'
  | 'resolve'
  | 'revision'
  | 'temporary_revision'
  | 'assignment'
  | 'reminder'
  | 'overdue'
  | 'discrepancy';

const PREFERENCES = ['notification-preferences'] as const;

const KINDS: readonly [Kind, string][] = [
  ['mention', 'Somebody mentions you'],
  ['reply', 'Somebody replies to your comment'],
  ['resolve', 'Somebody resolves your comment'],
  ['share', 'Somebody shares a document with you'],
  ['revision', 'A document that you watch has a new revision'],
  [
    'temporary_revision',
    'A temporary revision of a document you watch changes, or one in your documents must be reviewed',
  ],
  ['assignment', 'A revision is assigned to you'],
  ['reminder', 'Your acknowledgement is due soon'],
  ['overdue', 'An acknowledgement is overdue'],
  ['discrepancy', 'A discrepancy report of yours or in your documents changes'],
];

const WAYS = [
  { value: 'off', label: 'Off' },
  { value: 'in_app', label: 'Console' },
  { value: 'email', label: 'Mail too' },
];

const DIGESTS = [
  { value: 'off', label: 'Never' },
  { value: 'hourly', label: 'At most once an hour' },
  { value: 'daily', label: 'Once a day' },
];

const HOUR = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** The service has hours in UTC; they are shown in the time zone of the browser. */
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: HOUR.format(new Date(new Date().setUTCHours(hour, 0, 0, 0))),
}));

/** Which events notify the user, and where. A choice is stored at once. */
export function NotificationPreferences() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: PREFERENCES,
    queryFn: async ({ signal }) => (await api.GET('/users/me/notification-preferences', { signal })).data,
  });
  const change = useAction({
    run: async (body: Partial<Preferences>) => {
      client.setQueryData<Preferences>(PREFERENCES, (stored) => stored && { ...stored, ...body });
      try {
        return await api.PATCH('/users/me/notification-preferences', { body });
      } catch (refused) {
        await client.invalidateQueries({ queryKey: PREFERENCES });
        throw refused;
      }
    },
    said: 'Saved',
    changes: [PREFERENCES],
  });
  return (
    <section className="settings-section" aria-labelledby="notified">
      <Title order={2} size="h5" id="notified">
        Notify me when
      </Title>
      {error && !data && <Problem error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingRows />}
      {change.problem && <Problem error={change.problem} onRetry={change.again} />}
      {data && (
        <>
          {KINDS.map(([kind, words]) => (
            <Group key={kind} justify="space-between" gap={4} className="preference">
              <Text size="sm" id={`notify-${kind}`} className="grow">
                {words}
              </Text>
              <SegmentedControl
                aria-labelledby={`notify-${kind}`}
                data={WAYS}
                value={data[kind]}
                onChange={(way) => change.act({ [kind]: way })}
              />
            </Group>
          ))}
          <Group align="flex-end" gap="xs">
            <Select
              label="Mail about what is unread"
              data={DIGESTS}
              allowDeselect={false}
              value={data.digest}
              onChange={(digest) => digest && change.act({ digest: digest as Preferences['digest'] })}
            />
            {data.digest === 'daily' && (
              <Select
                label="From"
                data={HOURS}
                allowDeselect={false}
                value={String(data.digest_hour)}
                onChange={(hour) => hour && change.act({ digest_hour: Number(hour) })}
              />
            )}
          </Group>
        </>
      )}
    </section>
  );
}
