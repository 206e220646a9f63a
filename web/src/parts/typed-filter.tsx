import { TextInput } from '@mantine/core';
import { useState } from 'react';

const ATA = /^(\d{2}(-\d{2}){0,2})?$/;

interface TypedFilterProps {
  label: string;
  placeholder: string;
  value: string;
  pattern?: RegExp;
  /** Shown if the value does not match `pattern`. */
  rule?: string;
  onChange: (value: string) => void;
}

/** A filter that is applied with Enter, or when it is left. */
export function TypedFilter({ label, placeholder, value, pattern, rule, onChange }: TypedFilterProps) {
  const [typed, setTyped] = useState(value);
  const isValid = pattern?.test(typed.trim()) ?? true;
  const apply = (): void => {
    if (isValid && typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextInput
        label={label}
        size="md"
        placeholder={placeholder}
        maxLength={200}
        value={typed}
        error={isValid ? undefined : rule}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={apply}
      />
    </form>
  );
}

/** Chapter, section or subject. */
export function AtaFilter({ value, onChange }: Pick<TypedFilterProps, 'value' | 'onChange'>) {
  return (
    <TypedFilter
      label="ATA number"
      placeholder="32 or 32-11"
      pattern={ATA}
      rule="Two digits, such as 32 or 32-11"
      value={value}
      onChange={onChange}
    />
  );
}
