import { Autocomplete, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { DialogForm, textOf } from '../../parts/dialog.js';
import { fieldError } from '../../parts/issues.js';
import { useAction } from '../../parts/use-action.js';
import { useFilterValues } from '../../search/use-search.js';
import { AIRCRAFT_CHANGES, AIRCRAFT_STATUS } from '../words.js';
import { ComponentFields, componentsOf, keyed, unshownIssue } from './component-fields.js';

type Aircraft = Schema<'AircraftResponse'>;
export type AircraftBody = Schema<'CreateAircraftRequest'>;

interface Described {
  name: 'model' | 'serial_number' | 'fleet_number';
  label: string;
  about?: string;
  maxLength: number;
}

const TEXTS: Described[] = [
  { name: 'model', label: 'Model', maxLength: 50 },
  { name: 'serial_number', label: 'Serial number', about: 'Of the manufacturer (MSN).', maxLength: 30 },
  { name: 'fleet_number', label: 'Fleet number', about: 'As customized manuals write it after ON A/C.', maxLength: 30 },
];

const FIELDS = [
  ...['registration', 'aircraft_type', 'model', 'serial_number', 'fleet_number', 'line_number', 'status'],
  ...['configuration_codes', 'components'],
];

interface AircraftFormProps {
  /** The aircraft to change; none for a new one. */
  aircraft?: Aircraft;
  save: (body: AircraftBody) => Promise<{ data: Aircraft }>;
  onReload?: () => void;
  onCancel: () => void;
  onDone: (saved: Aircraft) => void;
}

/** What the register says of an aircraft. */
export function AircraftForm({ aircraft, save, onReload, onCancel, onDone }: AircraftFormProps) {
  const { aircraft: types } = useFilterValues();
  const [type, setType] = useState(aircraft?.aircraft_type ?? '');
  const [status, setStatus] = useState(aircraft?.status ?? 'active');
  const [components, setComponents] = useState(() => keyed(aircraft?.components ?? []));
  const action = useAction({
    run: save,
    said: ({ data }) => `${data.registration} is ${aircraft ? 'changed' : 'added'}.`,
    changes: AIRCRAFT_CHANGES,
    onDone: ({ data }) => onDone(data),
  });
  const { problem } = action;
  const unshown = unshownIssue(problem, components.length);
  const submit = (form: FormData): void => {
    const texts = TEXTS.map(({ name }) => [name, textOf(form, name) || null] as const);
    const line = textOf(form, 'line_number');
    action.act({
      registration: textOf(form, 'registration').toUpperCase(),
      aircraft_type: type.trim(),
      status,
      ...Object.fromEntries(texts),
      line_number: line === '' ? null : Number(line),
      configuration_codes: textOf(form, 'configuration_codes')
        .split(/[\s,;]+/)
        .filter(Boolean),
      components: componentsOf(components),
    });
  };
  return (
    <DialogForm
      verb={aircraft ? 'Save' : 'Add'}
      action={action}
      fields={FIELDS}
      onCancel={onCancel}
      {...(onReload && { onReload })}
      onSubmit={submit}
    >
      <div className="filters">
        <TextInput
          name="registration"
          label="Registration"
          required
          size="md"
          maxLength={12}
          autoComplete="off"
          defaultValue={aircraft?.registration ?? ''}
          data-autofocus
          {...fieldError(problem, 'registration')}
        />
        <Autocomplete
          label="Type"
          description="As the documents name it."
          required
          size="md"
          maxLength={50}
          data={types.map(({ value }) => value)}
          value={type}
          onChange={setType}
          {...fieldError(problem, 'aircraft_type')}
        />
        {TEXTS.map(({ name, label, about, maxLength }) => (
          <TextInput
            key={name}
            name={name}
            label={label}
            description={about}
            size="md"
            maxLength={maxLength}
            autoComplete="off"
            defaultValue={aircraft?.[name] ?? ''}
            {...fieldError(problem, name)}
          />
        ))}
        <NumberInput
          name="line_number"
          label="Line number"
          size="md"
          hideControls
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          defaultValue={aircraft?.line_number ?? ''}
          {...fieldError(problem, 'line_number')}
        />
        <Select
          label="Status"
          size="md"
          allowDeselect={false}
          data={Object.entries(AIRCRAFT_STATUS).map(([value, label]) => ({ value, label }))}
          value={status}
          onChange={(value) => value && setStatus(value as Aircraft['status'])}
          {...fieldError(problem, 'status')}
        />
        <TextInput
          name="configuration_codes"
          label="Configuration codes"
          description="All of them, with spaces between."
          size="md"
          autoComplete="off"
          defaultValue={aircraft?.configuration_codes.join(' ') ?? ''}
          {...fieldError(problem, 'configuration_codes')}
        />
      </div>
      <Stack gap="xs" component="section" aria-label="Components">
        <Text size="sm" fw={600}>
          Engines, auxiliary power units and propellers
        </Text>
        {unshown !== undefined && (
          <Text size="sm" c="red" role="alert">
            {unshown}
          </Text>
        )}
        <ComponentFields components={components} problem={problem} onChange={setComponents} />
      </Stack>
    </DialogForm>
  );
}
