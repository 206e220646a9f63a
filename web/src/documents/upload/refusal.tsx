import { Alert, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ApiError } from 'aviation-maintenance-knowledge-client';
import type { ReactNode } from 'react';
import { Problem } from '../../parts/problem.js';

interface RefusalProps {
  error: Error;
  onRetry: () => void;
  /** What can be done with a file that a document has already. */
  children?: ReactNode;
}

/** Why a file was not filed. */
export function Refusal({ error, onRetry, children }: RefusalProps) {
  if (!(error instanceof ApiError) || error.details.reason !== 'duplicate_content')
    return <Problem error={error} onRetry={onRetry} />;
  const { document_id: documentId } = error.details;
  return (
    <Alert color="yellow" variant="outline" role="alert" title="A document has exactly this file already">
      <Group gap="sm">
        {typeof documentId === 'string' && (
          <Link to="/documents/$documentId" params={{ documentId }} className="document-link">
            Open that document
          </Link>
        )}
        {children}
      </Group>
    </Alert>
  );
}
