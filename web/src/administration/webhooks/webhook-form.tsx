import { Button, Checkbox, MultiSelect, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../../api.js';
import { Dialog, DialogForm } from '../../parts/dialog.js';
import { fieldError } from '../../parts/issues.js';

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
  action: { isPending: boolean; problem: Error | null; reset: () => void };
  onSubmit: (fields: Fields) => void;
  /** The endpoint to change; none for a new one. */
  webhook?: Schema<'WebhookResponse'>;
}

/** Address, events and format of an endpoint. */
export function WebhookForm({ opened, onClose, action, onSubmit, webhook }: WebhookFormProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={webhook ? 'Change the endpoint' : 'Add an endpoint'}>
      <Form action={action} onSubmit={onSubmit} onClose={onClose} {...(webhook && { webhook })} />
    </Dialog>
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
  const { problem } = action;
  const { data: types = [] } = useEventTypes();
  return (
    <DialogForm
      verb={webhook ? 'Save' : 'Add'}
      action={action}
      fields={['url', 'events', 'description']}
      onCancel={onClose}
      onSubmit={() => onSubmit(fields)}
    >
      <TextInput
        label="Address"
        description="An https address on the public internet."
        type="url"
        required
        maxLength={2048}
        value={fields.url}
        {...fieldError(problem, 'url')}
        onChange={(event) => change({ url: event.currentTarget.value })}
        data-autofocus
      />
      <MultiSelect
        label="Events"
        required
        searchable
        data={types.map(({ name }) => name)}
        value={fields.events}
        {...fieldError(problem, 'events')}
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
        {...fieldError(problem, 'description')}
        onChange={(event) => change({ description: event.currentTarget.value || null })}
      />
      <Checkbox
        label="Deliver events"
        description="Waiting events are kept while it is off. New ones are dropped."
        checked={fields.enabled}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
      />
    </DialogForm>
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
