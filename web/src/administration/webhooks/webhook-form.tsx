import { Button, Checkbox, Group, Modal, MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../../api.js';
import { issuesOf } from '../../parts/field-issues.js';
import { Problem } from '../../parts/problem.js';

type Fields = Required<Schema<'CreateWebhookRequest'>>;

const FORMATS = [
  { value: 'standard', label: 'Standard Webhooks' },
  { value: 'cloudevents', label: 'CloudEvents 1.0' },
  { value: 'slack', label: 'Message for Slack' },
  { value: 'teams', label: 'Message for Microsoft Teams' },
];

interface WebhookFormProps {
  opened: boolean;
  onClose: () => void;
  action: { isPending: boolean; problem: Error | null };
  onSubmit: (fields: Fields) => void;
  /** The endpoint to change; none for a new one. */
  webhook?: Schema<'WebhookResponse'>;
}

/** Address, events and format of an endpoint. */
export function WebhookForm({ opened, onClose, action, onSubmit, webhook }: WebhookFormProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={webhook ? 'Change the endpoint' : 'Add an endpoint'}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
    >
      <Form action={action} onSubmit={onSubmit} onClose={onClose} {...(webhook && { webhook })} />
    </Modal>
  );
}

function Form({ action, onSubmit, onClose, webhook }: Omit<WebhookFormProps, 'opened'>) {
  const [fields, setFields] = useState<Fields>({
    url: webhook?.url ?? '',
    events: webhook?.events ?? [],
    description: webhook?.description ?? null,
    format: webhook?.format ?? 'standard',
    enabled: webhook?.enabled ?? true,
  });
  const change = (changed: Partial<Fields>): void => setFields({ ...fields, ...changed });
  const issue = issuesOf(action.problem);
  const { data: types = [] } = useEventTypes();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(fields);
      }}
    >
      <Stack>
        <TextInput
          label="Address"
          description="An https address on the public internet."
          type="url"
          required
          maxLength={2048}
          value={fields.url}
          error={issue('url')}
          onChange={(event) => change({ url: event.currentTarget.value })}
          data-autofocus
        />
        <MultiSelect
          label="Events"
          required
          searchable
          data={types.map(({ name }) => name)}
          value={fields.events}
          error={issue('events')}
          onChange={(events) => change({ events: events as Fields['events'] })}
          renderOption={({ option }) => (
            <div>
              <div>{option.value}</div>
              <small>{types.find(({ name }) => name === option.value)?.description}</small>
            </div>
          )}
        />
        <Button
          variant="default"
          onClick={() => change({ events: types.map(({ name }) => name) as Fields['events'] })}
          disabled={types.length === fields.events.length}
        >
          All events
        </Button>
        <Select
          label="Format"
          allowDeselect={false}
          data={FORMATS}
          value={fields.format}
          onChange={(format) => format && change({ format: format as Fields['format'] })}
        />
        <TextInput
          label="Description"
          maxLength={500}
          value={fields.description ?? ''}
          error={issue('description')}
          onChange={(event) => change({ description: event.currentTarget.value || null })}
        />
        <Checkbox
          label="Deliver events"
          description="Waiting events are kept while it is off. New ones are dropped."
          checked={fields.enabled}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
        {action.problem && <Problem error={action.problem} onRetry={() => onSubmit(fields)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={action.isPending}>
            {webhook ? 'Save' : 'Add'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Types that endpoints can receive, with descriptions. */
export function useEventTypes() {
  return useQuery({
    queryKey: ['webhooks', 'event-types'],
    queryFn: async ({ signal }) => (await api.GET('/webhooks/event-types', { signal })).data,
    staleTime: Infinity,
  });
}
