import { Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Problem } from '../parts/problem.js';
import { useOutline, type PageOf } from './use-page.js';

const INDENT = 14;
const MAX_LEVEL = 6;

/** The table of contents. */
export function Outline({ page }: { page: PageOf }) {
  const { data, error, refetch } = useOutline(page, true);
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={200} role="group" aria-label="Loading the outline" />;
  if (data.length === 0) return <Text>This document has no outline.</Text>;
  const current = data.findLastIndex(({ page_number }) => page_number <= page.pageNumber);
  return (
    <nav aria-label="Outline">
      <Stack gap={0}>
        {data.map(({ title, level, page_number }, index) => (
          <Link
            key={`${index} ${page_number}`}
            to="/documents/$documentId/pages/$pageNumber"
            params={{ documentId: page.documentId, pageNumber: String(page_number) }}
            search={page.revision === undefined ? {} : { revision: page.revision }}
            className="outline-link"
            style={{ paddingLeft: INDENT * Math.min(level, MAX_LEVEL) }}
            {...(index === current && { 'aria-current': 'true' })}
          >
            <span>{title}</span>
            <span className="outline-page">{page_number}</span>
          </Link>
        ))}
      </Stack>
    </nav>
  );
}
