import { Button, Group, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Problem } from './problem.js';
import type { List } from './use-list.js';

export interface Column<T> {
  title: string;
  cell: (row: T) => ReactNode;
}

interface ListTableProps<T extends { id: string }> {
  /** Names the table for screen readers. */
  name: string;
  list: List<T>;
  columns: Column<T>[];
  /** Shown without rows: what to do. */
  empty: ReactNode;
}

/** A list with its loading, empty and failed states. On narrow screens each row is a card. */
export function ListTable<T extends { id: string }>({ name, list, columns, empty }: ListTableProps<T>) {
  const { rows, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = list;
  if (error && !rows) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!rows) return <LoadingRows />;
  if (rows.length === 0) {
    return <div className="empty">{empty}</div>;
  }
  return (
    <>
      <table className="list-table" aria-label={name}>
        <thead>
          <tr>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map(({ title, cell }) => (
                <td key={title} data-title={title}>
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {error && <Problem error={error} onRetry={() => void fetchNextPage()} />}
      {hasNextPage && (
        <Group justify="center">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </Group>
      )}
    </>
  );
}

export function LoadingRows() {
  return (
    <Stack gap="xs" aria-busy="true" aria-label="Loading">
      {[0, 1, 2, 3].map((n) => (
        <Skeleton key={n} height={44} />
      ))}
    </Stack>
  );
}
