import { Button, Checkbox, FileInput, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog.js';
import { Problem } from '../../parts/problem.js';
import { fieldErrors, isAboutFields } from '../field-errors.js';
import { given, NO_VALUES, type FieldName } from '../field-values.js';
import { Fields } from '../fields.js';
import { Sent } from '../upload/sent.js';
import { useSending } from '../upload/use-sending.js';

const NAMES = [
  ...(['document_type', 'aircraft_type', 'version', 'ata_chapter'] as const),
  ...(['revision_date', 'effectivity', 'access', 'team_id'] as const),
] satisfies FieldName[];

const CHOICES = {
  number_from_name: 'Use file names as document numbers',
  activate: 'Activate new revisions when they are read',
  dry_run: 'Only report what would happen',
};
type Choice = keyof typeof CHOICES;

/** Sends an archive, and opens its import. */
export function NewImportDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [values, setValues] = useState(NO_VALUES);
  const [chosen, setChosen] = useState<Choice[]>([]);
  const upload = useSending({
    send: async (client, signal) => {
      const choices = Object.fromEntries(chosen.map((choice) => [choice, true]));
      const body = { ...given(values, NAMES), ...choices, file } as Schema<'CreateImportRequest'>;
      return (await client.POST('/imports', { body, signal })).data;
    },
    changes: [['imports']],
    onDone: ({ id }) => void navigate({ to: '/imports/$importId', params: { importId: id }, search: {} }),
  });
  const { problem } = upload;
  const close = (): void => {
    upload.stop();
    onClose();
  };
  return (
    <Dialog opened onClose={close} title="Import an archive">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          upload.act();
        }}
      >
        <Stack>
          <FileInput
            label="ZIP archive"
            size="md"
            required
            placeholder="Choose a file"
            accept=".zip"
            value={file}
            disabled={upload.isPending}
            onChange={setFile}
          />
          <Text size="sm">
            A file manifest.csv or manifest.json in the archive states the fields of each document. The following are
            used where it says nothing.
          </Text>
          <Fields
            names={NAMES}
            values={values}
            errors={fieldErrors(problem)}
            disabled={upload.isPending}
            onChange={(part) => setValues({ ...values, ...part })}
          />
          <Checkbox.Group label="Options" value={chosen} onChange={(all) => setChosen(all)}>
            <Stack gap="xs" mt="xs">
              {Object.entries(CHOICES).map(([choice, label]) => (
                <Checkbox key={choice} value={choice} label={label} size="md" disabled={upload.isPending} />
              ))}
            </Stack>
          </Checkbox.Group>
          {problem && !isAboutFields(problem, NAMES) && <Problem error={problem} onRetry={() => upload.act()} />}
          {upload.isPending && <Sent sent={upload.sent} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {upload.isPending ? 'Stop the upload' : 'Cancel'}
            </Button>
            <Button type="submit" loading={upload.isPending} disabled={!file}>
              Import
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
