import { useBlocker } from '@tanstack/react-router';
import type { Client } from 'aviation-maintenance-knowledge-client';
import type { QueryKey } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useAction } from '../../parts/use-action.js';
import { sendingClient } from './transfer.js';

interface Sending<T> {
  send: (client: Client, signal: AbortSignal) => Promise<T>;
  said?: string;
  changes?: QueryKey[];
  onDone: (result: T) => void;
}

/** Sends one file of a form, with its progress. The browser warns before the tab is closed meanwhile. */
export function useSending<T>({ send, ...action }: Sending<T>) {
  const [sent, setSent] = useState(0);
  const transfer = useRef<AbortController | null>(null);
  const upload = useAction<void, T>({
    run: () => {
      setSent(0);
      transfer.current = new AbortController();
      return send(sendingClient(setSent), transfer.current.signal);
    },
    ...action,
  });
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: upload.isPending });
  return { ...upload, sent, stop: () => transfer.current?.abort(new Error('Stopped')) };
}
