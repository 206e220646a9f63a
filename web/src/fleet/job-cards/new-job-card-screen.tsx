import { Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { NewJobCardAddress } from '../../addresses.js';
import { AircraftSelect } from '../../parts/aircraft-select.js';
import { DocumentSelect } from '../../parts/document-select.js';
import { Screen } from '../../parts/screen.js';
import { CardForm } from './card-form.js';
import { TaskList } from './task-list.js';
import { keyOf, MAX_TASKS, type Task } from './tasks.js';

const NONE: Task[] = [];

/** Chooses an aircraft and tasks of documents for a job card. */
export function NewJobCardScreen() {
  const address = useSearch({ from: '/signed-in-screens/fleet/job-cards/new' });
  const { aircraft = null, document = null, q = '' } = address;
  const [choice, setChoice] = useState({ aircraft, tasks: NONE });
  // Tasks that apply to one aircraft need not apply to another.
  const chosen = choice.aircraft === aircraft ? choice.tasks : NONE;
  const setChosen = (tasks: Task[]): void => setChoice({ aircraft, tasks });
  const navigate = useNavigate();
  const set = (part: { [K in keyof NewJobCardAddress]: NewJobCardAddress[K] | undefined }): void => {
    const all = Object.entries({ ...address, ...part }).filter(([, value]) => value);
    void navigate({ to: '/fleet/job-cards/new', search: Object.fromEntries(all), replace: true });
  };
  const toggle = (task: Task): void => {
    const others = chosen.filter((one) => keyOf(one) !== keyOf(task));
    setChosen(others.length < chosen.length ? others : [...chosen, task]);
  };
  return (
    <Screen
      title="Make a job card"
      about={`Choose the aircraft, then up to ${MAX_TASKS} tasks of current revisions. Steps that do not apply to the aircraft are not printed.`}
    >
      <div className="filters">
        <AircraftSelect value={aircraft} onChange={(id) => set({ aircraft: id ?? undefined })} />
        <DocumentSelect
          label="Document"
          value={document}
          onChange={(id) => set({ document: id ?? undefined, q: undefined })}
        />
      </div>
      {aircraft === null || document === null ? (
        <Text>Choose an aircraft and a document to see its tasks.</Text>
      ) : (
        <Stack component="section" gap="xs" aria-label="Tasks of the document">
          <TaskList
            key={document}
            documentId={document}
            aircraftId={aircraft}
            q={q}
            onSearch={(typed) => set({ q: typed })}
            chosen={chosen}
            onToggle={toggle}
          />
        </Stack>
      )}
      <CardForm aircraftId={aircraft} chosen={chosen} onChange={setChosen} />
    </Screen>
  );
}
