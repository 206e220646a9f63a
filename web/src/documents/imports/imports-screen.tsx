import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api.js';
import { ListTable, type Column } from '../../parts/list-table.js';
import { Screen } from '../../parts/screen.js';
import { useList } from '../../parts/use-list.js';
import { When } from '../../parts/when.js';
import { ImportBadge, outcomeOf, type Import } from './import-state.js';
import { NewImportDialog } from './new-import-dialog.js';
import '../documents.css';

const COLUMNS: Column<Import>[] = [
  {
    title: 'Archive',
    cell: ({ id, file_name: name, source, dry_run: isTrial }) => (
      <>
        <Link to="/imports/$importId" params={{ importId: id }} search={{}} className="document-link">
          {source ?? name}
        </Link>
        {isTrial && <Text size="sm">Trial: nothing is filed</Text>}
      </>
    ),
  },
  { title: 'State', cell: ({ state }) => <ImportBadge state={state} /> },
  { title: 'Files', cell: outcomeOf },
  { title: 'Started', cell: ({ created_at: at }) => <When at={at} /> },
];

/** Imports of archives: of administrators all, of others their own. */
export function ImportsScreen() {
  const [adding, setAdding] = useState(false);
  const list = useList(['imports'], (cursor, signal) =>
    api.GET('/imports', { params: { query: cursor === undefined ? {} : { cursor } }, signal }),
  );
  return (
    <div className="documents-screen">
      <Screen
        title="Imports"
        about="A ZIP archive of files becomes documents, and revisions of documents with the same number."
        actions={
          <>
            <Button variant="default" renderRoot={(props) => <Link to="/documents" {...props} />}>
              All documents
            </Button>
            <Button onClick={() => setAdding(true)}>Import an archive</Button>
          </>
        }
      >
        <ListTable name="Imports" list={list} columns={COLUMNS} empty="There are no imports yet. Import an archive." />
      </Screen>
      {adding && <NewImportDialog onClose={() => setAdding(false)} />}
    </div>
  );
}
