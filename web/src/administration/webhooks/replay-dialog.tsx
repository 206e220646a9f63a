import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api.js';
import { Dialog, DialogForm } from '../../parts/dialog.js';
import { fieldError } from '../../parts/issues.js';
import { useAction } from '../../parts/use-action.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface ReplayDialogProps {
  webhookId: string;
  opened: boolean;
  onClose: () => void;
}

/** Delivers the events of a period again. */
export function ReplayDialog({ webhookId, opened, onClose }: ReplayDialogProps) {
  const [from, setFrom] = useState(() => localTime(Date.now() - HOUR_MS));
  const [to, setTo] = useState(() => localTime(Date.now() + MINUTE_MS));
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
  const { problem } = replay;
  return (
    <Dialog opened={opened} onClose={onClose} title="Replay events">
      <DialogForm
        verb="Replay"
        action={replay}
        fields={['from', 'to']}
        onCancel={onClose}
        onSubmit={() => replay.act()}
      >
        <Text size="sm">
          The endpoint receives the events of this period again, with their first ids. Events are kept for 30 days.
        </Text>
        <TextInput
          type="datetime-local"
          label="From"
          required
          value={from}
          {...fieldError(problem, 'from')}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label="Until"
          required
          value={to}
          {...fieldError(problem, 'to')}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}

/** A time as inputs of the type `datetime-local` have it, in the browser's time zone. */
function localTime(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}
