import { Badge, Button, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../../api.js';
import { ListTable } from '../../parts/list-table.js';
import { Screen } from '../../parts/screen.js';
import { Secret } from '../../parts/secret.js';
import { useAction } from '../../parts/use-action.js';
import { useList } from '../../parts/use-list.js';
import { When } from '../../parts/when.js';
import { WebhookForm } from './webhook-form.js';

type Webhook = Schema<'WebhookResponse'>;

/** Endpoints that receive events. */
export function WebhooksScreen() {
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState<Schema<'CreatedWebhookResponse'> | null>(null);
  const list = useList<Webhook>(['webhooks'], (cursor, signal) =>
    api.GET('/webhooks', { params: { query: { cursor } }, signal }),
  );
  const create = useAction({
    run: async (body: Schema<'CreateWebhookRequest'>) => (await api.POST('/webhooks', { body })).data,
    changes: [['webhooks']],
    onDone: (webhook) => {
      setAdding(false);
      setCreated(webhook);
    },
  });
  return (
    <Screen
      title="Webhooks"
      about="The service sends events to these addresses, signed with a secret."
      actions={<Button onClick={() => setAdding(true)}>Add an endpoint</Button>}
    >
      {created && (
        <Secret
          name="Signing secret"
          value={created.secret}
          onDone={() => void navigate({ to: '/administration/webhooks/$webhookId', params: { webhookId: created.id } })}
        />
      )}
      <ListTable
        name="Webhooks"
        list={list}
        empty="No endpoint receives events yet. Add one, and send it a test event."
        columns={[
          {
            title: 'Address',
            cell: ({ id, url, description }) => (
              <>
                <Link to="/administration/webhooks/$webhookId" params={{ webhookId: id }} className="row-link">
                  {url}
                </Link>
                {description !== null && <Text size="sm">{description}</Text>}
              </>
            ),
          },
          { title: 'State', cell: (webhook) => <WebhookState webhook={webhook} /> },
          { title: 'Events', cell: ({ events }) => events.length },
          { title: 'Added', cell: ({ created_at: at }) => <When at={at} dateOnly /> },
        ]}
      />
      <WebhookForm opened={isAdding} onClose={() => setAdding(false)} action={create} onSubmit={create.act} />
    </Screen>
  );
}

/** In words, with the reason. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { enabled, disabled_reason: reason, failing_since: failingSince } = webhook;
  if (!enabled) {
    const why = { manual: 'Switched off', gone: 'Off: it answered 410', failing: 'Off: failed for three days' };
    return <Badge color="#495057">{why[reason ?? 'manual']}</Badge>;
  }
  return failingSince === null ? <Badge color="#1f6b30">On</Badge> : <Badge color="#b02a37">Failing</Badge>;
}
