import { Button, Group, Modal, Stack } from '@mantine/core';
import { ApiError } from 'aviation-maintenance-knowledge-client';
import { useRef, type ReactNode } from 'react';
import { Problem } from './problem.js';

interface DialogFormProps {
  /** The verb on the button. */
  verb: string;
  action: { isPending: boolean; problem: Error | null };
  /** Fields of the request that show their own problem, by {@link issueOf}. */
  fields?: readonly string[];
  onCancel: () => void;
  onSubmit: (values: FormData) => void;
  children: ReactNode;
}

/** A form in a dialog. Its values stay in the fields until the dialog is closed. */
export function DialogForm({ verb, action, fields = [], onCancel, onSubmit, children }: DialogFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { problem, isPending } = action;
  const isAtField = problem !== null && fields.some((field) => issueOf(problem, field).error !== undefined);
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
        {problem && !isAtField && <Problem error={problem} onRetry={() => form.current?.requestSubmit()} />}
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

interface FormDialogProps extends Omit<DialogFormProps, 'onCancel' | 'action'> {
  opened: boolean;
  onClose: () => void;
  title: string;
  action: DialogFormProps['action'] & { reset: () => void };
}

/** A dialog with one form. */
export function FormDialog({ opened, onClose, title, action, ...form }: FormDialogProps) {
  const close = (): void => {
    action.reset();
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      closeOnClickOutside={false}
      // Escape belongs to the dialog in front, which asks for a proof of identity.
      closeOnEscape={!action.isPending}
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
    >
      <DialogForm {...form} action={action} onCancel={close} />
    </Modal>
  );
}

interface Issue {
  error?: string;
  errorProps?: { role: 'alert' };
}

/** Properties of an input whose value the service refused; none if it did not. */
export function issueOf(problem: Error | null, field: string): Issue {
  if (!(problem instanceof ApiError) || problem.status !== 400) return {};
  const errors = (problem.details.errors ?? []) as { field: string; issue: string }[];
  const found = errors.find((one) => one.field.split(/[.[]/, 1)[0] === field);
  return found ? { error: sentence(found.issue), errorProps: { role: 'alert' } } : {};
}

const sentence = (issue: string): string => `${issue.charAt(0).toUpperCase()}${issue.slice(1)}.`;

/** The text of a field, without white space around it. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
