import { Alert, Stack, Text } from '@mantine/core';
import { ApiError } from 'aviation-maintenance-knowledge-client';
import { RowTable, type Column } from '../../parts/list-table.js';
import { Problem } from '../../parts/problem.js';

interface WrongLine {
  id: string;
  place: string;
  issue: string;
}

const COLUMNS: Column<WrongLine>[] = [
  { title: 'Place', cell: ({ place }) => <span className="no-wrap">{place}</span> },
  { title: 'What is wrong', cell: ({ issue }) => <span className="wrap">{issue}</span> },
];

/** Why a file cannot be imported: the first wrong lines, or what else went wrong. */
export function ImportProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const lines = linesOf(error);
  if (lines.length === 0) return <Problem error={error} onRetry={onRetry} />;
  const total = error instanceof ApiError ? Number(error.details.errors_total) : 0;
  return (
    <Stack gap="xs">
      <Alert color="red" variant="outline" role="alert" title="Nothing is imported">
        <Text size="sm">
          {total > lines.length
            ? `${total.toLocaleString()} places of the file are wrong. These are the first. `
            : 'These places of the file are wrong. '}
          Correct the file, and choose it again.
        </Text>
      </Alert>
      <RowTable name="Wrong lines" columns={COLUMNS} rows={lines} />
    </Stack>
  );
}

function linesOf(error: Error): WrongLine[] {
  if (!(error instanceof ApiError) || error.status !== 400 || !Array.isArray(error.details.errors)) return [];
  const errors = error.details.errors as { field: string; issue: string }[];
  return errors.map(({ field, issue }, index) => ({
    id: String(index),
    place: field === 'csv' ? 'The file' : `${field.charAt(0).toUpperCase()}${field.slice(1)}`,
    issue,
  }));
}
