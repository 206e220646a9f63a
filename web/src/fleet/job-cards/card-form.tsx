import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError, type Schema } from 'aviation-maintenance-knowledge-client';
import { useRef, useState } from 'react';
import { api } from '../../api.js';
import { textOf } from '../../parts/dialog.js';
import { fieldError, isNamedBy } from '../../parts/issues.js';
import { Problem } from '../../parts/problem.js';
import { useAction } from '../../parts/use-action.js';
import { JOB_CARDS } from '../words.js';
import { ChosenTasks } from './chosen-tasks.js';
import { TASKS, type Task } from './tasks.js';

interface CardFormProps {
  aircraftId: string | null;
  /** In the order of the work. */
  chosen: Task[];
  onChange: (chosen: Task[]) => void;
}

/** The tasks of the card in their order, and what is printed above them. */
export function CardForm({ aircraftId, chosen, onChange }: CardFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const element = useRef<HTMLFormElement>(null);
  const [sent, setSent] = useState({ aircraftId, chosen });
  const make = useAction({
    run: (body: Schema<'CreateJobCardRequest'>, once) => api.POST('/job-cards', { body, ...once }),
    said: 'The job card is made.',
    changes: [JOB_CARDS],
    onDone: ({ data: { id } }) => navigate({ to: '/job-cards/$jobCardId', params: { jobCardId: id } }),
  });
  // An error is about the card that was sent.
  const isAsSent = sent.aircraftId === aircraftId && sent.chosen === chosen;
  const problem = isAsSent ? make.problem : null;
  const refused = refusedTasks(problem, chosen);
  const submit = (form: FormData): void => {
    const [title, order] = [textOf(form, 'title'), textOf(form, 'work_order')];
    setSent({ aircraftId, chosen });
    make.act({
      aircraft_id: aircraftId ?? '',
      tasks: chosen.map(({ document_id, revision_id, number }) => ({ document_id, revision_id, number })),
      ...(title !== '' && { title }),
      ...(order !== '' && { work_order: order }),
    });
  };
  /** Tasks of a revision that is no longer current must be chosen again. */
  const reload = (): void => {
    const ended = problem instanceof ApiError ? problem.details.revision_id : undefined;
    if (ended !== undefined) onChange(chosen.filter(({ revision_id }) => revision_id !== ended));
    make.reset();
    // Rows of the old revision must not be chosen meanwhile.
    void client.resetQueries({ queryKey: TASKS });
    void client.invalidateQueries({ queryKey: ['document'] });
  };
  return (
    <form
      ref={element}
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
    >
      <Stack component="section" gap="sm" aria-labelledby="card">
        <Title order={2} size="h4" id="card">
          On the card
        </Title>
        {chosen.length === 0 ? (
          <Text size="sm">No tasks are chosen yet.</Text>
        ) : (
          <ChosenTasks chosen={chosen} onChange={onChange} />
        )}
        <div className="filters">
          <TextInput
            name="title"
            label="Title"
            size="md"
            maxLength={200}
            autoComplete="off"
            {...fieldError(problem, 'title')}
          />
          <TextInput
            name="work_order"
            label="Work order"
            size="md"
            maxLength={60}
            autoComplete="off"
            {...fieldError(problem, 'work_order')}
          />
        </div>
        {problem && !isNamedBy(problem, ['title', 'work_order']) && (
          <Problem error={problem} onRetry={() => element.current?.requestSubmit()} onReload={reload} />
        )}
        {refused.length > 0 && (
          <Text size="sm" className="wrap">
            The refusal is about {refused.join(', ')}.
          </Text>
        )}
        <Group>
          <Button type="submit" loading={make.isPending} disabled={aircraftId === null || chosen.length === 0}>
            Make the card
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Numbers of the tasks that the service names, itself or by their position. */
function refusedTasks(problem: Error | null, chosen: readonly Task[]): string[] {
  if (!(problem instanceof ApiError)) return [];
  const { tasks, errors } = problem.details as { tasks?: { number: string }[]; errors?: { field: string }[] };
  const named = (tasks ?? []).map(({ number }) => number);
  const placed = (errors ?? []).map(({ field }) => chosen[Number(/^tasks\.(\d+)/.exec(field)?.[1])]?.number);
  return [...new Set([...named, ...placed.filter((number) => number !== undefined)])];
}
