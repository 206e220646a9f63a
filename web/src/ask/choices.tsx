import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AskAddress } from '../addresses.js';
import { api } from '../api.js';
import { AircraftSelect } from '../parts/aircraft-select.js';
import { useFilterValues } from '../search/use-search.js';

const NEW = 'new';

interface ChoicesProps {
  address: AskAddress;
  onChange: (address: AskAddress) => void;
  /** Type of aircraft. */
  type: string | null;
  onType: (type: string | null) => void;
  onConversation: (id: string | undefined) => void;
  /** While an answer to what is chosen arrives. */
  isDisabled: boolean;
}

/** Copilot and aircraft of a new conversation, and earlier ones. */
export function Choices({ address, onChange, type, onType, onConversation, isDisabled }: ChoicesProps) {
  const { conversation, copilot = 'mro', aircraft } = address;
  const { aircraft: types } = useFilterValues();
  const { data: copilots = [] } = useQuery({
    queryKey: ['copilots'],
    queryFn: async ({ signal }) => (await api.GET('/copilots', { signal })).data,
  });
  const { data: earlier = [] } = useQuery({
    queryKey: ['conversations'],
    queryFn: async ({ signal }) => (await api.GET('/chat/sessions', { params: { query: { limit: 50 } }, signal })).data,
  });
  const listed = earlier.map(({ session_id, title }) => ({ value: session_id, label: title }));
  return (
    <div className="filters">
      <Select
        label="Conversation"
        size="md"
        allowDeselect={false}
        disabled={isDisabled}
        data={[{ value: NEW, label: 'New conversation' }, ...listed]}
        value={conversation ?? NEW}
        onChange={(id) => onConversation(id === NEW || id === null ? undefined : id)}
      />
      {conversation === undefined && (
        <>
          <Select
            label="Copilot"
            size="md"
            allowDeselect={false}
            disabled={isDisabled}
            data={copilots
              .filter(({ enabled }) => enabled)
              .map(({ copilot_type, name }) => ({ value: copilot_type, label: name }))}
            value={copilot}
            onChange={(value) =>
              onChange({ ...(aircraft && { aircraft }), ...(value && value !== 'mro' && { copilot: value }) })
            }
          />
          <Select
            label="Aircraft"
            size="md"
            clearable
            disabled={isDisabled}
            placeholder="All"
            data={types.map(({ value }) => value)}
            value={type}
            onChange={onType}
          />
          <AircraftSelect
            value={aircraft ?? null}
            isDisabled={isDisabled}
            onChange={(id) => onChange({ ...(copilot !== 'mro' && { copilot }), ...(id !== null && { aircraft: id }) })}
          />
        </>
      )}
    </div>
  );
}
