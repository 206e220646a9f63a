import { Button, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../../api.js';
import { ListTable, type Column } from '../../parts/list-table.js';
import { Screen } from '../../parts/screen.js';
import { useList } from '../../parts/use-list.js';
import { TypedFilter } from '../../parts/typed-filter.js';
import '../documents.css';

const COLUMNS: Column<Schema<'PublicationResponse'>>[] = [
  {
    title: 'Publication',
    cell: ({ id, title, number }) => (
      <>
        <Link to="/publications/$publicationId" params={{ publicationId: id }} search={{}} className="document-link">
          {title}
        </Link>
        <Text size="sm">{number}</Text>
      </>
    ),
  },
  { title: 'Issue', cell: ({ issue }) => issue.issue },
  { title: 'Issued', cell: ({ issue }) => issue.issue_date ?? '' },
  { title: 'References', cell: ({ issue }) => issue.member_count },
];

/** Publications of data modules, which imports create. */
export function PublicationsScreen() {
  const { q = '' } = useSearch({ from: '/signed-in-screens/publications' });
  const navigate = useNavigate();
  const list = useList(['publications', q], (cursor, signal) => {
    const query = { ...(q !== '' && { q }), ...(cursor !== undefined && { cursor }) };
    return api.GET('/publications', { params: { query }, signal });
  });
  return (
    <div className="documents-screen">
      <Screen
        title="Publications"
        about="Publication modules of S1000D, with the documents to which they refer, in order."
        actions={
          <Button variant="default" renderRoot={(props) => <Link to="/documents" {...props} />}>
            All documents
          </Button>
        }
      >
        <div className="list-filters">
          <TypedFilter
            key={q}
            label="Title or number"
            placeholder="Its first letters"
            value={q}
            onChange={(typed) => void navigate({ to: '/publications', search: typed === '' ? {} : { q: typed } })}
          />
        </div>
        <ListTable
          name="Publications"
          list={list}
          columns={COLUMNS}
          empty={
            q === ''
              ? 'There are no publications that you can see. Imports of S1000D archives create them.'
              : 'No publication matches.'
          }
        />
      </Screen>
    </div>
  );
}
