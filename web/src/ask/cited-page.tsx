import { CloseButton, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Problem } from '../parts/problem.js';
import { revisionName } from '../parts/revision-name.js';
import { PageView } from '../page/page-view.js';
import { highlightsQuery, pageQuery, type PageOf } from '../page/use-page.js';
import type { Message } from './use-answer.js';

/** The page that a citation quotes, with the quote marked. */
export function CitedPage({ citation, onClose }: { citation: Message['citations'][number]; onClose: () => void }) {
  const { document_id, page_number, revision_id, quote, title, version } = citation;
  const page: PageOf = { documentId: document_id, pageNumber: page_number, revision: revision_id };
  const { data, error, refetch } = useQuery(pageQuery(page));
  const { data: rectangles = [] } = useQuery(highlightsQuery(page, quote));
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    void place.current?.scrollIntoView({ block: 'nearest' });
    place.current?.focus();
  }, [citation]);
  return (
    <section ref={place} tabIndex={-1} aria-label={`Page ${page_number} of ${title}`} className="cited-page">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" className="wrap">
          <Link
            to="/documents/$documentId/pages/$pageNumber"
            params={{ documentId: document_id, pageNumber: String(page_number) }}
            search={{ highlight: quote, ...(citation.superseded && { revision: revision_id }) }}
            className="plain-link"
          >
            {title}, page {page_number}
          </Link>{' '}
          · {revisionName(version)}
          {citation.superseded && <strong> SUPERSEDED</strong>}
        </Text>
        <CloseButton size={44} aria-label="Close the page" onClick={onClose} />
      </Group>
      {error ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : (
        data && <PageView page={page} data={data} rectangles={rectangles} zoom={1} turns={0} />
      )}
    </section>
  );
}
