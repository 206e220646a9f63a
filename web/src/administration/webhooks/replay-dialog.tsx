import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api.js';
import { issuesOf } from '../../parts/field-issues.js';
import { localTime } from '../../parts/local-time.js';
import { Problem } from '../../parts/problem.js';
import { useAction } from '../../parts/use-action.js';

const HOUR_MS = 3_600_000;

interface ReplayDialogProps {
  webhookId: string;
  opened: boolean;
  onClose: () => void;
}

/** Delivers the events of a period again. */
export function ReplayDialog({ webhookId, opened, onClose }: ReplayDialogProps) {
  const [from, setFrom] = useState(() => localTime(Date.now() - HOUR_MS));
  const [to, setTo] = useState(() => localTime(Date.now() + 60_000));
  const replay = useAction({
    run: async () =>
      (
        await api.POST('/webhooks/{id}/replay', {
          params: { path: { id: webhookId } },
          body: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
        })
      ).data,
    said: ({ replayed }) => `${replayed} ${replayed === 1 ? 'event is' : 'events are'} delivered again.`,
    changes: [['webhooks', webhookId, 'deliveries']],
    onDone: onClose,
  });
  const issue = issuesOf(replay.problem);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Replay events"
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          replay.act();
        }}
      >
        <Stack>
          <Text size="sm">
            The endpoint receives the events of this period again, with their first ids. Events are kept for 30 days.
          </Text>
          <TextInput
            type="datetime-local"
            label="From"
            required
            value={from}
            error={issue('from')}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="datetime-local"
            label="Until"
            required
            value={to}
            error={issue('to')}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          {replay.problem && <Problem error={replay.problem} onRetry={() => replay.act()} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={replay.isPending}>
              Replay
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
