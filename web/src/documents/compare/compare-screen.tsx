import { Alert, Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import type { CompareAddress } from '../../addresses.js';
import { useRevisions } from '../../page/use-page.js';
import { useDocument } from '../../parts/use-document.js';
import { Problem } from '../../parts/problem.js';
import { revisionName } from '../../parts/revision-name.js';
import { Screen } from '../../parts/screen.js';
import { ChangedText } from './changed-text.js';
import { PagePair } from './page-pair.js';
import { keyOf, useComparison, type ChangedPage } from './use-comparison.js';
import '../documents.css';
import './compare.css';

type Revision = Schema<'RevisionResponse'>;

/** Two revisions of a document next to each other. */
export function CompareScreen() {
  const { documentId } = useParams({ from: '/signed-in-screens/documents/$documentId/compare' });
  const address = useSearch({ from: '/signed-in-screens/documents/$documentId/compare' });
  const document = useDocument(documentId);
  const revisions = useRevisions(documentId);
  const error = document.error ?? revisions.error;
  const readable = revisions.data?.filter(({ ingestion }) => ingestion.state === 'ready');
  return (
    <div className="documents-screen">
      <Screen
        title={document.data ? `Compare revisions of ${document.data.title}` : 'Compare revisions'}
        actions={
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/documents/$documentId" params={{ documentId }} {...props} />}
          >
            The document
          </Button>
        }
      >
        {error && <Problem error={error} onRetry={() => void Promise.all([document.refetch(), revisions.refetch()])} />}
        {!error && !(document.data && readable) && (
          <Skeleton height="60vh" role="group" aria-label="Loading the revisions" />
        )}
        {document.data && readable && <Compared document={document.data} revisions={readable} address={address} />}
      </Screen>
    </div>
  );
}

interface ComparedProps {
  document: Schema<'DocumentResponse'>;
  revisions: readonly Revision[];
  address: CompareAddress;
}

function Compared({ document: { id, revision: current }, revisions, address }: ComparedProps) {
  const navigate = useNavigate();
  const find = (wanted: string | null | undefined) => revisions.find((one) => one.id === wanted);
  const to = find(address.to) ?? (address.to === undefined ? (find(current.id) ?? revisions[0]) : undefined);
  const from = find(address.from) ?? (address.from === undefined ? earlierThan(to, revisions) : undefined);
  const go = (next: CompareAddress): void =>
    void navigate({ to: '/documents/$documentId/compare', params: { documentId: id }, search: next });
  const choice = (label: string, chosen: Revision | undefined, onChoose: (revision: string) => void) => (
    <Select
      label={label}
      size="md"
      allowDeselect={false}
      data={revisions.map((one) => ({ value: one.id, label: `${revisionName(one.version)} (${one.status})` }))}
      value={chosen?.id ?? null}
      onChange={(value) => value && onChoose(value)}
    />
  );
  if (revisions.length < 2) {
    return (
      <Alert color="gray" variant="outline">
        There is only one revision that you can read.
      </Alert>
    );
  }
  return (
    <>
      <Group gap="sm" align="flex-end">
        {choice('Old revision', from, (value) => go({ from: value, ...(to && { to: to.id }) }))}
        {choice('New revision', to, (value) => go({ ...(from && { from: from.id }), to: value }))}
        {from && to && (
          <Button variant="default" size="md" onClick={() => go({ from: to.id, to: from.id })}>
            Swap
          </Button>
        )}
      </Group>
      {from && to && from.id !== to.id ? (
        <Changes from={from} to={to} shown={address.page} onShow={(page) => go({ from: from.id, to: to.id, page })} />
      ) : (
        <Alert color="gray" variant="outline">
          Choose two different revisions.
        </Alert>
      )}
    </>
  );
}

/** The revision that this one replaced, else the next older one. Revisions are newest first. */
function earlierThan(to: Revision | undefined, revisions: readonly Revision[]): Revision | undefined {
  const replaced = revisions.find(({ id }) => id === to?.supersedes);
  const older = revisions.slice(revisions.findIndex(({ id }) => id === to?.id) + 1)[0];
  return replaced ?? older ?? revisions.find(({ id }) => id !== to?.id);
}

interface ChangesProps {
  from: Revision;
  to: Revision;
  shown: string | undefined;
  onShow: (page: string) => void;
}

function Changes({ from, to, shown, onShow }: ChangesProps) {
  const list = useComparison(to.document_id, from.id, to.id);
  const { changed, summary, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = list;
  if (error && !summary) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!summary) return <Skeleton height="60vh" aria-label="Comparing" />;
  const at = Math.max(
    0,
    changed.findIndex((page) => keyOf(page) === shown),
  );
  const page = changed[at];
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {inWords(summary)}
        {list.isApproximate && ' Many pages differ: some may be paired wrongly.'}
      </Text>
      {page === undefined ? (
        <Alert color="gray" variant="outline">
          The text of both revisions is the same.
        </Alert>
      ) : (
        <div className="compared">
          <nav aria-label="Changed pages" className="changed-pages">
            {changed.map((one, index) => (
              <PageLink key={keyOf(one)} page={one} from={from} to={to} isShown={index === at} />
            ))}
            {error && <Problem error={error} onRetry={() => void fetchNextPage()} />}
            {hasNextPage && (
              <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Show more
              </Button>
            )}
          </nav>
          <Stack gap="md" className="compared-page">
            <PagePair key={keyOf(page)} page={page} from={from} to={to}>
              <Turning changed={changed} at={at} onShow={onShow} />
            </PagePair>
            <ChangedText page={page} />
          </Stack>
        </div>
      )}
    </Stack>
  );
}

interface TurningProps {
  changed: readonly ChangedPage[];
  at: number;
  onShow: (page: string) => void;
}

function Turning({ changed, at, onShow }: TurningProps) {
  const button = (words: string, name: string, page: ChangedPage | undefined) => (
    <Button variant="default" size="md" aria-label={name} disabled={!page} onClick={() => page && onShow(keyOf(page))}>
      {words}
    </Button>
  );
  return (
    <>
      {button('Previous', 'Previous change', changed[at - 1])}
      {button('Next', 'Next change', changed[at + 1])}
    </>
  );
}

function PageLink({ page, from, to, isShown }: { page: ChangedPage; from: Revision; to: Revision; isShown: boolean }) {
  const { page_number_from: before, page_number_to: after, change } = page;
  return (
    <Link
      to="/documents/$documentId/compare"
      params={{ documentId: to.document_id }}
      search={{ from: from.id, to: to.id, page: keyOf(page) }}
      className="changed-page"
      resetScroll={false}
      {...(isShown && { 'aria-current': 'true' })}
    >
      <span>
        Page {after ?? before}
        {before !== null && after !== null && before !== after && `, was ${before}`}
      </span>
      <span className="changed-kind">{change}</span>
    </Link>
  );
}

function inWords(summary: Schema<'ComparisonSummaryResponse'>): string {
  const counts: [number, string][] = [
    [summary.pages_changed, 'changed'],
    [summary.pages_added, 'added'],
    [summary.pages_removed, 'removed'],
    [summary.pages_moved, 'moved'],
    [summary.pages_unchanged, 'unchanged'],
  ];
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const textless = summary.pages_without_text;
  const blind = textless > 0 ? ` ${textless} without text, whose changes are not found.` : '';
  return `Pages: ${parts.join(', ')}.${blind}`;
}
