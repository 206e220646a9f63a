import { Button, Group, Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { revisionName } from '../parts/revision-name.js';

interface RevisionChoiceProps {
  document: Schema<'DocumentResponse'>;
  /** Those with pages, newest first. */
  revisions: readonly Schema<'RevisionResponse'>[];
  /** Id of the shown revision. */
  shown: string;
  onChoose: (revision: string) => void;
}

/** Opens another revision, compares two of them, and leads to the details of the document. */
export function RevisionChoice({ document: { id, revision }, revisions, shown, onChoose }: RevisionChoiceProps) {
  return (
    <Group gap="xs">
      {revisions.length > 1 && (
        <>
          <Select
            aria-label="Revision"
            size="md"
            allowDeselect={false}
            data={revisions.map((one) => ({ value: one.id, label: `${revisionName(one.version)} (${one.status})` }))}
            value={shown}
            onChange={(chosen) => chosen && onChoose(chosen)}
          />
          <Button
            variant="default"
            size="md"
            renderRoot={(props) => (
              <Link
                to="/documents/$documentId/compare"
                params={{ documentId: id }}
                search={shown === revision.id ? {} : comparedWith(shown, revision.id, revisions)}
                {...props}
              />
            )}
          >
            Compare
          </Button>
        </>
      )}
      <Button
        variant="default"
        size="md"
        renderRoot={(props) => <Link to="/documents/$documentId" params={{ documentId: id }} {...props} />}
      >
        Details
      </Button>
    </Group>
  );
}

/** The newer one as the new one: a draft is newer than the current revision. */
function comparedWith(shown: string, current: string, revisions: RevisionChoiceProps['revisions']) {
  const placeOf = (id: string): number => revisions.findIndex((one) => one.id === id);
  return placeOf(shown) < placeOf(current) ? { from: current, to: shown } : { from: shown, to: current };
}
