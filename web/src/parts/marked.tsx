import type { ReactNode } from 'react';

/** Text with parts in `<mark>`. Ranges are `[start, end)`, in order. */
export function Marked({ text, ranges }: { text: string; ranges: readonly (readonly number[])[] }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [start = 0, end = 0] of ranges) {
    if (start < at || end <= start) continue;
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
