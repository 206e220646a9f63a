import { Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { AssignmentAddress } from '../../addresses.js';
import { api } from '../../api.js';
import { Facts, type Fact } from '../../parts/facts.js';
import { ListTable, LoadingRows, type Column } from '../../parts/list-table.js';
import { Problem } from '../../parts/problem.js';
import { Screen } from '../../parts/screen.js';
import { useList } from '../../parts/use-list.js';
import { useReaderNames } from '../../parts/use-readers.js';
import { useTeams } from '../../parts/use-teams.js';
import { When } from '../../parts/when.js';
import { Due } from '../due.js';
import { ACKNOWLEDGEMENT_STATE } from '../words.js';
import { AssignedDocument, type Acknowledgement } from './assigned-document.js';
import { AssignmentActions } from './assignment-actions.js';
import { ASSIGNMENT_STATUS, ASSIGNMENTS, type Assignment } from './assignments.js';
import { Evidence } from './evidence.js';

const PEOPLE: Column<Acknowledgement>[] = [
  { title: 'Person', cell: ({ user }) => user.name ?? 'A removed account' },
  {
    title: 'State',
    cell: ({ status, overdue, can_read: canRead }) => (
      <Due overdue={overdue}>
        {ACKNOWLEDGEMENT_STATE[status]}
        {status === 'pending' && !canRead && <div>Cannot see the document</div>}
      </Due>
    ),
  },
  { title: 'Due', cell: ({ due_at: at }) => <When at={at} /> },
  { title: 'Signed', cell: ({ signed_at: at }) => <When at={at} none="–" /> },
  {
    title: 'Evidence',
    cell: (one) =>
      one.status === 'signed' && <Evidence acknowledgement={one} person={one.user.name ?? 'a removed account'} />,
  },
];

/** An assignment, and who has signed. */
export function AssignmentScreen() {
  const { assignmentId: id } = useParams({ from: '/signed-in-screens/fleet/read-and-understood/$assignmentId' });
  const { data, error, refetch } = useQuery({
    queryKey: [...ASSIGNMENTS, 'one', id],
    queryFn: async ({ signal }) => (await api.GET('/assignments/{id}', { params: { path: { id } }, signal })).data,
  });
  if (error && !data) {
    return (
      <Stack>
        <Problem error={error} onRetry={() => void refetch()} />
        <Link to="/fleet/read-and-understood" className="plain-link">
          All assignments
        </Link>
      </Stack>
    );
  }
  return data ? <Shown assignment={data} /> : <LoadingRows />;
}

function Shown({ assignment }: { assignment: Assignment }) {
  const { id, document } = assignment;
  const nameOf = useReaderNames(document.id ?? '', document.id !== null);
  const { nameOfTeam } = useTeams();
  const teams = assignment.team_ids.map((team) => nameOfTeam(team) ?? 'another team').join(', ');
  return (
    <Screen
      title="Assignment"
      about={document.title}
      actions={assignment.status === 'open' && <AssignmentActions assignment={assignment} />}
    >
      <div>
        <AssignedDocument of={assignment} />
      </div>
      <Facts facts={[...factsOf(assignment), ['Teams', teams], ['Assigned by', nameOf(assignment.created_by)]]} />
      <People assignmentId={id} />
    </Screen>
  );
}

function factsOf({ status, statement, due_at: due, counts, ended_at: ended }: Assignment): Fact[] {
  return [
    ['Status', ASSIGNMENT_STATUS[status]],
    ['Statement', statement],
    ['Due', <When key="due" at={due} />],
    ['Signed', `${counts.signed} of ${counts.assigned}`],
    ['Ended', ended !== null && <When key="ended" at={ended} />],
  ];
}

function People({ assignmentId: id }: { assignmentId: string }) {
  const { state } = useSearch({ from: '/signed-in-screens/fleet/read-and-understood/$assignmentId' });
  const navigate = useNavigate();
  const list = useList([...ASSIGNMENTS, 'people', id, state], (cursor, signal) => {
    const filter = state === 'overdue' ? { overdue: true } : { ...(state && { status: state }) };
    const params = { path: { id }, query: { ...filter, ...(cursor !== undefined && { cursor }) } };
    return api.GET('/assignments/{id}/acknowledgements', { params, signal });
  });
  const go = (search: AssignmentAddress): void =>
    void navigate({
      to: '/fleet/read-and-understood/$assignmentId',
      params: { assignmentId: id },
      search,
      replace: true,
    });
  return (
    <>
      <div className="filters">
        <Select
          label="State"
          size="md"
          clearable
          clearButtonProps={{ 'aria-label': 'Every state' }}
          placeholder="All"
          data={Object.entries(ACKNOWLEDGEMENT_STATE).map(([value, label]) => ({ value, label }))}
          value={state ?? null}
          onChange={(value) => go(value === null ? {} : { state: value as NonNullable<AssignmentAddress['state']> })}
        />
      </div>
      <ListTable name="People" list={list} columns={PEOPLE} empty={state ? 'Nobody matches.' : 'Nobody is assigned.'} />
    </>
  );
}
