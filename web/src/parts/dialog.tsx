import { Button, Group, Modal, Stack } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { isNamedBy } from './issues.js';
import { Problem } from './problem.js';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** What is mounted only while the dialog is open. */
  children: ReactNode;
}

/** A dialog for forms. A click outside does not close it, so that nothing typed is lost by accident. */
export function Dialog({ opened, onClose, title, children }: DialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
    >
      {children}
    </Modal>
  );
}

interface DialogFormProps {
  /** The verb on the button. */
  verb: string;
  action: { isPending: boolean; problem: Error | null };
  /** Fields of the request that show their errors themselves. */
  fields: readonly string[];
  onCancel: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

/** The form in a {@link Dialog}, with its buttons and the errors that concern no field. */
export function DialogForm({ verb, action, fields, onCancel, onSubmit, children }: DialogFormProps) {
  const { problem } = action;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack>
        {children}
        {problem && !isNamedBy(problem, fields) && <Problem error={problem} onRetry={onSubmit} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={action.isPending}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The subject of a dialog. It stays while the dialog closes, so that its text does not change. The focus returns to the opener. */
export function useDialog<T>() {
  const [subject, setSubject] = useState<T | null>(null);
  const [opened, setOpened] = useState(false);
  const opener = useRef<Element | null>(null);
  return {
    subject,
    opened,
    open: (next: T) => {
      opener.current = document.activeElement;
      setSubject(next);
      setOpened(true);
    },
    close: () => {
      setOpened(false);
      requestAnimationFrame(() => focusOn(opener.current));
    },
  };
}

/** Of a row that was deleted, the button is gone. */
function focusOn(opener: Element | null): void {
  const target = opener?.isConnected ? opener : document.getElementById('main');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
