import { Stack } from '@mantine/core';
import { api } from '../../api.js';
import { revisionName } from '../../parts/revision-name.js';
import { SaveButton } from '../../parts/save-button.js';
import type { Acknowledgement } from './assigned-document.js';

const FORMATS = [
  { format: 'JSON', type: 'application/json' },
  { format: 'PDF', type: 'application/pdf' },
];

interface EvidenceProps {
  acknowledgement: Acknowledgement;
  /** Whose signature it is, if not that of the user. */
  person?: string;
}

/** The evidence of a signature as files. */
export function Evidence({ acknowledgement: { id, document, revision }, person }: EvidenceProps) {
  const subject = person ?? `${document.title}, ${revisionName(revision.version)}`;
  return (
    <Stack gap={6} align="flex-start">
      {FORMATS.map(({ format, type }) => (
        <SaveButton
          key={format}
          button={`Save as ${format}`}
          label={`Save as ${format}: evidence of ${subject}`}
          fileName={`${id}.${format.toLowerCase()}`}
          read={() =>
            api.download('/acknowledgements/{id}/evidence', { params: { path: { id } }, headers: { Accept: type } })
          }
        />
      ))}
    </Stack>
  );
}
