/** One line of the table that `npm run bench` prints. */
export interface Figure {
  name: string;
  /** With its unit. */
  value: string;
  /** The same thing measured in the same run without the service; with its unit. */
  floor?: string;
  ratio?: number;
  target?: string;
  /** Whether the target is met; left out for figures that only inform. */
  holds?: boolean;
}

/** Hands a figure to `scripts/bench.mjs`, or prints it when the benchmark was started by hand. */
export function report(figure: Figure): void {
  if (process.send) process.send(figure);
  else console.log(Object.values(figure).join('  '));
}

/** Says on standard error what is being done: the table on standard output stays alone. */
export function progress(text: string): void {
  process.stderr.write(`  ${text}\n`);
}

/** The value below which `percent` of the values lie. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** A time as a figure shows it. */
export function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`;
}
