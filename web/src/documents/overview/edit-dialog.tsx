import { Button, Group, Stack } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog.js';
import { api } from '../../api.js';
import { Problem } from '../../parts/problem.js';
import { ToEdit } from '../../parts/to-edit.js';
import { useAction } from '../../parts/use-action.js';
import { fieldErrors, isAboutFields } from '../field-errors.js';
import { NO_VALUES, type FieldName, type FieldValues } from '../field-values.js';
import { Fields } from '../fields.js';

type Document = Schema<'DocumentResponse'>;

const REQUIRED: FieldName[] = ['title', 'document_type', 'aircraft_type'];
const NAMES: FieldName[] = [
  ...REQUIRED,
  ...(['document_number', 'ata_chapter', 'effectivity', 'access', 'team_id'] as const),
];

interface EditDialogProps {
  documentId: string;
  onClose: () => void;
}

/** Changes the facts of a document, unless another user did so meanwhile. */
export function EditDialog({ documentId, onClose }: EditDialogProps) {
  return (
    <Dialog opened onClose={onClose} title="Edit the details">
      <ToEdit
        queryKey={['document', documentId]}
        read={(signal) => api.GET('/documents/{id}', { params: { path: { id: documentId } }, signal })}
      >
        {({ value, ifMatch, reload }) => (
          <Form document={value} ifMatch={ifMatch} onClose={onClose} onReload={reload} />
        )}
      </ToEdit>
    </Dialog>
  );
}

interface FormProps {
  document: Document;
  ifMatch: Record<string, string>;
  onClose: () => void;
  onReload: () => void;
}

function Form({ document, ifMatch, onClose, onReload }: FormProps) {
  const { id } = document;
  const [values, setValues] = useState(() => valuesOf(document));
  const save = useAction({
    run: () =>
      api.PATCH('/documents/{id}', {
        params: { path: { id } },
        body: changesOf(document, values),
        headers: ifMatch,
      }),
    said: 'The details are saved.',
    changes: [
      ['document', id],
      ['documents'],
      ['revisions', id],
      ['access', id],
      ['document-types'],
      ['aircraft-types'],
    ],
    onDone: onClose,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.act();
      }}
    >
      <Stack>
        <Fields
          names={NAMES}
          required={REQUIRED}
          values={values}
          errors={fieldErrors(save.problem)}
          onChange={(part) => setValues({ ...values, ...part })}
        />
        {save.problem && !isAboutFields(save.problem, NAMES) && (
          <Problem error={save.problem} onRetry={() => save.act()} onReload={onReload} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function valuesOf(document: Document): FieldValues {
  const { title, document_type, aircraft_type, access } = document;
  return {
    ...NO_VALUES,
    ...{ title, document_type, aircraft_type, access },
    document_number: document.document_number ?? '',
    ata_chapter: document.ata_chapter ?? '',
    effectivity: document.effectivity ?? '',
    team_id: document.team_id ?? '',
  };
}

function changesOf(document: Document, values: FieldValues): Schema<'UpdateDocumentRequest'> {
  const before = valuesOf(document);
  const changed = NAMES.filter((name) => values[name].trim() !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, values[name].trim() || null]));
}
