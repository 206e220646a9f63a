import { Button, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { Dialog, DialogForm, useDialog } from '../../parts/dialog.js';
import { fieldError } from '../../parts/issues.js';
import { ListTable } from '../../parts/list-table.js';
import { RowMenu } from '../../parts/row-menu.js';
import { Screen } from '../../parts/screen.js';
import { useAction } from '../../parts/use-action.js';
import { useList } from '../../parts/use-list.js';
import { TEAMS } from '../../parts/use-teams.js';
import { When } from '../../parts/when.js';
import { NO_TEAM, PEOPLE, useManagement, type Team } from './people.js';
import { TeamMembers } from './team-members.js';

const NAME_MAX_CHARS = 100;

/** The teams of the organization. Managers see their own, and change none. */
export function TeamsScreen() {
  const { isAdmin } = useManagement();
  const naming = useDialog<Team | null>();
  const deleting = useDialog<Team>();
  const showing = useDialog<Team>();
  const list = useList(TEAMS, (cursor, signal) =>
    api.GET('/teams', { params: { query: { ...(cursor && { cursor }) } }, signal }),
  );
  const actionsOf = (team: Team) => [
    { title: 'Members', onClick: () => showing.open(team) },
    { title: 'Rename', onClick: () => naming.open(team) },
    { title: 'Delete', onClick: () => deleting.open(team), isDestructive: true },
  ];
  return (
    <Screen
      title="Teams"
      about="Documents can belong to a team. Managers look after the people and documents of their team."
      actions={isAdmin && <Button onClick={() => naming.open(null)}>Create team</Button>}
    >
      <ListTable
        name="Teams"
        list={list}
        columns={[
          { title: 'Team', cell: ({ name }) => <Text size="sm">{name}</Text> },
          { title: 'Created', cell: ({ created_at }) => <When at={created_at} dateOnly /> },
          {
            title: 'People',
            cell: ({ id, name }) => (
              <Link
                to="/administration/people"
                search={{ team: id }}
                className="hit-link"
                aria-label={`Show the people of ${name}`}
              >
                Show
              </Link>
            ),
          },
          ...(isAdmin
            ? [{ title: 'Actions', cell: (team: Team) => <RowMenu name={team.name} actions={actionsOf(team)} /> }]
            : []),
        ]}
        empty={isAdmin ? 'No teams yet. Create one.' : NO_TEAM}
      />
      <Dialog
        opened={naming.opened}
        onClose={naming.close}
        title={naming.subject ? `Rename ${naming.subject.name}` : 'Create a team'}
      >
        <TeamForm team={naming.subject} onDone={naming.close} />
      </Dialog>
      <Dialog opened={showing.opened} onClose={showing.close} title={`Members of ${showing.subject?.name}`}>
        {showing.subject && <TeamMembers team={showing.subject} />}
      </Dialog>
      {deleting.subject && <DeleteTeam team={deleting.subject} opened={deleting.opened} onClose={deleting.close} />}
    </Screen>
  );
}

function TeamForm({ team, onDone }: { team: Team | null; onDone: () => void }) {
  const [name, setName] = useState(team?.name ?? '');
  const action = useAction({
    run: () =>
      team
        ? api.PATCH('/teams/{id}', { params: { path: { id: team.id } }, body: { name } })
        : api.POST('/teams', { body: { name } }),
    said: team ? `The team is now ${name}.` : `${name} is created.`,
    changes: [TEAMS],
    onDone,
  });
  return (
    <DialogForm
      verb={team ? 'Rename' : 'Create'}
      action={action}
      fields={['name']}
      onCancel={onDone}
      onSubmit={() => action.act()}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={NAME_MAX_CHARS}
        autoComplete="off"
        value={name}
        {...fieldError(action.problem, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

interface DeleteTeamProps {
  team: Team;
  opened: boolean;
  onClose: () => void;
}

function DeleteTeam({ team: { id, name }, opened, onClose }: DeleteTeamProps) {
  const { data: members } = useQuery({
    queryKey: [...PEOPLE, 'count', id],
    queryFn: async ({ signal }) => {
      const query = { team_id: id, limit: 1 };
      return (await api.GET('/users', { params: { query }, signal })).pagination.total_count;
    },
    enabled: opened,
  });
  const action = useAction({
    run: () => api.DELETE('/teams/{id}', { params: { path: { id } } }),
    said: `${name} is deleted.`,
    changes: [TEAMS, PEOPLE],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete ${name}?`}
      verb="Delete"
      action={action}
      onConfirm={() => action.act()}
    >
      <Text size="sm">
        {leaving(members)} Documents that were shared with the team are no longer visible to them. It cannot be undone.
      </Text>
      <Text size="sm">A team that documents or publications belong to cannot be deleted.</Text>
    </ConfirmDialog>
  );
}

function leaving(members: number | undefined): string {
  if (members === 0) return 'It has no members.';
  if (members === undefined) return 'Its members then have no team.';
  return members === 1 ? 'Its one member then has no team.' : `Its ${members} members then have no team.`;
}
