import { useQueryClient } from '@tanstack/react-query';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useRef, useState } from 'react';
import { api, signInAgain } from '../api.js';

export type Message = Schema<'MessageResponse'>;
type CopilotType = Schema<'CopilotType'>;

/** An answer that is being made. */
export interface Arriving {
  asked: Asked;
  content: string;
  isStopping: boolean;
}

export interface Asked {
  question: string;
  conversation: string | undefined;
  copilot: CopilotType;
  /** Type of aircraft. */
  type: string | null;
  /** Id of an aircraft of the register. */
  aircraft: string | null;
}

interface Failed {
  error: Error;
  asked: Asked;
  /** Where it is asked again: the service may have begun a conversation. */
  conversation: string | undefined;
}

/** Whether a question was asked as the screen would ask it now. */
export const isAskedAs = (asked: Asked, now: Omit<Asked, 'question'>): boolean =>
  asked.conversation === now.conversation &&
  (asked.conversation !== undefined ||
    (asked.copilot === now.copilot && asked.type === now.type && asked.aircraft === now.aircraft));

/** Asks, and follows the answer as it is made. A question that fails can be asked again; `onTaken` tells that the service has it. */
export function useAnswer(onConversation: (id: string, asked: Asked) => void, onTaken: () => void) {
  const client = useQueryClient();
  const [arriving, setArriving] = useState<Arriving | null>(null);
  const [error, setError] = useState<Failed | null>(null);
  const ids = useRef<{ id: string; message_id: string } | null>(null);

  const ask = async (asked: Asked): Promise<void> => {
    const { question, conversation, copilot, type, aircraft } = asked;
    setError(null);
    setArriving({ asked, content: '', isStopping: false });
    ids.current = null;
    try {
      const events =
        conversation === undefined
          ? api.stream('/chat/sessions', {
              body: {
                copilot_type: copilot,
                initial_message: question,
                ...(type !== null && { filters: { aircraft_types: [type] } }),
                ...(aircraft !== null && { aircraft_id: aircraft }),
              },
            })
          : api.stream('/chat/sessions/{id}/messages', {
              params: { path: { id: conversation } },
              body: { content: question },
            });
      for await (const { event, data } of events) {
        if (event !== 'message.delta') continue;
        const { session_id, message_id, content } = data;
        if (session_id && message_id && !ids.current) {
          ids.current = { id: session_id, message_id };
          onTaken();
        }
        setArriving((before) => before && { ...before, content: before.content + content });
      }
      const id = conversation ?? ids.current?.id;
      onTaken();
      if (id === undefined) return;
      await client.invalidateQueries({ queryKey: ['conversation', id] });
      await client.invalidateQueries({ queryKey: ['conversations'] });
      onConversation(id, asked);
    } catch (failure) {
      signInAgain(failure as Error);
      setError({ error: failure as Error, asked, conversation: conversation ?? ids.current?.id });
    } finally {
      setArriving(null);
    }
  };

  const stop = async (): Promise<void> => {
    if (!ids.current) return;
    setArriving((before) => before && { ...before, isStopping: true });
    await api
      .POST('/chat/sessions/{id}/messages/{message_id}/stop', { params: { path: ids.current } })
      .catch(() => setArriving((before) => before && { ...before, isStopping: false }));
  };
  return { arriving, error, ask, stop };
}
