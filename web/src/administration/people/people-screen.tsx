import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { PeopleAddress } from '../../addresses.js';
import { api } from '../../api.js';
import { Dialog } from '../../parts/dialog.js';
import { ListTable } from '../../parts/list-table.js';
import { Screen } from '../../parts/screen.js';
import { useList } from '../../parts/use-list.js';
import { useTeams } from '../../parts/use-teams.js';
import { When } from '../../parts/when.js';
import { AccountName, AccountStatus } from './account-cells.js';
import { InviteForm } from './invite-form.js';
import { PeopleFilters } from './people-filters.js';
import { PersonActions, usePersonDialogs } from './person-actions.js';
import { NO_TEAM, PEOPLE, ROLE_NAMES, useManagement, type Person } from './people.js';

/** The people of the organization, or of a manager's team. */
export function PeopleScreen() {
  const address = useSearch({ from: '/signed-in-screens/administration/people' });
  const navigate = useNavigate();
  const [isInviting, setInviting] = useState(false);
  const { reachesSomebody } = useManagement();
  const { nameOfTeam } = useTeams();
  const { choose, dialogs } = usePersonDialogs();
  const list = useList([...PEOPLE, address], (cursor, signal) => {
    const { team, ...filters } = address;
    const query = { ...filters, ...(team && { team_id: team }), ...(cursor && { cursor }) };
    return api.GET('/users', { params: { query }, signal });
  });
  const go = (next: PeopleAddress): void =>
    void navigate({ to: '/administration/people', search: next, replace: true });
  return (
    <Screen
      title="People"
      about="Invite people, and decide what they can do."
      actions={reachesSomebody && <Button onClick={() => setInviting(true)}>Invite</Button>}
    >
      <PeopleFilters address={address} onChange={go} />
      <ListTable
        name="People"
        list={list}
        columns={[
          { title: 'Person', cell: (person) => <AccountName account={person} /> },
          { title: 'Role', cell: ({ role }) => ROLE_NAMES[role] },
          { title: 'Team', cell: ({ team_id }) => nameOfTeam(team_id) ?? '–' },
          { title: 'Status', cell: (person) => <AccountStatus account={person} /> },
          { title: 'Second factor', cell: ({ role, mfa_enabled }) => secondFactor(role, mfa_enabled) },
          { title: 'Last sign-in', cell: ({ last_login_at }) => <When at={last_login_at} dateOnly /> },
          { title: 'Actions', cell: (person) => <PersonActions person={person} onChoose={choose} /> },
        ]}
        empty={emptyOf(address, reachesSomebody)}
      />
      <Dialog opened={isInviting} onClose={() => setInviting(false)} title="Invite a person">
        <InviteForm onDone={() => setInviting(false)} />
      </Dialog>
      {dialogs}
    </Screen>
  );
}

function secondFactor(role: Person['role'], isEnabled: boolean): string {
  if (role === 'api_user') return '–';
  return isEnabled ? 'Yes' : 'No';
}

function emptyOf(address: PeopleAddress, reachesSomebody: boolean): string {
  if (!reachesSomebody) return NO_TEAM;
  return Object.keys(address).length > 0 ? 'Nobody matches. Change or remove a filter.' : 'Nobody yet. Invite someone.';
}
