import { Button, Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmButton } from '../parts/confirm-button.js';
import { Dialog, DialogForm, textOf } from '../parts/dialog.js';
import { GRACE_PERIODS, USUAL_GRACE } from '../parts/grace-periods.js';
import { useAction } from '../parts/use-action.js';
import { When } from '../parts/when.js';
import { KeyForm } from './key-form.js';
import { keysOf, SIDES, type ApiKey, type KeyValues, type Side } from './keys.js';

interface KeyActionsProps {
  apiKey: ApiKey;
  side: Side;
  /** Receives the new key. */
  onRotated: (key: string) => void;
}

/** Changes, replaces or revokes a key. */
export function KeyActions({ apiKey, side, onRotated }: KeyActionsProps) {
  const [dialog, setDialog] = useState<'change' | 'rotate' | null>(null);
  const close = (): void => setDialog(null);
  const params = { path: { id: apiKey.id } };
  const changes = [keysOf(side)];
  const change = useAction({
    run: (body: KeyValues) => SIDES[side].PATCH('/api-keys/{id}', { params, body }),
    said: 'The key is changed',
    changes,
    onDone: close,
  });
  const rotate = useAction({
    run: async (grace_period_seconds: number) =>
      (await SIDES[side].POST('/api-keys/{id}/rotate', { params, body: { grace_period_seconds } })).data,
    changes,
    onDone: ({ key }) => {
      onRotated(key);
      close();
    },
  });
  return (
    <>
      <Group gap="xs">
        <Button variant="default" size="xs" aria-label={`Change ${apiKey.name}`} onClick={() => setDialog('change')}>
          Change
        </Button>
        <Button variant="default" size="xs" aria-label={`Rotate ${apiKey.name}`} onClick={() => setDialog('rotate')}>
          Rotate
        </Button>
        <ConfirmButton
          button="Revoke"
          label={`Revoke ${apiKey.name}`}
          title={`Revoke “${apiKey.name}”?`}
          verb="Revoke"
          run={() => SIDES[side].DELETE('/api-keys/{id}', { params })}
          said={`“${apiKey.name}” is revoked`}
          changes={changes}
        >
          <Text size="sm">
            The next request of every program that uses it is refused. Keys that were created with it are revoked too.
            This cannot be undone.
          </Text>
          <Text size="sm">
            Last used: <When at={apiKey.last_used_at} none="never" />
          </Text>
        </ConfirmButton>
      </Group>
      <KeyForm
        apiKey={apiKey}
        opened={dialog === 'change'}
        onClose={close}
        action={change}
        onSubmit={(values) => change.act(values)}
      />
      <Dialog opened={dialog === 'rotate'} onClose={close} title={`Rotate “${apiKey.name}”`}>
        <DialogForm
          verb="Rotate"
          action={rotate}
          onCancel={close}
          onSubmit={(form) => rotate.act(Number(textOf(form, 'grace')))}
        >
          <Text size="sm">
            A new key with the same rights replaces it. Put the new key into all programs that use it.
          </Text>
          <Select
            name="grace"
            label="The present one ends"
            data={GRACE_PERIODS}
            defaultValue={USUAL_GRACE}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
          />
        </DialogForm>
      </Dialog>
    </>
  );
}
