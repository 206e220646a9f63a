import { memo, type ReactNode, type RefCallback } from 'react';

export interface Column<T> {
  title: string;
  cell: (row: T) => ReactNode;
}

interface ListRowProps<T> {
  row: T;
  columns: readonly Column<T>[];
  /** Position in a long list, of which not all rows are in the page. */
  at?: number;
  ref?: RefCallback<HTMLElement>;
}

function Row<T>({ row, columns, at, ref }: ListRowProps<T>) {
  return (
    <tr ref={ref} {...(at !== undefined && { 'data-index': at, 'aria-rowindex': at + 2 })}>
      {columns.map(({ title, cell }) => (
        <td key={title} data-title={title}>
          <div>{cell(row)}</div>
        </td>
      ))}
    </tr>
  );
}

/** A row of a list. */
export const ListRow = memo(Row) as typeof Row;
