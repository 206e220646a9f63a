import { Select, Text } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../parts/dialog.js';
import { GRACE_PERIODS, USUAL_GRACE } from '../../parts/grace-periods.js';
import { Secret } from '../../parts/secret.js';
import { useAction } from '../../parts/use-action.js';
import { When } from '../../parts/when.js';

interface RotateFormProps {
  /** Such as "API key". */
  name: string;
  /** Resolves to the new value, which is shown once. */
  rotate: (graceSeconds: number) => Promise<string>;
  changes: QueryKey[];
  onDone: () => void;
}

/** Replaces a key or secret. The replaced one works for a while, so that programs can be changed without interruption. */
export function RotateForm({ name, rotate, changes, onDone }: RotateFormProps) {
  const [period, setPeriod] = useState(USUAL_GRACE);
  const [value, setValue] = useState<string | null>(null);
  const action = useAction({ run: () => rotate(Number(period)), changes, onDone: setValue });
  if (value !== null) return <Secret name={name} value={value} onDone={onDone} />;
  return (
    <DialogForm verb="Rotate" action={action} fields={[]} onCancel={onDone} onSubmit={() => action.act()}>
      <Text size="sm">The service creates a new value, which is shown once. It cannot be undone.</Text>
      <Select
        label="The present one ends"
        description="If it has leaked, end it immediately."
        allowDeselect={false}
        data={GRACE_PERIODS}
        value={period}
        onChange={(chosen) => chosen && setPeriod(chosen)}
      />
    </DialogForm>
  );
}

/** After a rotation, while the replaced key or secret works. */
export function Replaced({ name, until }: { name: string; until: string | null }) {
  const [now] = useState(() => Date.now());
  if (until === null || Date.parse(until) <= now) return null;
  return (
    <Text size="sm">
      The replaced {name} works until <When at={until} />
    </Text>
  );
}
