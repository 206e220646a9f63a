import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../../api.js';
import { AIRCRAFT } from '../../parts/aircraft-select.js';
import { DialogForm, textOf } from '../../parts/dialog.js';
import { fieldError } from '../../parts/issues.js';
import { useAction } from '../../parts/use-action.js';

const NUMBER = { hideControls: true, allowNegative: false, clampBehavior: 'none', size: 'md' } as const;

/** Records hours and cycles of an aircraft since new, by which directives become due. */
export function ReadingForm({ aircraftId, onDone }: { aircraftId: string; onDone: () => void }) {
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const record = useAction({
    run: (body: Schema<'ReadingRequest'>) =>
      api.POST('/aircraft/{id}/utilisation', { params: { path: { id: aircraftId } }, body }),
    said: 'The hours and cycles are recorded.',
    changes: [AIRCRAFT],
    onDone,
  });
  const { problem } = record;
  return (
    <DialogForm
      verb="Record"
      action={record}
      fields={['date', 'flight_hours', 'flight_cycles']}
      onCancel={onDone}
      onSubmit={(form) => {
        const cycles = textOf(form, 'flight_cycles');
        record.act({
          date: textOf(form, 'date'),
          flight_hours: Number(textOf(form, 'flight_hours')),
          ...(cycles !== '' && { flight_cycles: Number(cycles) }),
          ...(form.get('replace') !== null && { replace: true }),
        });
      }}
    >
      <TextInput
        name="date"
        label="Read at the end of"
        type="date"
        required
        size="md"
        defaultValue={today}
        {...fieldError(problem, 'date')}
      />
      <NumberInput
        {...NUMBER}
        name="flight_hours"
        label="Flight hours"
        description="Since new, as decimals: 20 minutes are 0.33."
        required
        decimalScale={2}
        data-autofocus
        {...fieldError(problem, 'flight_hours')}
      />
      <NumberInput
        {...NUMBER}
        name="flight_cycles"
        label="Flight cycles"
        description="Since new."
        allowDecimal={false}
        {...fieldError(problem, 'flight_cycles')}
      />
      <Checkbox name="replace" size="md" label="Correct the reading of the same day" />
    </DialogForm>
  );
}
