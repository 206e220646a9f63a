import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { ProofCanceled, proven } from './proof.js';

interface Action<V, T> {
  run: (values: V) => Promise<T>;
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
  const mutation = useMutation({
    mutationFn: (values: V) => proven(() => run(values)),
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
