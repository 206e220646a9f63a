import { ActionIcon, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState, type ReactNode } from 'react';
import { PageView } from '../../page/page-view.js';
import { pageQuery, type PageOf } from '../../page/use-page.js';
import { Problem } from '../../parts/problem.js';
import { RevisionBadge } from '../../parts/revision-badge.js';
import { revisionName } from '../../parts/revision-name.js';
import { MAX_MARKS, placesOf, useMarks, type ChangedPage } from './use-comparison.js';

type Revision = Schema<'RevisionResponse'>;

const ZOOMS = [1, 1.5, 2, 3] as const;

interface PagePairProps {
  page: ChangedPage;
  from: Revision;
  to: Revision;
  /** Buttons that lead to other pages. */
  children: ReactNode;
}

/** A page in both revisions, next to each other, with its changed lines marked. */
export function PagePair({ page, from, to, children }: PagePairProps) {
  const [zoom, setZoom] = useState(0);
  const count = Math.max(placesOf(page, 'removed').length, placesOf(page, 'added').length);
  return (
    <div>
      <Group gap={6} mb="xs" role="toolbar" aria-label="Changed page">
        {children}
        <ActionIcon
          variant="default"
          size={44}
          aria-label="Reduce both pages"
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        >
          −
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={44}
          aria-label="Enlarge both pages"
          disabled={zoom === ZOOMS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          +
        </ActionIcon>
        {count > MAX_MARKS && (
          <Text size="sm">The first {MAX_MARKS} changes are marked. All are in the text below.</Text>
        )}
      </Group>
      <div className="page-pair">
        <Side revision={from} number={page.page_number_from} page={page} op="removed" zoom={ZOOMS[zoom] ?? 1} />
        <Side revision={to} number={page.page_number_to} page={page} op="added" zoom={ZOOMS[zoom] ?? 1} />
      </div>
    </div>
  );
}

interface SideProps {
  revision: Revision;
  number: number | null;
  page: ChangedPage;
  op: 'removed' | 'added';
  zoom: number;
}

function Side({ revision, number, page, op, zoom }: SideProps) {
  const name = revisionName(revision.version);
  return (
    <section className={`page-side-${op}`} aria-label={op === 'removed' ? `Old: ${name}` : `New: ${name}`}>
      <Group gap={8} mb={6}>
        <Text fw={600} className="wrap">
          {name}
        </Text>
        <RevisionBadge status={revision.status} />
        {number !== null && (
          <Link
            to="/documents/$documentId/pages/$pageNumber"
            params={{ documentId: revision.document_id, pageNumber: String(number) }}
            search={{ revision: revision.id }}
            className="document-link"
          >
            Page {number}
          </Link>
        )}
      </Group>
      {number === null ? (
        <div className="no-page">{name} does not have this page.</div>
      ) : (
        <Sheet
          key={`${revision.id} ${number}`}
          page={{ documentId: revision.document_id, pageNumber: number, revision: revision.id }}
          places={page.change === 'changed' ? placesOf(page, op) : []}
          zoom={zoom}
        />
      )}
    </section>
  );
}

function Sheet({ page, places, zoom }: { page: PageOf; places: ReturnType<typeof placesOf>; zoom: number }) {
  const { data, error, refetch } = useQuery(pageQuery(page));
  const rectangles = useMarks(page, places);
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height="60vh" role="group" aria-label="Loading the page" />;
  return <PageView page={page} data={data} rectangles={rectangles} zoom={zoom} turns={0} />;
}
