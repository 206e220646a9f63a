import { Button, Fieldset, Group, Select, TextInput } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { fieldError, issuesOf } from '../../parts/issues.js';
import { COMPONENT_KINDS } from '../words.js';

type Component = Schema<'AircraftComponentResponse'>;
/** With a key, because components have no identity. */
type Keyed = Component & { key: string };

const TEXTS = [
  { name: 'position', label: 'Position', maxLength: 20 },
  { name: 'model', label: 'Model', maxLength: 50 },
  { name: 'part_number', label: 'Part number', maxLength: 50 },
  { name: 'serial_number', label: 'Serial number', maxLength: 50 },
] as const;

export const keyed = (components: readonly Component[]): Keyed[] =>
  components.map((component) => ({ ...component, key: crypto.randomUUID() }));

export const componentsOf = (components: readonly Keyed[]): Component[] =>
  components.map(({ kind, position, model, part_number, serial_number }) => ({
    ...{ kind, position: position?.trim() || null, model: model?.trim() || null },
    ...{ part_number: part_number?.trim() || null, serial_number: serial_number?.trim() || null },
  }));

/** Components that an aircraft can have. */
const MAX_COMPONENTS = 20;

/** What the service says about the list, if no field of a component shows it. */
export function unshownIssue(problem: Error | null, count: number): string | undefined {
  const issues = issuesOf(problem);
  const fields = ['kind', ...TEXTS.map(({ name }) => name)];
  const isShown = Array.from({ length: count }, (_, index) =>
    fields.some((name) => issues[`components.${index}.${name}`] !== undefined),
  ).includes(true);
  return isShown ? undefined : issues.components;
}

const NEW: Component = { kind: 'engine', position: null, model: null, part_number: null, serial_number: null };

interface ComponentFieldsProps {
  components: Keyed[];
  problem: Error | null;
  onChange: (components: Keyed[]) => void;
}

/** The components of an aircraft, each with its fields. */
export function ComponentFields({ components, problem, onChange }: ComponentFieldsProps) {
  const set = (key: string, part: Partial<Component>): void =>
    onChange(components.map((one) => (one.key === key ? { ...one, ...part } : one)));
  return (
    <>
      {components.map((component, index) => (
        <Fieldset key={component.key} legend={`Component ${index + 1}`} p="xs">
          <div className="filters">
            <Select
              label="Kind"
              size="md"
              allowDeselect={false}
              data={Object.entries(COMPONENT_KINDS).map(([value, label]) => ({ value, label }))}
              value={component.kind}
              onChange={(value) => value && set(component.key, { kind: value as Component['kind'] })}
              {...fieldError(problem, `components.${index}.kind`)}
            />
            {TEXTS.map(({ name, label, maxLength }) => (
              <TextInput
                key={name}
                label={label}
                size="md"
                maxLength={maxLength}
                autoComplete="off"
                value={component[name] ?? ''}
                onChange={(event) => set(component.key, { [name]: event.currentTarget.value })}
                {...fieldError(problem, `components.${index}.${name}`)}
              />
            ))}
          </div>
          <Button
            variant="default"
            aria-label={`Remove component ${index + 1}`}
            onClick={() => onChange(components.filter(({ key }) => key !== component.key))}
          >
            Remove
          </Button>
        </Fieldset>
      ))}
      <Group>
        <Button
          variant="default"
          disabled={components.length >= MAX_COMPONENTS}
          onClick={() => onChange([...components, ...keyed([NEW])])}
        >
          Add a component
        </Button>
      </Group>
    </>
  );
}
