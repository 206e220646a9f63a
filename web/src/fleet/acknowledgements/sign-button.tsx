import { Blockquote, Code, Text } from '@mantine/core';
import { api } from '../../api.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { revisionName } from '../../parts/revision-name.js';
import { ACKNOWLEDGEMENTS, AssignedDocument, type Acknowledgement } from './assigned-document.js';
import { ASSIGNMENTS } from './assignments.js';

/** Signs a statement once the user has read it again. The service requires a proof of identity. */
export function SignButton({ acknowledgement }: { acknowledgement: Acknowledgement }) {
  const { id, document, revision, statement } = acknowledgement;
  const { content_sha256 } = revision;
  return (
    <ConfirmButton
      button="Sign"
      label={`Sign ${document.title}, ${revisionName(revision.version)}`}
      title={`Sign ${document.title}, ${revisionName(revision.version)}?`}
      verb="Sign"
      isDestructive={false}
      run={() => api.POST('/acknowledgements/{id}/sign', { params: { path: { id } }, body: { content_sha256 } })}
      said="Signed"
      changes={[ACKNOWLEDGEMENTS, ASSIGNMENTS]}
    >
      <div>
        <AssignedDocument of={acknowledgement} />
      </div>
      <Blockquote p="xs" className="quote">
        <span className="wrap">{statement}</span>
      </Blockquote>
      <Text size="sm">
        SHA-256 of the file: <Code className="wrap">{content_sha256}</Code>
      </Text>
      <Text size="sm">The signature is kept with your name and the time. It cannot be taken back.</Text>
    </ConfirmButton>
  );
}
