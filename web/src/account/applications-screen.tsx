import { Text } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { ListTable } from '../parts/list-table.js';
import { Screen } from '../parts/screen.js';
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
  return (
    <ConfirmButton
      button="Withdraw"
      label={`Withdraw the access of ${client.name}`}
      title={`Withdraw the access of ${client.name}?`}
      verb="Withdraw"
      run={() => api.DELETE('/oauth/grants/{id}', { params: { path: { id } } })}
      said={`${client.name} has no access`}
      changes={[GRANTS]}
    >
      <Text size="sm">
        The application stops working for you at once, in all your sessions. You can allow it again when it asks the
        next time.
      </Text>
    </ConfirmButton>
  );
}
