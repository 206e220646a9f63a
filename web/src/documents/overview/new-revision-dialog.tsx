import { Button, FileInput, Group, Stack, Text } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog.js';
import { fieldErrors, isAboutFields } from '../field-errors.js';
import { given, NO_VALUES, type FieldName } from '../field-values.js';
import { Fields } from '../fields.js';
import { ACCEPTED } from '../upload/drop-zone.js';
import { fieldsOfName } from '../upload/file-name.js';
import { Refusal } from '../upload/refusal.js';
import { Sent } from '../upload/sent.js';
import { useSending } from '../upload/use-sending.js';

const NAMES = ['version', 'revision_date', 'effectivity'] as const satisfies FieldName[];

interface NewRevisionDialogProps {
  document: Schema<'DocumentResponse'>;
  onClose: () => void;
}

/** Uploads a file as a draft of the document. */
export function NewRevisionDialog({ document: { id }, onClose }: NewRevisionDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const [values, setValues] = useState(NO_VALUES);
  const upload = useSending({
    send: (client, signal) =>
      client.POST('/documents/{id}/revisions', {
        params: { path: { id } },
        body: { ...given(values, NAMES), on_duplicate: 'error', file } as Schema<'CreateRevisionRequest'>,
        signal,
      }),
    said: 'The draft is uploaded. Activate it when it is read.',
    changes: [['revisions', id]],
    onDone: onClose,
  });
  const { problem } = upload;
  const close = (): void => {
    upload.stop();
    onClose();
  };
  return (
    <Dialog opened onClose={close} title="Add a revision">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          upload.act();
        }}
      >
        <Stack>
          <Text size="sm">
            It becomes a draft, which only those who manage the document see. The current revision stays until you
            activate the draft.
          </Text>
          <FileInput
            label="File"
            size="md"
            required
            placeholder="Choose a file"
            accept={ACCEPTED}
            value={file}
            disabled={upload.isPending}
            onChange={(chosen) => {
              setFile(chosen);
              if (!chosen) return;
              const { version = '', revision_date = '' } = fieldsOfName(chosen.name, []);
              setValues({ ...values, version: values.version || version, revision_date });
            }}
          />
          <Fields
            names={NAMES}
            required={['version']}
            values={values}
            errors={fieldErrors(problem)}
            disabled={upload.isPending}
            onChange={(part) => setValues({ ...values, ...part })}
          />
          {problem && !isAboutFields(problem, NAMES) && <Refusal error={problem} onRetry={() => upload.act()} />}
          {upload.isPending && <Sent sent={upload.sent} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {upload.isPending ? 'Stop the upload' : 'Cancel'}
            </Button>
            <Button type="submit" loading={upload.isPending} disabled={!file}>
              Upload
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
