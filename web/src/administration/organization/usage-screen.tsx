import { Button, Group, SegmentedControl, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../../api.js';
import { LoadingRows } from '../../parts/list-table.js';
import { Problem } from '../../parts/problem.js';
import { saveBlob } from '../../parts/save-file.js';
import { Screen } from '../../parts/screen.js';
import { UsageChart } from './usage-chart.js';
import './organization.css';

type Day = Schema<'UsageDayResponse'>;

const DAY_MS = 86_400_000;
const SPANS = ['7', '30', '90'] as const;
const bytes = (size: number): string =>
  `${(size / 1024 ** 2).toLocaleString(undefined, { maximumFractionDigits: 1 })} MiB`;
const CHARTS: {
  title: string;
  value: (day: Day) => number | null;
  text?: (value: number) => string;
  isSum: boolean;
}[] = [
  { title: 'Requests', value: ({ requests }) => requests, isSum: true },
  { title: 'Searches', value: ({ searches }) => searches, isSum: true },
  { title: 'Questions', value: ({ questions }) => questions, isSum: true },
  { title: 'Tokens', value: ({ tokens: { embedding, llm } }) => embedding + llm.prompt + llm.completion, isSum: true },
  { title: 'Documents', value: ({ documents }) => documents, isSum: false },
  { title: 'Storage', value: ({ storage_bytes: size }) => size, text: bytes, isSum: false },
];

/** What the organization used, day by day. */
export function UsageScreen() {
  const [span, setSpan] = useState<string>('30');
  const [to, setTo] = useState(() => new Date().toISOString().slice(0, 10));
  const from = new Date(Date.parse(to || new Date().toISOString()) - (Number(span) - 1) * DAY_MS)
    .toISOString()
    .slice(0, 10);
  const { data, error, refetch } = useQuery({
    queryKey: ['usage', from, to],
    queryFn: async ({ signal }) =>
      (await api.GET('/usage', { params: { query: { from, ...(to && { to }) } }, signal })).data,
  });
  return (
    <Screen title="Usage" about="Days are those of UTC. Today is counted up to now.">
      <Group align="flex-end" gap="sm">
        <SegmentedControl
          aria-label="Days"
          value={span}
          onChange={setSpan}
          data={SPANS.map((days) => ({ value: days, label: `${days} days` }))}
        />
        <TextInput label="Until" type="date" value={to} onChange={(event) => setTo(event.currentTarget.value)} />
        {data && (
          <Button variant="default" onClick={() => saveBlob(csvOf(data.days), `usage-${data.from}-${data.to}.csv`)}>
            Download as CSV
          </Button>
        )}
      </Group>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows />}
      {data && (
        <div className="usage-charts">
          {CHARTS.map(({ title, value, text = (amount) => amount.toLocaleString(), isSum }) => {
            const amounts = data.days.map((day) => ({ date: day.date, amount: value(day) }));
            const known = amounts.flatMap(({ amount }) => amount ?? []);
            const figure = isSum ? known.reduce((sum, amount) => sum + amount, 0) : known.at(-1);
            return (
              <section key={title} aria-label={title} className="usage-card">
                <Title order={2} size="h5">
                  {title}
                </Title>
                <Text size="xl" fw={650}>
                  {figure === undefined ? 'Not recorded' : text(figure)}
                </Text>
                <UsageChart name={title} days={amounts} text={text} />
              </section>
            );
          })}
        </div>
      )}
    </Screen>
  );
}

function csvOf(days: Day[]): Blob {
  const header =
    'date,requests,searches,chats,questions,embedding_tokens,llm_prompt_tokens,llm_completion_tokens,documents,storage_bytes';
  const lines = days.map(({ tokens, ...day }) =>
    [
      ...[day.date, day.requests, day.searches, day.chats, day.questions],
      ...[tokens.embedding, tokens.llm.prompt, tokens.llm.completion, day.documents, day.storage_bytes],
    ].join(),
  );
  return new Blob([[header, ...lines, ''].join('\r\n')], { type: 'text/csv' });
}
