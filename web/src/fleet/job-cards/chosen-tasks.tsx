import { Button, Group, Text } from '@mantine/core';
import { RowTable, type Column } from '../../parts/list-table.js';
import { keyOf, type Task } from './tasks.js';

interface ChosenTasksProps {
  chosen: Task[];
  onChange: (chosen: Task[]) => void;
}

/** The chosen tasks in the order of the work, which can be changed. */
export function ChosenTasks({ chosen, onChange }: ChosenTasksProps) {
  const move = (task: Task, by: -1 | 1): void => {
    const from = chosen.indexOf(task);
    const next = chosen.filter((one) => one !== task);
    next.splice(from + by, 0, task);
    onChange(next);
  };
  const rows = chosen.map((task, index) => ({ id: keyOf(task), task, index }));
  const columns: Column<(typeof rows)[number]>[] = [
    { title: 'Position', cell: ({ index }) => index + 1 },
    {
      title: 'Task',
      cell: ({ task: { number, title } }) => (
        <>
          <Text size="sm" fw={600} className="wrap">
            {number}
          </Text>
          <Text size="sm" className="wrap">
            {title}
          </Text>
        </>
      ),
    },
    {
      title: 'Actions',
      cell: ({ task, index }) => (
        <Group gap={6}>
          <Button
            variant="default"
            size="xs"
            aria-label={`Move ${task.number} up`}
            disabled={index === 0}
            onClick={() => move(task, -1)}
          >
            Up
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={`Move ${task.number} down`}
            disabled={index === chosen.length - 1}
            onClick={() => move(task, 1)}
          >
            Down
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={`Remove ${task.number}`}
            onClick={() => onChange(chosen.filter((one) => one !== task))}
          >
            Remove
          </Button>
        </Group>
      ),
    },
  ];
  return <RowTable name="Chosen tasks" columns={columns} rows={rows} />;
}
