import { Badge, Button, Group, Modal, Select, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../../api.js';
import type { AuditAddress } from '../../addresses.js';
import { ListTable } from '../../parts/list-table.js';
import { Screen } from '../../parts/screen.js';
import { useList } from '../../parts/use-list.js';
import { When } from '../../parts/when.js';
import { AuditEvent } from './audit-event.js';

type Event = Schema<'AuditEventResponse'>;

/** What happened in the organization, newest first. */
export function AuditScreen() {
  const address = useSearch({ from: '/signed-in-screens/administration/audit' });
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Event | null>(null);
  const list = useList<Event>(['audit', address], (cursor, signal) =>
    api.GET('/audit-events', { params: { query: { cursor, limit: 50, ...queryOf(address) } }, signal }),
  );
  const go = (search: AuditAddress): void => void navigate({ to: '/administration/audit', search });
  return (
    <Screen title="Audit" about="Each event is sealed in a chain of hashes. Open one to verify it in this browser.">
      <Filters key={JSON.stringify(address)} address={address} onChange={go} />
      <ListTable
        name="Audit events"
        list={list}
        empty="No event fits the filters."
        columns={[
          {
            title: 'Action',
            cell: (event) => (
              <button type="button" className="row-link" onClick={() => setOpened(event)}>
                {event.action}
              </button>
            ),
          },
          { title: 'Who', cell: ({ actor }) => actor.name ?? actor.id ?? actor.type },
          { title: 'What', cell: ({ target }) => (target ? `${target.type} ${target.id}` : 'None') },
          { title: 'Result', cell: ({ result }) => <Result result={result} /> },
          { title: 'Time', cell: ({ occurred_at: at }) => <When at={at} /> },
        ]}
      />
      <Modal
        opened={opened !== null}
        onClose={() => setOpened(null)}
        title={opened?.action}
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
      >
        {opened && <AuditEvent event={opened} onFilter={(filter) => (setOpened(null), go(filter))} />}
      </Modal>
    </Screen>
  );
}

const Result = ({ result }: { result: Event['result'] }) =>
  result === 'success' ? <Badge color="#1f6b30">Success</Badge> : <Badge color="#b02a37">Failure</Badge>;

function queryOf({ action, result, actor, target, since, until }: AuditAddress) {
  return {
    ...(action && { action }),
    ...(result && { result }),
    ...(actor && { actor_id: actor }),
    ...(target && { target_id: target }),
    ...(since && { since: new Date(since).toISOString() }),
    ...(until && { until: new Date(until).toISOString() }),
  };
}

function Filters({ address, onChange }: { address: AuditAddress; onChange: (address: AuditAddress) => void }) {
  const [typed, setTyped] = useState(address);
  const change = (changed: { [name in keyof AuditAddress]?: AuditAddress[name] | null }): void => {
    const next = Object.entries({ ...typed, ...changed }).filter(([, value]) => value !== null && value !== '');
    setTyped(Object.fromEntries(next));
  };
  return (
    <form
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(typed);
      }}
    >
      <div className="filters">
        <TextInput
          label="Action"
          placeholder="auth.login, auth.*"
          value={typed.action ?? ''}
          onChange={(event) => change({ action: event.currentTarget.value.trim() })}
        />
        <Select
          label="Result"
          placeholder="All"
          clearable
          data={[
            { value: 'success', label: 'Success' },
            { value: 'failure', label: 'Failure' },
          ]}
          value={typed.result ?? null}
          onChange={(result) => change({ result: result })}
        />
        <TextInput
          label="User"
          placeholder="user_…"
          value={typed.actor ?? ''}
          onChange={(event) => change({ actor: event.currentTarget.value.trim() })}
        />
        <TextInput
          label="Object"
          placeholder="doc_…"
          value={typed.target ?? ''}
          onChange={(event) => change({ target: event.currentTarget.value.trim() })}
        />
        <TextInput
          label="From"
          type="datetime-local"
          value={typed.since ?? ''}
          onChange={(event) => change({ since: event.currentTarget.value })}
        />
        <TextInput
          label="Until"
          type="datetime-local"
          value={typed.until ?? ''}
          onChange={(event) => change({ until: event.currentTarget.value })}
        />
      </div>
      <Group gap="xs" mt="xs">
        <Button type="submit">Filter</Button>
        {Object.keys(address).length > 0 && (
          <Button variant="default" onClick={() => onChange({})}>
            Remove filters
          </Button>
        )}
      </Group>
    </form>
  );
}
