import { useState } from 'react';

const HEIGHT = 72;
const BAR = 10;
const GAP = 2;

interface UsageChartProps {
  name: string;
  /** Null for a day that was not recorded. */
  days: { date: string; amount: number | null }[];
  text: (amount: number) => string;
}

/** A bar for each day. The day at the pointer, or chosen by the arrow keys, is told in words. */
export function UsageChart({ name, days, text }: UsageChartProps) {
  const [at, setAt] = useState<number | null>(null);
  const highest = Math.max(1, ...days.map(({ amount }) => amount ?? 0));
  const width = days.length * (BAR + GAP);
  const shown = days[at ?? days.length - 1];
  const move = (by: number): void => setAt(Math.min(days.length - 1, Math.max(0, (at ?? days.length - 1) + by)));
  return (
    <>
      <svg
        className="usage-chart"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="slider"
        tabIndex={0}
        aria-label={`${name}, day`}
        aria-valuemin={0}
        aria-valuemax={days.length - 1}
        aria-valuenow={at ?? days.length - 1}
        aria-valuetext={wordsOf(shown, text)}
        onPointerLeave={() => setAt(null)}
        onPointerMove={({ currentTarget, clientX }) => {
          const { left, width: shownWidth } = currentTarget.getBoundingClientRect();
          setAt(Math.min(days.length - 1, Math.max(0, Math.floor(((clientX - left) / shownWidth) * days.length))));
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
          event.preventDefault();
          move(event.key === 'ArrowLeft' ? -1 : 1);
        }}
      >
        {days.map(({ date, amount }, index) => {
          const height = amount === null ? 0 : Math.max(1, (amount / highest) * HEIGHT);
          return (
            <rect
              key={date}
              className={index === at ? 'usage-bar usage-bar-chosen' : 'usage-bar'}
              x={index * (BAR + GAP)}
              y={HEIGHT - height}
              width={BAR}
              height={height}
            />
          );
        })}
      </svg>
      <small>{wordsOf(shown, text)}</small>
    </>
  );
}

function wordsOf(day: UsageChartProps['days'][number] | undefined, text: (amount: number) => string): string {
  if (!day) return '';
  const date = new Date(`${day.date}T00:00:00Z`).toLocaleDateString(undefined, {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
  return `${date}: ${day.amount === null ? 'not recorded' : text(day.amount)}`;
}
