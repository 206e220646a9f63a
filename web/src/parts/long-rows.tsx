import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { ListRow, type Column } from './list-row.js';

interface LongRowsProps<T extends { id: string }> {
  name: string;
  head: ReactNode;
  columns: readonly Column<T>[];
  rows: readonly T[];
  /** Whether there are no more rows than these. */
  isWhole: boolean;
}

const ROW_HEIGHT = 62;
const OVERSCAN = 20;

/**
 * A table with only those rows in the page that are near the screen, and the one with the focus. Browsers find no words in the
 * others: filters do.
 */
export function LongRows<T extends { id: string }>({ name, head, columns, rows, isWhole }: LongRowsProps<T>) {
  const table = useRef<HTMLTableElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const [{ top, widths }, setMeasured] = useState<{ top: number; widths: number[] }>({ top: 0, widths: [] });
  useLayoutEffect(() => {
    const shown = table.current!;
    const { top: at, width } = shown.getBoundingClientRect();
    // The widths that the first rows need: others that scroll by would change them. Cards have none.
    const isTable = getComputedStyle(shown).display === 'table';
    const heads = isTable ? [...shown.querySelectorAll('th')] : [];
    setMeasured({ top: at + window.scrollY, widths: heads.map((th) => th.getBoundingClientRect().width / width) });
  }, []);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range);
      if (focused === null) return shown;
      // With its neighbors, to which the tab key leads.
      const kept = [focused - 1, focused, focused + 1].filter((at) => at >= 0 && at < range.count);
      return [...new Set([...shown, ...kept])].sort((a, b) => a - b);
    },
    [focused],
  );
  const virtual = useWindowVirtualizer({
    count: rows.length,
    getItemKey: (at) => rows[at]!.id,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: top,
    rangeExtractor,
  });
  const items = virtual.getVirtualItems();
  const end = virtual.getTotalSize() + top;
  return (
    <table
      ref={table}
      className="list-table"
      data-long
      aria-label={name}
      aria-rowcount={isWhole ? rows.length + 1 : -1}
      onFocus={({ target }) => setFocused(indexOf(target))}
      // Another row that takes the focus must not disappear before.
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setFocused(null)}
    >
      <colgroup>
        {widths.map((width, at) => (
          <col key={at} style={{ width: `${width * 100}%` }} />
        ))}
      </colgroup>
      {head}
      <tbody>
        {items.flatMap((item, n) => [
          <Gap key={`before ${item.key}`} height={item.start - (items[n - 1]?.end ?? top)} columns={columns.length} />,
          <ListRow
            key={item.key}
            row={rows[item.index]!}
            columns={columns}
            at={item.index}
            ref={virtual.measureElement}
          />,
        ])}
        <Gap height={end - (items.at(-1)?.end ?? top)} columns={columns.length} />
      </tbody>
    </table>
  );
}

const indexOf = (element: Element): number | null => {
  const index = element.closest('tr')?.getAttribute('data-index');
  return index == null ? null : Number(index);
};

/** In place of rows. */
function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" className="list-gap">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
