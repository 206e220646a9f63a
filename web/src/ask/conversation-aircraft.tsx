import { useQuery } from '@tanstack/react-query';
import { api } from '../api.js';
import { AircraftSelect } from '../parts/aircraft-select.js';
import { Problem } from '../parts/problem.js';
import { useAction } from '../parts/use-action.js';

/** The aircraft that later answers of a conversation are for. */
export function ConversationAircraft({ conversation }: { conversation: string }) {
  const params = { path: { id: conversation } };
  const queryKey = ['conversations', 'of', conversation];
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.GET('/chat/sessions/{id}', { params, signal })).data,
  });
  const change = useAction({
    run: (id: string | null) => api.PATCH('/chat/sessions/{id}', { params, body: { aircraft_id: id } }),
    said: (_, id) => (id === null ? 'Later answers are for all aircraft.' : 'Later answers are for this aircraft.'),
    changes: [queryKey],
  });
  if (!data) return null;
  return (
    <div>
      <AircraftSelect value={data.aircraft_id} onChange={(id) => change.act(id)} />
      {change.problem && <Problem error={change.problem} onRetry={change.again} />}
    </div>
  );
}
