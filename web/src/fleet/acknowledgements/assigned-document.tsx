import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { revisionName } from '../../parts/revision-name.js';

export type Acknowledgement = Schema<'AcknowledgementResponse'>;

/** Key of queries, for what changes them. */
export const ACKNOWLEDGEMENTS = ['acknowledgements'];

interface AssignedDocumentProps {
  of: Pick<Acknowledgement, 'document' | 'revision' | 'scope'> &
    Partial<Pick<Acknowledgement, 'can_read' | 'changes_from_revision_id'>>;
}

/** The assigned revision, with a link to its first page while it can be opened. */
export function AssignedDocument({ of }: AssignedDocumentProps) {
  const { document, revision, scope, can_read: canRead = true, changes_from_revision_id: from } = of;
  const isOpen = canRead && document.id !== null && revision.id !== null;
  const changes = scope === 'changes' ? 'what changed in ' : '';
  return (
    <>
      {isOpen ? (
        <Link
          to="/documents/$documentId/pages/$pageNumber"
          params={{ documentId: document.id!, pageNumber: '1' }}
          search={{ revision: revision.id! }}
          className="row-link"
        >
          {document.title}
        </Link>
      ) : (
        <Text size="sm" fw={600}>
          {document.title}
        </Text>
      )}
      <Text size="sm">
        {[document.document_number, `${changes}${revisionName(revision.version)}`].filter(Boolean).join(' · ')}
      </Text>
      {isOpen && from && (
        <Link
          to="/documents/$documentId/compare"
          params={{ documentId: document.id! }}
          search={{ from, to: revision.id! }}
          className="row-link"
        >
          Compare with the revision that you know
        </Link>
      )}
    </>
  );
}
