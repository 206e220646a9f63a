import { Select, TextInput } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../../api.js';
import { DialogForm, textOf } from '../../parts/dialog.js';
import { fieldError } from '../../parts/issues.js';
import { useAction } from '../../parts/use-action.js';
import { AIRCRAFT_CHANGES, MODIFICATION_KINDS, MODIFICATION_STATUS } from '../words.js';

export type Modification = Schema<'AircraftModificationResponse'>;

interface ModificationFormProps {
  aircraftId: string;
  /** What is recorded; null for another one. */
  modification: Modification | null;
  onDone: () => void;
}

/** Records whether a bulletin, directive or modification is embodied, in place of what was recorded of it. */
export function ModificationForm({ aircraftId, modification, onDone }: ModificationFormProps) {
  const [kind, setKind] = useState<Modification['kind']>(modification?.kind ?? 'SB');
  const [status, setStatus] = useState<Modification['status']>(modification?.status ?? 'embodied');
  const record = useAction({
    run: (body: Schema<'ModificationRequest'>) =>
      api.POST('/aircraft/{id}/modifications', { params: { path: { id: aircraftId } }, body }),
    said: (_, { number }) => `${kind} ${number.toUpperCase()} is recorded.`,
    changes: AIRCRAFT_CHANGES,
    onDone,
  });
  const { problem } = record;
  return (
    <DialogForm
      verb={modification ? 'Save' : 'Record'}
      action={record}
      fields={['kind', 'number', 'status', 'date', 'evidence']}
      onCancel={onDone}
      onSubmit={(form) =>
        record.act({
          ...{ kind, status, number: modification?.number ?? textOf(form, 'number') },
          ...{ date: textOf(form, 'date') || null, evidence: textOf(form, 'evidence') || null },
        })
      }
    >
      {!modification && (
        <>
          <Select
            label="Kind"
            size="md"
            allowDeselect={false}
            data={Object.entries(MODIFICATION_KINDS).map(([value, label]) => ({ value, label }))}
            value={kind}
            onChange={(value) => value && setKind(value as Modification['kind'])}
            {...fieldError(problem, 'kind')}
          />
          <TextInput
            name="number"
            label="Number"
            description="As its publisher writes it, such as TR46-32-018."
            required
            size="md"
            maxLength={50}
            autoComplete="off"
            data-autofocus
            {...fieldError(problem, 'number')}
          />
        </>
      )}
      <Select
        label="Status"
        size="md"
        allowDeselect={false}
        data={Object.entries(MODIFICATION_STATUS).map(([value, label]) => ({ value, label }))}
        value={status}
        onChange={(value) => value && setStatus(value as Modification['status'])}
        {...fieldError(problem, 'status')}
      />
      <TextInput
        name="date"
        label="Date of the embodiment"
        type="date"
        size="md"
        defaultValue={modification?.date ?? ''}
        {...fieldError(problem, 'date')}
      />
      <TextInput
        name="evidence"
        label="Evidence, such as the work order"
        size="md"
        maxLength={500}
        autoComplete="off"
        defaultValue={modification?.evidence ?? ''}
        {...fieldError(problem, 'evidence')}
      />
    </DialogForm>
  );
}
