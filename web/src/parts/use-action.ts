import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from 'aviation-maintenance-knowledge-client';
import { useRef } from 'react';
import { ProofCanceled, proven } from './proof.js';

interface Action<V, T> {
  /** With `once`, the options of a call, the service does the same values once even if its answer was lost. */
  run: (values: V, once: { headers: Record<string, string> }) => Promise<T>;
  /** Shown when it is done. */
  said?: string | ((result: T, values: V) => string);
  /** Queries whose data it changes. */
  changes?: QueryKey[];
  /** Runs before those queries are read again, so that it can leave a screen of something deleted. */
  onDone?: (result: T, values: V) => void | Promise<void>;
}

/** Something that the user does. It asks for a proof of identity if the service requires one. */
export function useAction<V = void, T = unknown>({ run, said, changes = [], onDone }: Action<V, T>) {
  const client = useQueryClient();
  const unanswered = useRef<{ body: string; key: string } | null>(null);
  const mutation = useMutation({
    mutationFn: async (values: V) => {
      const body = String(JSON.stringify(values));
      if (unanswered.current?.body !== body) unanswered.current = { body, key: crypto.randomUUID() };
      const once = { headers: { 'Idempotency-Key': unanswered.current.key } };
      try {
        const result = await proven(() => run(values, once));
        unanswered.current = null;
        return result;
      } catch (error) {
        if (isAnswer(error)) unanswered.current = null;
        throw error;
      }
    },
    onSuccess: async (result, values) => {
      const message = typeof said === 'function' ? said(result, values) : said;
      if (message !== undefined) notifications.show({ message, closeButtonProps: { 'aria-label': 'Close', size: 44 } });
      await onDone?.(result, values);
      await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
  const { mutate: act, isPending, reset } = mutation;
  const problem = mutation.error instanceof ProofCanceled ? null : mutation.error;
  /** Repeats what failed. */
  const again = (): void => act(...([mutation.variables] as [V]));
  return { act, again, isPending, reset, problem };
}

/** Whether the service refused, so that nothing was done. */
const isAnswer = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.details.reason !== 'idempotency_key_in_use';
