import { Badge, Button, Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../../api.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { LoadingRows } from '../../parts/list-table.js';
import { Problem } from '../../parts/problem.js';
import { Screen } from '../../parts/screen.js';
import { Secret } from '../../parts/secret.js';
import { GRACE_PERIODS, USUAL_GRACE } from '../../parts/grace-periods.js';
import { useAction } from '../../parts/use-action.js';
import { When } from '../../parts/when.js';
import { Deliveries } from './deliveries.js';
import { ReplayDialog } from './replay-dialog.js';
import { WebhookForm } from './webhook-form.js';
import { WebhookState } from './webhooks-screen.js';

/** An endpoint with its deliveries. */
export function WebhookScreen() {
  const { webhookId } = useParams({ from: '/signed-in-screens/administration/webhooks/$webhookId' });
  const { data, error, refetch } = useQuery({
    queryKey: ['webhooks', webhookId],
    queryFn: async ({ signal }) =>
      (await api.GET('/webhooks/{id}', { params: { path: { id: webhookId } }, signal })).data,
  });
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  return data ? <Endpoint webhook={data} /> : <LoadingRows />;
}

type Dialog = 'change' | 'rotate' | 'replay' | 'delete' | null;

function Endpoint({ webhook }: { webhook: Schema<'WebhookResponse'> }) {
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = (): void => setDialog(null);
  const params = { path: { id: webhook.id } };
  const change = useAction({
    run: (body: Schema<'UpdateWebhookRequest'>) => api.PATCH('/webhooks/{id}', { params, body }),
    said: 'The endpoint was changed.',
    changes: [['webhooks']],
    onDone: close,
  });
  const test = useAction({
    run: () => api.POST('/webhooks/{id}/test', { params }),
    said: 'A test event is on its way. See the deliveries.',
    changes: [['webhooks', webhook.id, 'deliveries']],
  });
  return (
    <Screen
      title={webhook.url}
      about={webhook.description ?? undefined}
      actions={
        <>
          <Button variant="default" onClick={() => test.act()} loading={test.isPending}>
            Send a test event
          </Button>
          <Button variant="default" onClick={() => setDialog('replay')}>
            Replay
          </Button>
          <Button variant="default" onClick={() => setDialog('change')}>
            Change
          </Button>
          <Button variant="outline" color="#b02a37" className="danger-button" onClick={() => setDialog('delete')}>
            Delete
          </Button>
        </>
      }
    >
      {test.problem && <Problem error={test.problem} onRetry={() => test.act()} />}
      <Group gap="xs">
        <WebhookState webhook={webhook} />
        {webhook.failing_since !== null && (
          <Text size="sm">
            No attempt has succeeded since <When at={webhook.failing_since} />.
          </Text>
        )}
        {webhook.events.map((event) => (
          <Badge key={event} variant="default" className="plain-badge" tt="none">
            {event}
          </Badge>
        ))}
      </Group>
      <SecretRotation webhook={webhook} />
      <Deliveries webhookId={webhook.id} />
      <WebhookForm
        opened={dialog === 'change'}
        onClose={close}
        action={change}
        onSubmit={change.act}
        webhook={webhook}
      />
      <ReplayDialog webhookId={webhook.id} opened={dialog === 'replay'} onClose={close} />
      <DeleteDialog webhookId={webhook.id} opened={dialog === 'delete'} onClose={close} />
    </Screen>
  );
}

/** Both secrets sign until the replaced one expires. */
function SecretRotation({ webhook }: { webhook: Schema<'WebhookResponse'> }) {
  const [grace, setGrace] = useState(USUAL_GRACE);
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useAction({
    run: async () =>
      (
        await api.POST('/webhooks/{id}/rotate-secret', {
          params: { path: { id: webhook.id } },
          body: { grace_period_seconds: Number(grace) },
        })
      ).data,
    onDone: (rotated) => setSecret(rotated.secret),
  });
  if (secret !== null) return <Secret name="Signing secret" value={secret} onDone={() => setSecret(null)} />;
  return (
    <>
      <Group align="flex-end" gap="xs">
        <Select
          label="Replace the signing secret; the present one ends"
          allowDeselect={false}
          data={GRACE_PERIODS}
          value={grace}
          onChange={(value) => value !== null && setGrace(value)}
        />
        <Button variant="default" onClick={() => rotate.act()} loading={rotate.isPending}>
          Replace the secret
        </Button>
        {webhook.previous_secret_until !== null && (
          <Text size="sm">
            The replaced secret is valid until <When at={webhook.previous_secret_until} />.
          </Text>
        )}
      </Group>
      {rotate.problem && <Problem error={rotate.problem} onRetry={() => rotate.act()} />}
    </>
  );
}

function DeleteDialog({ webhookId, opened, onClose }: { webhookId: string; opened: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const remove = useAction({
    run: () => api.DELETE('/webhooks/{id}', { params: { path: { id: webhookId } } }),
    said: 'The endpoint was deleted.',
    changes: [['webhooks']],
    onDone: () => navigate({ to: '/administration/webhooks' }),
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Delete this endpoint?"
      verb="Delete"
      action={remove}
      onConfirm={() => remove.act()}
    >
      <Text size="sm">
        Waiting events are not delivered, and the log of deliveries is removed. This cannot be undone.
      </Text>
    </ConfirmDialog>
  );
}
