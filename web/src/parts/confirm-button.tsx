import { Button } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.js';
import { useAction } from './use-action.js';

interface ConfirmButtonProps<T> {
  button: string;
  /** Name of the button for screen readers, where several have the same text. */
  label?: string;
  size?: 'xs' | 'sm';
  /** A question, such as "Remove this key?". */
  title: string;
  /** The verb on the button of the dialog. */
  verb: string;
  /** Colors the button of the dialog. */
  isDestructive?: boolean;
  run: () => Promise<T>;
  said?: string;
  changes?: QueryKey[];
  onDone?: (result: T) => void;
  /** Reads again what another user changed meanwhile. */
  onReload?: () => void;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
}

/** A button for something final, which is done once it is confirmed. */
export function ConfirmButton<T>({
  button,
  label,
  size = 'xs',
  title,
  verb,
  isDestructive = true,
  onReload,
  children,
  ...action
}: ConfirmButtonProps<T>) {
  const [isOpen, setOpen] = useState(false);
  const { onDone, ...rest } = action;
  const confirmed = useAction<void, T>({
    ...rest,
    onDone: (result) => {
      onDone?.(result);
      setOpen(false);
    },
  });
  return (
    <>
      <Button variant="default" size={size} aria-label={label} onClick={() => setOpen(true)}>
        {button}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={title}
        verb={verb}
        isDestructive={isDestructive}
        action={confirmed}
        onConfirm={() => confirmed.act()}
        onReload={onReload}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
