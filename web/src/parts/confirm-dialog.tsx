import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Problem } from './problem.js';

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  /** A question, such as "Delete this document?". */
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  /** The verb on the button. */
  verb: string;
  /** Text to type first, for what cannot be undone. */
  typed?: string;
  /** Colors the button. */
  isDestructive?: boolean;
  action: { isPending: boolean; problem: Error | null; reset: () => void };
  onConfirm: () => void;
  /** Reads again what another user changed meanwhile, once the dialog is closed. */
  onReload?: (() => void) | undefined;
}

/** Says what a destructive action will do before it is done. */
export function ConfirmDialog({
  opened,
  onClose,
  title,
  children,
  verb,
  typed,
  isDestructive = true,
  action,
  onConfirm,
  onReload,
}: ConfirmDialogProps) {
  const [text, setText] = useState('');
  const close = (): void => {
    setText('');
    action.reset();
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      // Escape belongs to the dialog in front, which asks for a proof of identity.
      closeOnEscape={!action.isPending}
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <Stack>
          {children}
          {typed !== undefined && (
            <TextInput
              label={`Type ${typed} to confirm`}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              autoComplete="off"
            />
          )}
          {action.problem && (
            <Problem
              error={action.problem}
              onRetry={onConfirm}
              onReload={
                onReload &&
                (() => {
                  close();
                  onReload();
                })
              }
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              Cancel
            </Button>
            <Button
              type="submit"
              {...(isDestructive && { color: '#b02a37' })}
              loading={action.isPending}
              disabled={typed !== undefined && text !== typed}
            >
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
