import { Autocomplete, Select, TextInput } from '@mantine/core';
import { useTeams } from '../parts/use-teams.js';
import type { FieldName, FieldValues } from './field-values.js';
import { useKinds, useManaging } from './use-documents.js';

interface Described {
  label: string;
  maxLength?: number;
  placeholder?: string;
  type?: 'date';
}

const TEXTS: Partial<Record<FieldName, Described>> = {
  title: { label: 'Title', maxLength: 300 },
  version: { label: 'Revision', maxLength: 50, placeholder: '12 or Issue 2' },
  document_number: { label: 'Document number', maxLength: 100 },
  ata_chapter: { label: 'ATA number', maxLength: 8, placeholder: '32 or 32-11-00' },
  revision_date: { label: 'Revision date', type: 'date' },
  effectivity: { label: 'Effectivity', maxLength: 1000, placeholder: 'As the publisher writes it' },
};

interface FieldsProps {
  names: readonly FieldName[];
  required?: readonly FieldName[];
  values: FieldValues;
  errors: Partial<Record<FieldName, string>>;
  disabled?: boolean;
  onChange: (part: Partial<FieldValues>) => void;
}

/** Inputs of some fields, in a grid. */
export function Fields({ names, required = [], values, errors, disabled = false, onChange }: FieldsProps) {
  return (
    <div className="fields">
      {names.map((name) => (
        <Field
          key={name}
          name={name}
          values={values}
          onChange={onChange}
          shared={{
            error: errors[name],
            disabled,
            ...(required.includes(name) && { required: true }),
          }}
        />
      ))}
    </div>
  );
}

interface FieldProps extends Pick<FieldsProps, 'values' | 'onChange'> {
  name: FieldName;
  shared: { error: string | undefined; disabled: boolean; required?: true };
}

function Field({ name, values, shared, onChange }: FieldProps) {
  const { typesInUse, aircraft } = useKinds();
  const { isAdmin } = useManaging();
  const { choices } = useTeams();
  const common = { ...shared, size: 'md', value: values[name] } as const;
  const set = (value: string | null): void => onChange({ [name]: value ?? '' });
  switch (name) {
    case 'document_type':
      return (
        <Select label="Type" {...common} value={values[name] || null} data={typesInUse} searchable onChange={set} />
      );
    case 'aircraft_type':
      return <Autocomplete label="Aircraft" {...common} data={aircraft} maxLength={50} onChange={set} />;
    case 'access':
      return (
        <Select
          label="Open to"
          {...common}
          allowDeselect={false}
          data={[
            { value: 'organization', label: 'the organization' },
            { value: 'team', label: isAdmin ? 'one team' : 'your team' },
          ]}
          onChange={set}
        />
      );
    case 'team_id':
      if (!isAdmin) return null;
      return (
        <Select
          label="Team that manages it"
          {...common}
          value={values[name] || null}
          clearable
          placeholder="No team"
          required={values.access === 'team'}
          data={choices}
          onChange={set}
        />
      );
    default: {
      const { label, maxLength, placeholder, type = 'text' } = TEXTS[name]!;
      return (
        <TextInput
          label={label}
          {...common}
          type={type}
          maxLength={maxLength}
          placeholder={placeholder}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    }
  }
}
