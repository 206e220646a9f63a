import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { Marked } from '../parts/marked.js';
import { RevisionBadge } from '../parts/revision-badge.js';
import { Notice } from '../parts/notice.js';
import { OpenDiscrepancies } from '../parts/open-discrepancies.js';
import { TemporaryRevisions } from '../parts/temporary-revisions.js';
import { revisionName } from '../parts/revision-name.js';

type Found = Schema<'SearchResultResponse'>;
type Match = Found['matches'][number];

const REASONS: Record<Found['notices_of_change'][number]['reason'], string> = {
  names_document: 'names this document',
  names_task: 'names a task in it',
  names_part: 'names a part in it',
  same_subject: 'is on the same subject',
};

export function Hit({ document }: { document: Found }) {
  const { title, document_type, aircraft_type, document_number, ata_chapter, revision, effectivity } = document;
  const [best] = document.matches;
  return (
    <Card component="article" withBorder padding="md">
      <Stack gap="xs">
        <div>
          <Title order={2} size="h4" className="wrap">
            <HitLink document={document} match={best}>
              {title}
            </HitLink>
          </Title>
          <Group gap={6} mt={4}>
            <Badge variant="outline" radius="sm" color="gray" className="plain-badge">
              {document_type}
            </Badge>
            {document.superseded && <RevisionBadge status="superseded" />}
            <Text size="sm" className="wrap">
              {[
                aircraft_type,
                document_number,
                ata_chapter && `ATA ${ata_chapter}`,
                revisionName(revision.version),
                revision.revision_date,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </Group>
          {effectivity !== null && (
            <Text size="sm" c="dimmed" className="wrap">
              Effectivity: {effectivity}
            </Text>
          )}
        </div>
        <ChangeNotices notices={document.notices_of_change} />
        {document.matches.map((match) => (
          <Passage key={match.page_number} document={document} match={match} />
        ))}
      </Stack>
    </Card>
  );
}

function Passage({ document, match }: { document: Found; match: Match }) {
  return (
    <div className="passage">
      <HitLink document={document} match={match} isHit>
        <span className="passage-page">Page {match.page_number}</span>
        {match.section !== '' && <span className="passage-section"> {match.section}</span>}
      </HitLink>
      <TemporaryRevisions marks={match.temporary_revisions} />
      <OpenDiscrepancies reports={match.discrepancies} />
      {match.warnings.map((warning) => (
        <Notice key={warning.text} kind={warning.kind} text={warning.text} isShort />
      ))}
      <Text size="sm" className="wrap">
        <Marked text={match.snippet} ranges={match.highlights} />
      </Text>
      {match.applies_to.length > 0 && (
        <Text size="xs" c="dimmed">
          Applies to: {match.applies_to.join('; ')}
        </Text>
      )}
      {match.applicability === 'unknown' && (
        <Text size="sm" fw={600}>
          It is not known whether this applies to the aircraft.
        </Text>
      )}
      {match.ocr_confidence !== null && match.ocr_confidence < 90 && (
        <Text size="xs">Scanned: compare the numbers with the image of the page.</Text>
      )}
    </div>
  );
}

interface HitLinkProps {
  document: Found;
  match: Match | undefined;
  isHit?: boolean;
  children: React.ReactNode;
}

function HitLink({ document, match, isHit, children }: HitLinkProps) {
  return (
    <Link
      to="/documents/$documentId/pages/$pageNumber"
      params={{ documentId: document.id, pageNumber: String(match?.page_number ?? 1) }}
      search={{
        ...(match && { highlight: match.snippet }),
        ...(document.superseded && { revision: document.revision.id }),
      }}
      className="hit-link"
      {...(isHit && { 'data-hit': '' })}
    >
      {children}
    </Link>
  );
}

function ChangeNotices({ notices }: { notices: Found['notices_of_change'] }) {
  if (notices.length === 0) return null;
  return (
    <div className="change-notices">
      <Text size="sm" fw={600}>
        Newer bulletins and directives may change this text
      </Text>
      <ul>
        {notices.map((notice) => (
          <li key={notice.document_id}>
            <Link
              to="/documents/$documentId/pages/$pageNumber"
              params={{ documentId: notice.document_id, pageNumber: '1' }}
              search={{}}
            >
              {notice.document_number ?? notice.title}
            </Link>{' '}
            {[revisionName(notice.version), notice.revision_date, REASONS[notice.reason]].filter(Boolean).join(', ')}
          </li>
        ))}
      </ul>
    </div>
  );
}
