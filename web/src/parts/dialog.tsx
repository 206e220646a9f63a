import { Button, Group, Modal, Stack } from '@mantine/core';
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { isNamedBy } from './issues.js';
import { Problem } from './problem.js';

/** What must not close a dialog: Escape, or its close button either. */
type Hold = 'escape' | 'everything';

const HoldContext = createContext<(hold: Hold | null) => void>(() => undefined);

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** What is mounted only while the dialog is open. */
  children: ReactNode;
}

/** A dialog for forms. A click outside does not close it, so that nothing typed is lost by accident. */
export function Dialog({ opened, onClose, title, children }: DialogProps) {
  const [hold, setHold] = useState<Hold | null>(null);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={hold === null}
      withCloseButton={hold !== 'everything'}
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
    >
      <HoldContext value={setHold}>{children}</HoldContext>
    </Modal>
  );
}

/** Keeps the dialog around the component open; does nothing outside a dialog. */
export function useHold(hold: Hold | null): void {
  const setHold = useContext(HoldContext);
  useEffect(() => {
    setHold(hold);
    return () => setHold(null);
  }, [hold, setHold]);
}

interface DialogFormProps {
  /** The verb on the button. */
  verb: string;
  action: { isPending: boolean; problem: Error | null; reset: () => void };
  /** Fields of the request that show their errors themselves. */
  fields?: readonly string[];
  onCancel: () => void;
  /** Reads again what another user changed meanwhile. */
  onReload?: () => void;
  onSubmit: (values: FormData) => void;
  children: ReactNode;
}

/** The form in a {@link Dialog}, with its buttons and the errors that concern no field. It forgets them when it is closed. */
export function DialogForm({ verb, action, fields = [], onCancel, onReload, onSubmit, children }: DialogFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { isPending, problem, reset } = action;
  // Escape belongs to the dialog in front, which asks for a proof of identity.
  useHold(isPending ? 'escape' : null);
  useEffect(() => reset, [reset]);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget));
      }}
    >
      <Stack>
        {children}
        {problem && !isNamedBy(problem, fields) && (
          <Problem error={problem} onRetry={() => form.current?.requestSubmit()} onReload={onReload} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The text of a field, without white space around it. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
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
