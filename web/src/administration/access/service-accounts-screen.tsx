import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api.js';
import { Dialog } from '../../parts/dialog.js';
import { ListTable } from '../../parts/list-table.js';
import { Screen } from '../../parts/screen.js';
import { useList } from '../../parts/use-list.js';
import { useTeams } from '../../parts/use-teams.js';
import { AccountName, AccountStatus } from '../people/account-cells.js';
import { PersonActions, usePersonDialogs } from '../people/person-actions.js';
import { PEOPLE } from '../people/people.js';
import { GRANTS, ServiceAccountForm } from './service-account-form.js';

/** Accounts of programs, which have API keys and no password. */
export function ServiceAccountsScreen() {
  const [isCreating, setCreating] = useState(false);
  const { nameOfTeam } = useTeams();
  const { choose, dialogs } = usePersonDialogs();
  const list = useList([...PEOPLE, 'service accounts'], (cursor, signal) => {
    const query = { role: 'api_user' as const, ...(cursor && { cursor }) };
    return api.GET('/users', { params: { query }, signal });
  });
  return (
    <Screen
      title="Service accounts"
      about="Accounts of programs. They have API keys and cannot sign in."
      actions={<Button onClick={() => setCreating(true)}>Create service account</Button>}
    >
      <ListTable
        name="Service accounts"
        list={list}
        columns={[
          { title: 'Account', cell: (account) => <AccountName account={account} /> },
          { title: 'Team', cell: ({ team_id }) => nameOfTeam(team_id) ?? '–' },
          { title: 'Grants', cell: ({ grants }) => grants.map((grant) => GRANTS[grant].name).join(', ') || 'None' },
          { title: 'Status', cell: (account) => <AccountStatus account={account} /> },
          {
            title: 'API keys',
            cell: ({ id, name }) => (
              <Link
                to="/administration/api-keys"
                search={{ owner: id }}
                className="hit-link"
                aria-label={`Show the API keys of ${name}`}
              >
                Show
              </Link>
            ),
          },
          { title: 'Actions', cell: (account) => <PersonActions person={account} onChoose={choose} /> },
        ]}
        empty="No service accounts yet. Create one for each program that uses the API."
      />
      <Dialog opened={isCreating} onClose={() => setCreating(false)} title="Create a service account">
        <ServiceAccountForm onDone={() => setCreating(false)} />
      </Dialog>
      {dialogs}
    </Screen>
  );
}
