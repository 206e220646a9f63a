/** A metric as Prometheus would read it. */
export interface MetricFamily {
  type: string;
  help: string;
  samples: { name: string; labels: Record<string, string>; value: number }[];
}

/** `Nan` is how the client writes it; Prometheus heeds no case. */
const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?[\d.]+(?:e[+-]?\d+)?|Nan|NaN|[+-]Inf)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y;
const PARTS: Record<string, RegExp> = { histogram: /_(bucket|sum|count)$/, summary: /_(sum|count)$/ };

/** Reads the text format 0.0.4, strictly: every line is known, described before it comes, and says something new. */
export function parseMetrics(text: string): Map<string, MetricFamily> {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const families = new Map<string, MetricFamily>();
  const help = new Map<string, string>();
  const series = new Set<string>();
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (keyword === 'HELP') help.set(name, rest);
    else if (keyword === 'TYPE') {
      if (families.has(name) || !help.has(name)) throw new Error(`described twice, or without help: ${line}`);
      families.set(name, { type: rest, help: help.get(name)!, samples: [] });
    } else addSample(families, series, line);
  }
  for (const [name, family] of families) if (family.type === 'histogram') requireWhole(name, family);
  return families;
}

function addSample(families: Map<string, MetricFamily>, series: Set<string>, line: string): void {
  const [, name, labelText = '', value] = SAMPLE.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`not a sample: ${line}`);
  const family = [...families].find(
    ([known, { type }]) => name === known || (PARTS[type]?.test(name) && name.replace(PARTS[type], '') === known),
  )?.[1];
  if (!family) throw new Error(`not described: ${line}`);
  const key = line.slice(0, line.lastIndexOf(' '));
  if (series.has(key)) throw new Error(`said twice: ${line}`);
  series.add(key);
  const number = value.endsWith('Inf') ? Number(`${value}inity`) : Number(value);
  family.samples.push({ name, labels: parseLabels(labelText), value: number });
}

function parseLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (LABEL.lastIndex = 0; LABEL.lastIndex < text.length;) {
    const at = LABEL.lastIndex;
    const [, name, value] = LABEL.exec(text) ?? [];
    if (name === undefined || value === undefined || name in labels) throw new Error(`labels ${text.slice(at)}`);
    labels[name] = value;
  }
  return labels;
}

/** Buckets only grow, and the last of them holds all. */
function requireWhole(name: string, { samples }: MetricFamily): void {
  const groups = new Map<string, number[]>();
  for (const { name: part, labels, value } of samples) {
    const { le, ...own } = labels;
    const key = JSON.stringify(own);
    const buckets = groups.get(key) ?? [];
    const isLess = value < (buckets.at(-1) ?? 0);
    if (part === `${name}_bucket` && (le === undefined || isLess)) throw new Error(`${name} shrinks at ${le}`);
    if (part === `${name}_bucket`) groups.set(key, [...buckets, value]);
    if (part === `${name}_count` && buckets.at(-1) !== value) throw new Error(`${name} lacks some`);
  }
}
