import { Button, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useCallback } from 'react';
import type { DocumentsAddress } from '../../addresses.js';
import { api } from '../../api.js';
import { ListTable, type Column } from '../../parts/list-table.js';
import { RevisionBadge } from '../../parts/revision-badge.js';
import { revisionName } from '../../parts/revision-name.js';
import { Screen } from '../../parts/screen.js';
import { useList } from '../../parts/use-list.js';
import { When } from '../../parts/when.js';
import { Reading, useCurrent } from '../reading.js';
import { useDrop } from '../upload/drop-zone.js';
import { queue } from '../upload/queue.js';
import { useKinds, useManaging } from '../use-documents.js';
import { ListFilters } from './list-filters.js';
import '../documents.css';

type Document = Schema<'DocumentResponse'>;

const IS_MOUSE = matchMedia('(pointer: fine)').matches;

const useDocuments = (address: DocumentsAddress) =>
  useList(['documents', address], (cursor, signal) => {
    const { q, type, aircraft, ata, status } = address;
    const query = {
      ...(q && { q }),
      ...(type && { document_type: type as Schema<'DocumentType'> }),
      ...(aircraft && { aircraft_type: aircraft }),
      ...(ata && { ata_chapter: ata }),
      ...(status && { status: status as Schema<'RevisionStatus'> }),
      ...(cursor !== undefined && { cursor }),
    };
    return api.GET('/documents', { params: { query }, signal });
  });

const COLUMNS: Column<Document>[] = [
  { title: 'Document', cell: (document) => <Named document={document} /> },
  { title: 'Aircraft', cell: ({ aircraft_type }) => aircraft_type },
  { title: 'Revision', cell: (document) => <Current document={document} /> },
  { title: 'Reading', cell: (document) => <State document={document} /> },
  {
    title: 'Added',
    cell: ({ created_at: at }) => (
      <span className="no-wrap">
        <When at={at} dateOnly />
      </span>
    ),
  },
  { title: 'More', cell: (document) => <Details document={document} /> },
];

/** The documents that the user can see, newest first. */
export function ListScreen() {
  const address = useSearch({ from: '/signed-in-screens/documents' });
  const navigate = useNavigate();
  const { mayUpload, mayManage } = useManaging();
  const { aircraft } = useKinds();
  const list = useDocuments(address);
  const take = useCallback(
    (files: File[]) => {
      queue.add(files, aircraft);
      void navigate({ to: '/documents/upload' });
    },
    [aircraft, navigate],
  );
  const isOver = useDrop(mayUpload, take);
  const isFiltered = Object.keys(address).length > 0;
  return (
    <div className="documents-screen">
      <Screen
        title="Documents"
        about={`All manuals and bulletins that you can see.${mayUpload && IS_MOUSE ? ' Drop files here to upload them.' : ''}`}
        actions={
          <>
            <Button variant="default" renderRoot={(props) => <Link to="/publications" {...props} />}>
              Publications
            </Button>
            {mayManage && (
              <>
                <Button variant="default" renderRoot={(props) => <Link to="/imports" {...props} />}>
                  Imports
                </Button>
                <Button renderRoot={(props) => <Link to="/documents/upload" {...props} />}>Upload</Button>
              </>
            )}
          </>
        }
      >
        {isOver && <div className="drop-zone drop-notice">Let go to upload the files</div>}
        <ListFilters address={address} onChange={(search) => void navigate({ to: '/documents', search })} />
        <ListTable
          name="Documents"
          list={list}
          columns={COLUMNS}
          empty={
            isFiltered
              ? 'No document matches. Remove a filter, or search inside the documents.'
              : mayUpload
                ? 'There are no documents yet. Upload the first one.'
                : 'There are no documents that you can see yet.'
          }
        />
      </Screen>
    </div>
  );
}

function Named({ document }: { document: Document }) {
  const { id, title, document_type: type, document_number: number, ata_chapter: ata } = document;
  const { ingestion } = useCurrent(document);
  return (
    <>
      {ingestion.state === 'ready' ? (
        <Link
          to="/documents/$documentId/pages/$pageNumber"
          params={{ documentId: id, pageNumber: '1' }}
          search={{}}
          className="document-link"
        >
          {title}
        </Link>
      ) : (
        <Link to="/documents/$documentId" params={{ documentId: id }} className="document-link">
          {title}
        </Link>
      )}
      <Text size="sm">{[type, number, ata && `ATA ${ata}`].filter(Boolean).join(' · ')}</Text>
    </>
  );
}

function Current({ document: { revision } }: { document: Document }) {
  return (
    <>
      <RevisionBadge status={revision.status} />
      <Text size="sm">
        {revisionName(revision.version)}
        {revision.revision_date && (
          <>
            {' · '}
            <span className="no-wrap">{revision.revision_date}</span>
          </>
        )}
      </Text>
    </>
  );
}

function State({ document }: { document: Document }) {
  const { ingestion, page_count: pageCount } = useCurrent(document);
  return <Reading summary={ingestion} pageCount={pageCount} />;
}

function Details({ document: { id, title } }: { document: Document }) {
  return (
    <Link
      to="/documents/$documentId"
      params={{ documentId: id }}
      className="document-link no-wrap"
      aria-label={`Details of ${title}`}
    >
      Details
    </Link>
  );
}
