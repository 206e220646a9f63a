import type { Schema } from 'aviation-maintenance-knowledge-client';
import { revisionName } from '../parts/revision-name.js';
import { useMe } from '../parts/use-me.js';

interface PrintLineProps {
  document: Schema<'DocumentResponse'>;
  revision: Schema<'RevisionResponse'> | undefined;
  page: Schema<'PageResponse'> | undefined;
}

/** On paper alone: what the page is, and that it was right on the day of printing. */
export function PrintLine({ document, revision, page }: PrintLineProps) {
  const { me } = useMe();
  if (!revision || !page) return null;
  const name = [document.title, document.document_number, revisionName(revision.version), revision.revision_date];
  const day = new Date().toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <div className="print-line" aria-hidden="true">
      <div>
        {name.filter(Boolean).join(' · ')} · page {page.label ?? page.page_number}
        {revision.effectivity && ` · Effectivity: ${revision.effectivity}`}
      </div>
      {revision.status !== 'active' && <strong>DO NOT WORK FROM THIS REVISION: {revision.status.toUpperCase()}</strong>}
      <div>
        Printed by {me?.name} on {day}. Valid on the day of printing: compare the revision before use.
      </div>
    </div>
  );
}
