import { Button, Text } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../api.js';
import { ConfirmDialog } from '../parts/confirm-dialog.js';
import { ListTable } from '../parts/list-table.js';
import { Screen } from '../parts/screen.js';
import { useAction } from '../parts/use-action.js';
import { useList } from '../parts/use-list.js';
import { When } from '../parts/when.js';
import { scopeWords } from './permission-words.js';
import './account.css';

type Grant = Schema<'GrantResponse'>;

const GRANTS = ['oauth-grants'] as const;
/** This application. */
const CONSOLE_CLIENT = 'console';

/** Applications that act for the user. */
export function ApplicationsScreen() {
  const list = useList(GRANTS, (cursor, signal) =>
    api.GET('/oauth/grants', { params: { query: { ...(cursor && { cursor }) } }, signal }),
  );
  return (
    <Screen
      title="Applications with access"
      about="They act for you, within the limits of your role, until your session ends or you withdraw the access."
    >
      <ListTable
        name="Applications with access"
        list={list}
        empty="No application has access to your account."
        columns={[
          { title: 'Application', cell: ({ client }) => <Named client={client} /> },
          { title: 'Can', cell: ({ scopes }) => <Rights scopes={scopes} /> },
          { title: 'Since', cell: ({ created_at }) => <When at={created_at} /> },
          { title: 'Last used', cell: ({ last_used_at }) => <When at={last_used_at} /> },
          {
            title: 'Actions',
            cell: (grant) => (grant.client.id === CONSOLE_CLIENT ? 'Sign out ends it' : <Withdraw grant={grant} />),
          },
        ]}
      />
    </Screen>
  );
}

function Named({ client }: { client: Grant['client'] }) {
  return (
    <>
      <Text size="sm" fw={600}>
        {client.name}
      </Text>
      {client.first_party && <Text size="sm">Allowed by your organization</Text>}
    </>
  );
}

const Rights = ({ scopes }: { scopes: readonly string[] }) => (
  <ul className="words">
    {scopeWords(scopes).map((words) => (
      <li key={words}>{words}</li>
    ))}
  </ul>
);

function Withdraw({ grant: { id, client } }: { grant: Grant }) {
  const [isOpen, setOpen] = useState(false);
  const withdraw = useAction({
    run: () => api.DELETE('/oauth/grants/{id}', { params: { path: { id } } }),
    said: `${client.name} has no access`,
    changes: [GRANTS],
    onDone: () => setOpen(false),
  });
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={`Withdraw the access of ${client.name}`}
        onClick={() => setOpen(true)}
      >
        Withdraw
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={`Withdraw the access of ${client.name}?`}
        verb="Withdraw"
        action={withdraw}
        onConfirm={() => withdraw.act()}
      >
        <Text size="sm">
          The application stops working for you at once, in all your sessions. You can allow it again when it asks the
          next time.
        </Text>
      </ConfirmDialog>
    </>
  );
}
