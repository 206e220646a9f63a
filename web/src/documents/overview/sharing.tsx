import { Button, Stack, Text, Title } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../../api.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { ListTable, type Column } from '../../parts/list-table.js';
import { useAction } from '../../parts/use-action.js';
import { useList } from '../../parts/use-list.js';
import { useMe } from '../../parts/use-me.js';
import { useReaderNames } from '../../parts/use-readers.js';
import { When } from '../../parts/when.js';
import { reasonOf } from '../use-documents.js';

type Share = Schema<'ShareResponse'>;

interface SharesProps {
  document: Schema<'DocumentResponse'>;
  manages: boolean;
}

/** With whom the document is shared, and by whom. */
export function Shares({ document: { id }, manages }: SharesProps) {
  const { me } = useMe();
  const [revoked, setRevoked] = useState<Share | null>(null);
  const list = useList(['shares', id], (cursor, signal) =>
    api.GET('/documents/{id}/shares', {
      params: { path: { id }, query: cursor === undefined ? {} : { cursor } },
      signal,
    }),
  );
  const isOthers = (list.rows ?? []).some(({ shared_by: by }) => by !== me?.id);
  const nameOf = useReaderNames(id, isOthers);
  const mayRevoke = ({ shared_by: by, recipient }: Share): boolean =>
    manages || by === me?.id || recipient.id === me?.id || recipient.id === me?.team_id;
  const columns: Column<Share>[] = [
    { title: 'With', cell: ({ recipient }) => `${recipient.name}${recipient.type === 'team' ? ' (team)' : ''}` },
    { title: 'They can', cell: ({ permission }) => (permission === 'comment' ? 'read and comment' : 'read') },
    { title: 'By', cell: ({ shared_by: by }) => nameOf(by) },
    { title: 'Message', cell: ({ message }) => <span className="wrap">{message ?? ''}</span> },
    { title: 'Until', cell: ({ expires_at: at }) => <When at={at} none="No end" /> },
    {
      title: 'Action',
      cell: (share) =>
        mayRevoke(share) && (
          <Button
            variant="default"
            aria-label={`Revoke the share with ${share.recipient.name}`}
            onClick={() => setRevoked(share)}
          >
            Revoke
          </Button>
        ),
    },
  ];
  return (
    <Stack component="section" gap="sm" aria-labelledby="shares">
      <Title order={2} size="h4" id="shares">
        Shared with
      </Title>
      <ListTable name="Shares" list={list} columns={columns} empty="It is not shared with anyone." />
      {revoked && <Revoke share={revoked} onClose={() => setRevoked(null)} />}
    </Stack>
  );
}

function Revoke({ share: { id, document_id: documentId, recipient }, onClose }: { share: Share; onClose: () => void }) {
  const action = useAction({
    run: () => api.DELETE('/shares/{id}', { params: { path: { id } } }),
    said: `The share with ${recipient.name} is revoked.`,
    changes: [
      ['shares', documentId],
      ['access', documentId],
      ['readers', documentId],
    ],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Revoke this share?"
      verb="Revoke"
      action={action}
      onConfirm={() => action.act()}
    >
      <Text size="sm" className="wrap">
        {recipient.name} no longer sees the document, unless it is open to them for another reason. Shares that they
        gave on because of it end too. You can share the document again.
      </Text>
    </ConfirmDialog>
  );
}

const REASONS: Record<Schema<'AccessReasonResponse'>['type'], string> = {
  admin: 'administrator',
  organization: 'open to the organization',
  team: 'open to their team',
  share: 'shared',
};

interface Access {
  id: string;
  name: string;
  permission: string;
  reasons: string[];
}

const ACCESS: Column<Access>[] = [
  { title: 'Who', cell: ({ name }) => name },
  { title: 'They can', cell: ({ permission }) => permission },
  { title: 'Why', cell: ({ reasons }) => reasons.join(', ') },
];

/** Who can see the document, and why. */
export function Readers({ documentId }: { documentId: string }) {
  const list = useList(['access', documentId], async (cursor, signal) => {
    const params = { path: { id: documentId }, query: cursor === undefined ? {} : { cursor } };
    const { data, pagination } = await api.GET('/documents/{id}/access', { params, signal });
    return {
      pagination,
      data: data.map(({ user, permission, reasons }): Access => ({
        ...user,
        permission: permission === 'comment' ? 'read and comment' : 'read',
        reasons: [...new Set(reasons.map(({ type }) => REASONS[type]))],
      })),
    };
  });
  // Those with whom a document is shared do not learn who else can see it.
  if (reasonOf(list.error) === 'shared_only') return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby="readers">
      <Title order={2} size="h4" id="readers">
        Who can see it, and why
      </Title>
      <ListTable name="Readers" list={list} columns={ACCESS} empty="Nobody can see it." />
    </Stack>
  );
}
