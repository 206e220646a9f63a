import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../api.js';
import { AircraftSelect } from '../parts/aircraft-select.js';
import { Problem } from '../parts/problem.js';
import { useAction } from '../parts/use-action.js';
import { AboutAircraft } from './about-aircraft.js';

interface ConversationAircraftProps {
  conversation: string;
  /** While an answer arrives. */
  isDisabled: boolean;
  /** Tells whether a change is on its way: a question would race it. */
  onChanging: (isChanging: boolean) => void;
}

/** The aircraft that later answers of a conversation are for. */
export function ConversationAircraft({ conversation, isDisabled, onChanging }: ConversationAircraftProps) {
  const params = { path: { id: conversation } };
  const queryKey = ['conversations', 'of', conversation];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.GET('/chat/sessions/{id}', { params, signal })).data,
  });
  const change = useAction({
    run: (id: string | null) => api.PATCH('/chat/sessions/{id}', { params, body: { aircraft_id: id } }),
    said: (_, id) => (id === null ? 'Later answers are for all aircraft.' : 'Later answers are for this aircraft.'),
    changes: [queryKey],
  });
  const { isPending } = change;
  useEffect(() => {
    onChanging(isPending);
    return () => onChanging(false);
  }, [isPending, onChanging]);
  if (!data) return error && <Problem error={error} onRetry={() => void refetch()} />;
  const isHeld = isDisabled || isPending;
  return (
    <>
      <div className="filters">
        <AircraftSelect
          // After a failure it shows again what is in effect.
          key={change.problem ? 'failed' : 'current'}
          value={data.aircraft_id}
          isDisabled={isHeld}
          onChange={(id) => change.act(id)}
        />
      </div>
      {data.aircraft_id !== null && (
        <AboutAircraft id={data.aircraft_id} isDisabled={isHeld} onRemove={() => change.act(null)} />
      )}
      {change.problem && <Problem error={change.problem} onRetry={change.again} />}
    </>
  );
}
