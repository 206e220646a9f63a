import { Button, CopyButton, Group, Modal, MultiSelect, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.js';
import { Problem } from '../parts/problem.js';
import { useMe } from '../parts/use-me.js';
import { useReaders, type PageOf } from './use-page.js';

interface ShareDialogProps {
  page: PageOf;
  opened: boolean;
  onClose: () => void;
}

/** The address of the page, and a notification of it to colleagues. */
export function ShareDialog({ page, opened, onClose }: ShareDialogProps) {
  const { can } = useMe();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Share this page"
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
        {can('document.share') && <Recipients page={page} />}
      </Stack>
    </Modal>
  );
}

function Recipients({ page: { documentId, pageNumber } }: { page: PageOf }) {
  const { me } = useMe();
  const { data: readers = [], error } = useReaders(documentId, true);
  const [chosen, setChosen] = useState<string[]>([]);
  const [message, setMessage] = useState('');
  const [permission, setPermission] = useState<'view' | 'comment'>('comment');
  const share = useMutation({
    mutationFn: () =>
      api.POST('/documents/{id}/shares', {
        params: { path: { id: documentId } },
        body: {
          recipients: chosen.map((id) => ({ type: 'user', id })),
          permission,
          page_number: pageNumber,
          ...(message.trim() !== '' && { message: message.trim() }),
        },
      }),
    onSuccess: () => {
      setChosen([]);
      setMessage('');
    },
  });
  if (error) return <Problem error={error} />;
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
          nothingFoundMessage="Nobody of that name can see this document"
          data={readers.filter(({ id }) => id !== me?.id).map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen}
          onChange={setChosen}
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
