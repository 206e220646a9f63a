import { ApiError } from 'aviation-maintenance-knowledge-client';
import { useSyncExternalStore } from 'react';
import { session } from '../session/session.js';

/** The user did not confirm their identity, and nothing was done. */
export class ProofCanceled extends Error {}

interface Waiting {
  /** Tells the window of this proof from those of others. */
  nonce: string;
  canceled: () => void;
}

let waiting: Waiting | null = null;
const listeners = new Set<() => void>();

function wait(next: Waiting | null): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Repeats `act` once the user has proved their identity, if the service requires a recent proof. @throws ProofCanceled */
export async function proven<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!isProofMissing(error)) throw error;
    await proof();
    return act();
  }
}

/** The service requires a proof of identity within the last ten minutes. */
export const isProofMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.details.reason === 'step_up_required';

/** Whether an action waits for a proof. */
export function useWaitingForProof(): Waiting | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting,
  );
}

function proof(): Promise<void> {
  waiting?.canceled();
  return new Promise((resolve, reject) => {
    const nonce = crypto.randomUUID();
    const stop = session.onProof(nonce, () => finish(resolve));
    const finish = (then: () => void): void => {
      stop();
      wait(null);
      then();
    };
    wait({ nonce, canceled: () => finish(() => reject(new ProofCanceled())) });
  });
}
