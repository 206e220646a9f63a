import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { revisionName } from '../../parts/revision-name.js';
import type { Report } from './use-report.js';

/** Where the words are in the current revision; else where they were found. */
export function Place({ report }: { report: Report }) {
  const { document_id: documentId, document_title: title, version, location, quote } = report;
  const page = location?.page_number ?? report.page_number;
  return (
    <>
      <Link
        to="/documents/$documentId/pages/$pageNumber"
        params={{ documentId, pageNumber: String(page) }}
        search={{ highlight: quote, ...(location === null && { revision: report.revision_id }) }}
        className="row-link"
      >
        {title}, page {page}
      </Link>
      <Text size="sm">Reported in {revisionName(version)}</Text>
    </>
  );
}
