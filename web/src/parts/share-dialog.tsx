import { Button, CopyButton, Group, Modal, MultiSelect, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.js';
import { Problem } from './problem.js';
import { useMe } from './use-me.js';
import { useReaders } from './use-readers.js';
import { useTeams } from './use-teams.js';

interface ShareDialogProps {
  documentId: string;
  /** Shares the document as a whole without. */
  pageNumber?: number;
  opened: boolean;
  onClose: () => void;
}

/** The address that is open, and a share with colleagues, who are notified of it. */
export function ShareDialog({ documentId, pageNumber, opened, onClose }: ShareDialogProps) {
  const { can } = useMe();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={pageNumber === undefined ? 'Share this document' : 'Share this page'}
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
    >
      <Stack>
        <Group align="flex-end" wrap="nowrap" gap="xs">
          <TextInput label="Address" readOnly value={location.href} size="md" className="search-box" />
          <CopyButton value={location.href}>
            {({ copied, copy }) => (
              <Button variant="default" size="md" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Text size="sm">It opens for people who can see the document.</Text>
        {can('document.share') && <Recipients documentId={documentId} pageNumber={pageNumber} />}
      </Stack>
    </Modal>
  );
}

interface Recipient {
  id: string;
  name: string;
}

const SEARCH_AFTER = 250;

/** Who can be found: people who see the document, and for those who manage people everyone of a name, and teams. */
function useFound(documentId: string, typed: string) {
  const { me, can } = useMe();
  const { data: readers = [], error } = useReaders(documentId, true);
  const { choices: teams } = useTeams();
  const [q] = useDebouncedValue(typed.trim(), SEARCH_AFTER);
  const { data: named = [] } = useQuery({
    queryKey: ['people', 'named', q],
    enabled: can('user.manage') && q !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { q, status: 'active', limit: 20 } as const;
      return (await api.GET('/users', { params: { query }, signal })).data;
    },
  });
  const people = new Map([...readers, ...named].map(({ id, name }) => [id, name]));
  if (me) people.delete(me.id);
  return { error, teams, people: [...people].map(([id, name]): Recipient => ({ id, name })) };
}

function Recipients({ documentId, pageNumber }: { documentId: string; pageNumber: number | undefined }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Recipient[]>([]);
  const [message, setMessage] = useState('');
  const [permission, setPermission] = useState<'view' | 'comment'>('comment');
  const { error, teams, people } = useFound(documentId, typed);
  const teamIds = new Set(teams.map(({ value }) => value));
  const share = useMutation({
    mutationFn: () =>
      api.POST('/documents/{id}/shares', {
        params: { path: { id: documentId } },
        body: {
          recipients: chosen.map(({ id }) => ({ type: teamIds.has(id) ? 'team' : 'user', id })),
          permission,
          ...(pageNumber !== undefined && { page_number: pageNumber }),
          ...(message.trim() !== '' && { message: message.trim() }),
        },
      }),
    onSuccess: async () => {
      setChosen([]);
      setMessage('');
      const changed = ['shares', 'access', 'readers'];
      await Promise.all(changed.map((key) => client.invalidateQueries({ queryKey: [key, documentId] })));
    },
  });
  if (error) return <Problem error={error} />;
  // Those who are chosen stay there when other words are typed.
  const known = new Map([...chosen, ...people].map((person) => [person.id, person.name]));
  const items = [...known].filter(([id]) => !teamIds.has(id)).map(([value, label]) => ({ value, label }));
  const nameOf = (id: string): string => known.get(id) ?? teams.find(({ value }) => value === id)?.label ?? '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        share.mutate();
      }}
    >
      <Stack gap="sm">
        <MultiSelect
          label="Notify colleagues"
          size="md"
          searchable
          searchValue={typed}
          onSearchChange={setTyped}
          nothingFoundMessage="Nobody of that name is found"
          data={
            teams.length === 0
              ? items
              : [
                  { group: 'People', items },
                  { group: 'Teams', items: teams },
                ]
          }
          value={chosen.map(({ id }) => id)}
          onChange={(ids) => setChosen(ids.map((id) => ({ id, name: nameOf(id) })))}
        />
        <Select
          label="They can"
          size="md"
          allowDeselect={false}
          data={[
            { value: 'comment', label: 'read and comment' },
            { value: 'view', label: 'read' },
          ]}
          value={permission}
          onChange={(value) => setPermission(value === 'view' ? 'view' : 'comment')}
        />
        <Textarea
          label="Message"
          size="md"
          autosize
          maxLength={1000}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        {share.error && <Problem error={share.error} onRetry={() => share.mutate()} />}
        <Group>
          <Button type="submit" loading={share.isPending} disabled={chosen.length === 0}>
            Share
          </Button>
          <Text size="sm" role="status">
            {share.isSuccess ? 'Shared. They are notified.' : ''}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}
