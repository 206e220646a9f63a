import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';

type Mark = Schema<'TemporaryRevisionMarkResponse'>;

/** What temporary revisions do to a page, or to which one the page belongs, with links to the other pages. */
export function TemporaryRevisions({ marks }: { marks: Mark[] }) {
  return marks.map((mark) => {
    const isChanged =
      mark.role === 'unplaced' ? mark.action !== null : mark.role === 'beneath' && mark.action !== 'insert';
    const isEnded = mark.role === 'overlay' && mark.action !== null && mark.status !== 'in_force';
    return (
      <div key={mark.id} className={`notice notice-${isChanged || isEnded ? 'warning' : 'caution'}`} role="note">
        <strong>TEMPORARY REVISION {mark.number}</strong>
        <Text size="sm" className="wrap">
          {sentenceOf(mark)} <OtherPages mark={mark} />
        </Text>
      </div>
    );
  });
}

function sentenceOf({ role, action, status, document_id, needs_review, effective_until }: Mark): string {
  if (role === 'unplaced' && action !== null)
    return 'was issued against an earlier revision and may change this page. Do not work by this page until it is confirmed.';
  if (role === 'unplaced')
    return 'was issued against an earlier revision and was neither incorporated nor confirmed. Check whether it changes this page.';
  if (role === 'overlay') {
    if (status !== 'in_force' && action !== null) return `is ${status.replace('_', ' ')}: do not work by this page.`;
    return action === null ? 'This page belongs to it.' : 'This page belongs to it and changes the manual.';
  }
  const act = { cancel: 'cancels this page', replace: 'replaces this page', insert: 'inserts pages after this one' };
  const until = effective_until === null ? '' : ` until ${effective_until.slice(0, 10)}`;
  const unseen = document_id === null && action !== 'cancel' ? ' You cannot see its pages.' : '';
  const review = needs_review ? ' It was not confirmed for this revision.' : '';
  const rule = action === 'insert' ? '' : ' Do not work by this page.';
  return `${act[action ?? 'replace']}${until}.${rule}${unseen}${review}`;
}

function OtherPages({ mark: { document_id: documentId, page_numbers: pages, role } }: { mark: Mark }) {
  if (documentId === null) return null;
  return pages.map((number) => (
    <Link
      key={number}
      to="/documents/$documentId/pages/$pageNumber"
      params={{ documentId, pageNumber: String(number) }}
      className="plain-link"
    >
      {role === 'overlay' ? `Changed page ${number}` : `Open page ${number} of the temporary revision`}{' '}
    </Link>
  ));
}
