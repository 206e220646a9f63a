import { Badge, Button, Code, Group, Modal, Select, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../../api.js';
import { ListTable, LoadingRows } from '../../parts/list-table.js';
import { Problem } from '../../parts/problem.js';
import { useAction } from '../../parts/use-action.js';
import { useList } from '../../parts/use-list.js';
import { When } from '../../parts/when.js';

type Delivery = Schema<'DeliveryResponse'>;
type State = Delivery['state'];

const STATES: Record<State, { label: string; color: string }> = {
  pending: { label: 'Waiting', color: '#8a5300' },
  delivered: { label: 'Delivered', color: '#1f6b30' },
  failed: { label: 'Failed', color: '#b02a37' },
  cancelled: { label: 'Canceled', color: '#495057' },
};
const REFRESH_MS = 3_000;

/** What was sent to an endpoint, newest first. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const [state, setState] = useState<State | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const list = useList<Delivery>(
    ['webhooks', webhookId, 'deliveries', state],
    (cursor, signal) =>
      api.GET('/webhooks/{id}/deliveries', {
        params: { path: { id: webhookId }, query: { cursor, ...(state && { state }) } },
        signal,
      }),
    { refreshAfter: (rows) => (rows.some((row) => row.state === 'pending') ? REFRESH_MS : false) },
  );
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-end">
        <Title order={2} size="h4">
          Deliveries
        </Title>
        <Select
          label="State"
          placeholder="All"
          clearable
          data={Object.entries(STATES).map(([value, { label }]) => ({ value, label }))}
          value={state}
          onChange={(value) => setState(value as State | null)}
        />
      </Group>
      <ListTable
        name="Deliveries"
        list={list}
        empty="Nothing was sent yet. Send a test event to see one."
        columns={[
          {
            title: 'Event',
            cell: ({ id, event }) => (
              <button type="button" className="row-link" onClick={() => setOpened(id)}>
                {event}
              </button>
            ),
          },
          { title: 'State', cell: (row) => <DeliveryState state={row.state} /> },
          { title: 'Answer', cell: ({ last_status: status, last_error: error }) => status ?? error ?? 'None yet' },
          { title: 'Attempts', cell: ({ attempt_count: count }) => count },
          { title: 'Time', cell: ({ created_at: at }) => <When at={at} /> },
        ]}
      />
      <Modal
        opened={opened !== null}
        onClose={() => setOpened(null)}
        title="Delivery"
        size="xl"
        closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
      >
        {opened !== null && <DeliveryLog webhookId={webhookId} deliveryId={opened} />}
      </Modal>
    </Stack>
  );
}

const DeliveryState = ({ state }: { state: State }) => <Badge color={STATES[state].color}>{STATES[state].label}</Badge>;

/** Requests and answers of a delivery, and what can be done about it. */
function DeliveryLog({ webhookId, deliveryId }: { webhookId: string; deliveryId: string }) {
  const params = { path: { id: webhookId, delivery_id: deliveryId } };
  const queryKey = ['webhooks', webhookId, 'deliveries', 'log', deliveryId];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.GET('/webhooks/{id}/deliveries/{delivery_id}', { params, signal })).data,
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? REFRESH_MS : false),
  });
  const changes = [['webhooks', webhookId, 'deliveries']];
  const retry = useAction({
    run: () => api.POST('/webhooks/{id}/deliveries/{delivery_id}/retry', { params }),
    said: 'The event is delivered again.',
    changes,
  });
  const cancel = useAction({
    run: () => api.POST('/webhooks/{id}/deliveries/{delivery_id}/cancel', { params }),
    said: 'The delivery was canceled.',
    changes,
  });
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows />;
  const problem = retry.problem ?? cancel.problem;
  return (
    <Stack>
      <Group justify="space-between">
        <Group gap="xs">
          <DeliveryState state={data.state} />
          <Text size="sm" fw={600}>
            {data.event}
          </Text>
        </Group>
        {data.state === 'pending' ? (
          <Button variant="default" onClick={() => cancel.act()} loading={cancel.isPending}>
            Cancel the delivery
          </Button>
        ) : (
          <Button variant="default" onClick={() => retry.act()} loading={retry.isPending}>
            Deliver again
          </Button>
        )}
      </Group>
      {problem && <Problem error={problem} onRetry={() => void refetch()} />}
      <Text size="sm">
        Event <Code className="wrap">{data.event_id}</Code>, <When at={data.occurred_at} />
        {data.next_attempt_at !== null && (
          <>
            , next attempt <When at={data.next_attempt_at} />
          </>
        )}
      </Text>
      {data.attempts.length === 0 && <Text size="sm">No attempt was made yet.</Text>}
      {data.attempts.map((attempt) => (
        <Attempt key={attempt.number} attempt={attempt} />
      ))}
    </Stack>
  );
}

function Attempt({ attempt }: { attempt: Schema<'AttemptResponse'> }) {
  const answer = attempt.status === null ? attempt.error : `status ${attempt.status}`;
  return (
    <section aria-label={`Attempt ${attempt.number}`}>
      <Text size="sm" fw={600}>
        Attempt {attempt.number}: {answer}, {attempt.duration_ms} ms, <When at={attempt.started_at} />
      </Text>
      <Text size="sm">Request</Text>
      <Code block tabIndex={0} className="payload">
        {`${headersOf(attempt.request_headers)}\n\n${attempt.request_body}`}
      </Code>
      {attempt.response_headers && (
        <>
          <Text size="sm">Answer</Text>
          <Code block tabIndex={0} className="payload">
            {`${headersOf(attempt.response_headers)}\n\n${attempt.response_body ?? ''}`}
          </Code>
        </>
      )}
    </section>
  );
}

const headersOf = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
