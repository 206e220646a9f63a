import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import type { LongRows as Long } from './long-rows.js';
import { ListRow, type Column } from './list-row.js';
import { Problem } from './problem.js';
import type { List } from './use-list.js';

export type { Column } from './list-row.js';

interface ListTableProps<T extends { id: string }> {
  /** Names the table for screen readers. */
  name: string;
  list: List<T>;
  columns: Column<T>[];
  /** Shown without rows: what to do. */
  empty: ReactNode;
}

const LongRows = lazy(async () => ({ default: (await import('./long-rows.js')).LongRows })) as unknown as typeof Long;

/** Rows that are all in the page. Browsers find their words, and print them. */
const MAX_WHOLE = 200;

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
      <RowTable name={name} columns={columns} rows={rows} isWhole={!hasNextPage} />
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

interface RowTableProps<T extends { id: string }> {
  name: string;
  columns: Column<T>[];
  rows: T[];
  /** Whether there are no further rows. */
  isWhole?: boolean;
}

/** Rows of a list that are there, such as those of one response. */
export function RowTable<T extends { id: string }>({ name, columns, rows, isWhole = true }: RowTableProps<T>) {
  const head = (
    <thead>
      <tr>
        {columns.map(({ title }) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
  if (rows.length > MAX_WHOLE) {
    return (
      <Suspense fallback={<LoadingRows />}>
        <LongRows name={name} head={head} columns={columns} rows={rows} isWhole={isWhole} />
      </Suspense>
    );
  }
  return (
    <table className="list-table" aria-label={name}>
      {head}
      <tbody>
        {rows.map((row) => (
          <ListRow key={row.id} row={row} columns={columns} />
        ))}
      </tbody>
    </table>
  );
}

export function LoadingRows() {
  return (
    <Stack gap="xs" aria-busy="true" role="group" aria-label="Loading">
      {[0, 1, 2, 3].map((n) => (
        <Skeleton key={n} height={44} />
      ))}
    </Stack>
  );
}
