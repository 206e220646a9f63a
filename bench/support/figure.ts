/** A row of the table printed by `npm run bench`. */
export interface Figure {
  name: string;
  /** With its unit. */
  value: string;
  /** The same measurement without the service in the same run; with its unit. */
  floor?: string;
  ratio?: number;
  target?: string;
  /** Whether the target is met; absent for informative figures. */
  holds?: boolean;
}

/** Sends a figure to `scripts/bench.mjs`, or prints it if the benchmark was started directly. */
export function report(figure: Figure): void {
  if (process.send) process.send(figure);
  else console.log(Object.values(figure).join('  '));
}

/** Prints progress on standard error; standard output contains only the table. */
export function progress(text: string): void {
  process.stderr.write(`  ${text}\n`);
}

/** Nearest-rank percentile. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

export function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`;
}
