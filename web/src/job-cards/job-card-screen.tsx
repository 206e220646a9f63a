import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../api.js';
import { Problem } from '../parts/problem.js';
import { SaveButton } from '../parts/save-button.js';
import { Screen } from '../parts/screen.js';
import { When } from '../parts/when.js';

type Validity = Schema<'JobCardValidityResponse'>;
type Task = Validity['tasks'][number];

const STATUS: Record<Validity['status'], { title: string; color: string }> = {
  valid: { title: 'This card is valid', color: 'green' },
  superseded: { title: 'Do not work by this card: it is superseded', color: 'red' },
  temporary_revision: { title: 'Do not work by this card: see its temporary revisions', color: 'red' },
  aircraft_changed: { title: 'Do not work by this card: the data of the aircraft changed', color: 'red' },
  withdrawn: { title: 'Do not work by this card: it is withdrawn', color: 'red' },
};
const CHANGES: Record<NonNullable<Task['text']>, string> = {
  unchanged: 'The text of the task is the same there.',
  changed: 'The text of the task is different there.',
  removed: 'The task is not there.',
  unknown: '',
};

/** Where the codes on printed job cards lead: whether one can still work by the card. */
export function JobCardScreen() {
  const { jobCardId: id } = useParams({ from: '/signed-in-screens/job-cards/$jobCardId' });
  const { data, error, refetch } = useQuery({
    queryKey: ['job card', id],
    // A card can become invalid at any time.
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await api.GET('/job-cards/{id}/validity', { params: { path: { id } }, signal })).data,
  });
  return (
    <Screen
      title="Job card"
      about={data && [id, data.aircraft.registration, data.work_order].filter(Boolean).join(' · ')}
    >
      {data && (
        <div>
          <SaveButton
            button="Save as PDF"
            label="Save the job card as PDF"
            fileName={`${id}.pdf`}
            read={() => api.download('/job-cards/{id}/pdf', { params: { path: { id } } })}
          />
        </div>
      )}
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={200} role="group" aria-label="Loading the job card" />}
      {data && !error && (
        <Alert color={STATUS[data.status].color} variant="outline" role="status" title={STATUS[data.status].title}>
          Checked <When at={data.checked_at} />
        </Alert>
      )}
      {!error && data?.tasks.map((task, i) => <TaskStatus key={i} task={task} />)}
    </Screen>
  );
}

function TaskStatus({ task }: { task: Task }) {
  const {
    document_id: documentId,
    revision_id: revision,
    first_page: page,
    status,
    open_discrepancies: reports,
    temporary_revisions: numbers,
  } = task;
  return (
    <Stack gap={2} component="section">
      <Text fw={600} className="wrap">
        {task.number} {task.title}
      </Text>
      <Text size="sm" className="wrap">
        {task.document_title}, revision {task.version}: {status.replace('_', ' ')}
        {task.ended_at !== null && (
          <>
            {' '}
            since <When at={task.ended_at} />
          </>
        )}
        {status === 'superseded' && `. Revision ${task.current_version} is current. ${CHANGES[task.text ?? 'unknown']}`}
      </Text>
      {numbers.length > 0 && (
        <Text size="sm" fw={600} className="wrap">
          Temporary revisions: {numbers.join(', ')}
        </Text>
      )}
      {reports > 0 && (
        <Text size="sm" fw={600}>
          Open discrepancy reports on its pages: {reports}
        </Text>
      )}
      {status !== 'withdrawn' && (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          renderRoot={(props) => (
            <Link
              to="/documents/$documentId/pages/$pageNumber"
              params={{ documentId, pageNumber: String(page) }}
              search={{ revision }}
              {...props}
            />
          )}
        >
          Open the page
        </Button>
      )}
    </Stack>
  );
}
