import { Alert, Button, Card, CloseButton, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ApiError } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../../api.js';
import { Problem } from '../../parts/problem.js';
import { useAction } from '../../parts/use-action.js';
import { fieldErrors, isAboutFields, type FieldErrors } from '../field-errors.js';
import type { FieldName } from '../field-values.js';
import { Fields } from '../fields.js';
import { isRunning, Reading, useIngestion } from '../reading.js';
import { reasonOf } from '../use-documents.js';
import { MAIN_FIELDS, missingFields, queue, requiredFields, type Upload } from './queue.js';
import { Sent } from './sent.js';
import { sizeOf } from './size.js';

const FURTHER: FieldName[] = ['document_number', 'ata_chapter', 'revision_date', 'effectivity', 'access', 'team_id'];

/** A file with its fields, its way to the service, and how far it is read. */
export function UploadCard({ upload }: { upload: Upload }) {
  const { id, file, state, document } = upload;
  return (
    <Card component="article" withBorder padding="md" aria-label={file.name}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div>
            <Title order={2} size="h5" className="wrap">
              {file.name}
            </Title>
            <Text size="sm" c="dimmed">
              {sizeOf(file.size)}
            </Text>
          </div>
          <CloseButton
            size={44}
            aria-label={state === 'sending' ? `Stop and remove ${file.name}` : `Remove ${file.name} from this screen`}
            onClick={() => queue.remove(id)}
          />
        </Group>
        {(state === 'ready' || state === 'refused') && <Form upload={upload} />}
        {(state === 'waiting' || state === 'sending') && <Transfer upload={upload} />}
        {document && <Filed document={document} />}
      </Stack>
    </Card>
  );
}

function Form({ upload }: { upload: Upload }) {
  const { id, fields, error, state } = upload;
  const errors: FieldErrors = { ...fieldErrors(error) };
  if (state === 'refused') for (const name of missingFields(upload)) errors[name] ??= 'Fill this in';
  const [opened, setOpened] = useState(false);
  const isOpened = opened || FURTHER.some((name) => errors[name] !== undefined);
  const change = (part: Partial<Upload['fields']>): void => queue.edit(id, part);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        queue.start(id);
      }}
    >
      <Stack gap="sm">
        <Fields
          names={MAIN_FIELDS}
          required={requiredFields(upload)}
          values={fields}
          errors={errors}
          onChange={change}
        />
        {isOpened && <Fields names={FURTHER} values={fields} errors={errors} onChange={change} />}
        {error && !isAboutFields(error, [...MAIN_FIELDS, ...FURTHER]) && <Refusal upload={upload} error={error} />}
        <Group gap="xs">
          <Button type="submit">{error ? 'Try again' : 'Upload'}</Button>
          {!isOpened && (
            <Button variant="subtle" onClick={() => setOpened(true)}>
              More fields
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function Refusal({ upload, error }: { upload: Upload; error: Error }) {
  if (reasonOf(error) !== 'duplicate_content') return <Problem error={error} onRetry={() => queue.start(upload.id)} />;
  const documentId = (error as ApiError).details.document_id;
  return (
    <Alert color="yellow" variant="outline" role="alert" title="A document has exactly this file already">
      <Group gap="sm">
        {typeof documentId === 'string' && (
          <Link to="/documents/$documentId" params={{ documentId }} className="plain-link">
            Open that document
          </Link>
        )}
        <Button variant="default" onClick={() => queue.start(upload.id, 'revision')}>
          Add it there as a draft revision
        </Button>
      </Group>
    </Alert>
  );
}

function Transfer({ upload: { id, state, sent } }: { upload: Upload }) {
  return (
    <Group wrap="nowrap">
      <div className="search-box">
        {state === 'waiting' ? <Text size="sm">Waits for the uploads before it</Text> : <Sent sent={sent} />}
      </div>
      <Button variant="default" onClick={() => queue.cancel(id)}>
        Cancel
      </Button>
    </Group>
  );
}

function Filed({ document }: { document: NonNullable<Upload['document']> }) {
  const { id, revision, ingestion, title } = document;
  const [summary, setSummary] = useState(ingestion);
  const progress = useIngestion(id, revision.id, summary);
  const again = useAction({
    run: () => api.POST('/documents/{id}/reprocess', { params: { path: { id }, query: { revision_id: revision.id } } }),
    changes: [['ingestion', id, revision.id]],
    onDone: ({ data }) => setSummary(data),
  });
  const state = (progress ?? summary).state;
  return (
    <Stack gap="xs">
      <Reading summary={summary} progress={progress} />
      {again.problem && <Problem error={again.problem} onRetry={() => again.act()} />}
      <Group gap="md">
        {state === 'failed' && (
          <Button variant="default" loading={again.isPending} onClick={() => again.act()}>
            Read it again
          </Button>
        )}
        {state === 'ready' && (
          <Link
            to="/documents/$documentId/pages/$pageNumber"
            params={{ documentId: id, pageNumber: '1' }}
            search={{}}
            className="document-link"
          >
            Read {title}
          </Link>
        )}
        <Link to="/documents/$documentId" params={{ documentId: id }} className="document-link">
          {isRunning({ state }) ? `Details of ${title}` : 'Details'}
        </Link>
      </Group>
    </Stack>
  );
}
