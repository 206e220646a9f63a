import { Checkbox, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../../api.js';
import { ListTable, type Column } from '../../parts/list-table.js';
import { TypedFilter } from '../../parts/typed-filter.js';
import { useList } from '../../parts/use-list.js';
import { keyOf, MAX_TASKS, TASKS, type Task } from './tasks.js';

const VERDICTS: Readonly<Record<Schema<'Verdict'>, string>> = {
  applicable: 'Yes',
  not_applicable: 'No',
  unknown: 'Not known',
};

const COLUMNS: Column<Task>[] = [
  {
    title: 'Task',
    cell: ({ number, title }) => (
      <>
        <Text size="sm" fw={600} className="wrap">
          {number}
        </Text>
        <Text size="sm" className="wrap">
          {title}
        </Text>
      </>
    ),
  },
  {
    title: 'Applies',
    cell: ({ applicability }) =>
      applicability && (
        <>
          {VERDICTS[applicability.verdict]}
          {applicability.statements.map((statement) => (
            <Text key={statement} size="sm" className="wrap">
              {statement}
            </Text>
          ))}
        </>
      ),
  },
  {
    title: 'Page',
    cell: ({ document_id: documentId, revision_id: revision, first_page: page, number }) => (
      <Link
        to="/documents/$documentId/pages/$pageNumber"
        params={{ documentId, pageNumber: String(page) }}
        search={{ revision }}
        target="_blank"
        className="row-link"
        aria-label={`Read page ${page} with ${number} in another tab`}
      >
        {page}
      </Link>
    ),
  },
];

interface TaskListProps {
  documentId: string;
  aircraftId: string;
  q: string;
  onSearch: (q: string) => void;
  chosen: Task[];
  onToggle: (task: Task) => void;
}

/** The tasks of a document, and whether they apply to the aircraft. Those that do not cannot be chosen. */
export function TaskList({ documentId, aircraftId, q, onSearch, chosen, onToggle }: TaskListProps) {
  const list = useList<Task & { id: string }>([...TASKS, documentId, aircraftId, q], async (cursor, signal) => {
    const query = { aircraft_id: aircraftId, ...(q !== '' && { q }), ...(cursor !== undefined && { cursor }) };
    const { data, ...page } = await api.GET('/documents/{id}/tasks', {
      params: { path: { id: documentId }, query },
      signal,
    });
    return { ...page, data: data.map((task) => ({ ...task, id: keyOf(task) })) };
  });
  const keys = new Set(chosen.map(keyOf));
  const choice: Column<Task & { id: string }> = {
    title: 'Choose',
    cell: (task) => {
      const isChosen = keys.has(keyOf(task));
      return (
        <Checkbox
          size="md"
          aria-label={`Choose ${task.number}`}
          checked={isChosen}
          disabled={!isChosen && (task.applicability?.verdict === 'not_applicable' || chosen.length >= MAX_TASKS)}
          onChange={() => onToggle(task)}
        />
      );
    },
  };
  return (
    <>
      <div className="filters">
        <TypedFilter key={q} label="Number or words of the title" placeholder="Any" value={q} onChange={onSearch} />
      </div>
      <ListTable
        name="Tasks"
        list={list}
        columns={[choice, ...COLUMNS]}
        empty={q === '' ? 'No tasks are found in the document.' : 'No task matches.'}
      />
    </>
  );
}
