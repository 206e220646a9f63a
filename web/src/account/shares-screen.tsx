import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../api.js';
import { ListTable } from '../parts/list-table.js';
import { Screen } from '../parts/screen.js';
import { useList } from '../parts/use-list.js';
import { When } from '../parts/when.js';
import './account.css';

type Share = Schema<'ReceivedShareResponse'>;

/** Documents that colleagues have shared with the user or the user's team. */
export function SharesScreen() {
  const list = useList(['shares', 'received'], (cursor, signal) =>
    api.GET('/shares/received', { params: { query: { ...(cursor && { cursor }) } }, signal }),
  );
  return (
    <Screen title="Shared with me" about="Documents that colleagues have shared with you or your team.">
      <ListTable
        name="Shared with me"
        list={list}
        empty="No document has been shared with you."
        columns={[
          { title: 'Document', cell: (share) => <Shared share={share} /> },
          { title: 'By', cell: ({ sharer }) => sharer?.name ?? 'A removed account' },
          { title: 'With', cell: ({ recipient }) => (recipient.type === 'team' ? recipient.name : 'You') },
          { title: 'You can', cell: ({ permission }) => (permission === 'comment' ? 'Read and comment' : 'Read') },
          { title: 'Shared', cell: ({ created_at }) => <When at={created_at} /> },
          { title: 'Until', cell: ({ expires_at }) => <When at={expires_at} none="No end" /> },
        ]}
      />
    </Screen>
  );
}

function Shared({ share: { document, page_number, message } }: { share: Share }) {
  return (
    <>
      <Link
        to="/documents/$documentId/pages/$pageNumber"
        params={{ documentId: document.id, pageNumber: String(page_number ?? 1) }}
        className="plain-link"
      >
        {document.title}
        {page_number !== null && `, page ${page_number}`}
      </Link>
      {message !== null && (
        <Text size="sm" className="wrap">
          {message}
        </Text>
      )}
    </>
  );
}
