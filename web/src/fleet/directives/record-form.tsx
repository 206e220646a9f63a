import { Checkbox, NumberInput, Text, Textarea, TextInput } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../../api.js';
import { AIRCRAFT } from '../../parts/aircraft-select.js';
import { DialogForm, textOf } from '../../parts/dialog.js';
import { DocumentSelect } from '../../parts/document-select.js';
import { fieldError } from '../../parts/issues.js';
import { useAction } from '../../parts/use-action.js';
import type { Row } from './directive-cells.js';
import { RECORDED, type Recorded } from './record-words.js';

type Body = Schema<'DirectiveRecordRequest'>;

const FIELDS = ['date', 'flight_hours', 'flight_cycles', 'evidence', 'reason', 'terminates', 'document_id'];

interface RecordFormProps {
  aircraftId: string;
  row: Row;
  status: Recorded;
  onDone: () => void;
}

/** Records what was done with a directive on an aircraft. Records are never changed: a correction is a new one. */
export function RecordForm({ aircraftId, row, status, onDone }: RecordFormProps) {
  const [documentId, setDocumentId] = useState<string | null>(null);
  const words = RECORDED[status];
  const record = useAction({
    run: (body: Body, once) =>
      api.POST('/aircraft/{id}/directives/{directive_id}/records', {
        params: { path: { id: aircraftId, directive_id: row.directive.id } },
        body,
        ...once,
      }),
    said: `Recorded: ${words.title}.`,
    changes: [AIRCRAFT],
    onDone,
  });
  const { problem } = record;
  const submit = (form: FormData): void => {
    const texts = ['date', 'evidence', 'reason'].map((name) => [name, textOf(form, name)] as const);
    const totals = ['flight_hours', 'flight_cycles'].map((name) => [name, textOf(form, name)] as const);
    record.act({
      status,
      ...Object.fromEntries(texts.filter(([, text]) => text !== '')),
      ...Object.fromEntries(totals.filter(([, text]) => text !== '').map(([name, text]) => [name, Number(text)])),
      ...(form.get('terminates') !== null && { terminates: true }),
      ...(documentId !== null && { document_id: documentId }),
    });
  };
  return (
    <DialogForm verb="Record" action={record} fields={FIELDS} onCancel={onDone} onSubmit={submit}>
      <Text size="sm" className="wrap">
        {row.directive.title}
      </Text>
      {words.date && (
        <>
          <TextInput
            name="date"
            label={words.date}
            type="date"
            size="md"
            required={status === 'embodied'}
            data-autofocus
            {...fieldError(problem, 'date')}
          />
          <Totals problem={problem} isDeferral={status === 'deferred'} />
        </>
      )}
      {words.reason && (
        <Textarea
          name="reason"
          label={words.reason}
          required
          size="md"
          autosize
          maxRows={8}
          maxLength={1000}
          {...fieldError(problem, 'reason')}
        />
      )}
      {words.evidence && (
        <>
          <TextInput
            name="evidence"
            label={words.evidence}
            required
            size="md"
            maxLength={500}
            autoComplete="off"
            {...fieldError(problem, 'evidence')}
          />
          <DocumentSelect
            label="Document with the evidence"
            value={documentId}
            onChange={setDocumentId}
            {...fieldError(problem, 'document_id')}
          />
        </>
      )}
      {status === 'embodied' && (
        <Checkbox
          name="terminates"
          size="md"
          label="Nothing of a repetitive directive remains to be done"
          {...fieldError(problem, 'terminates')}
        />
      )}
      <Text size="sm">A record cannot be changed. To correct it, record again: the latest record counts.</Text>
    </DialogForm>
  );
}

/** Hours and cycles since new, of the accomplishment or as the limit of a deferral. */
function Totals({ problem, isDeferral }: { problem: Error | null; isDeferral: boolean }) {
  const about = isDeferral ? 'Limit, since new' : 'Since new. Without it, that of the last reading before';
  const shared = { min: 0, hideControls: true, allowNegative: false, clampBehavior: 'none', size: 'md' } as const;
  return (
    <>
      <NumberInput
        {...shared}
        name="flight_hours"
        label="Flight hours"
        description={about}
        decimalScale={2}
        {...fieldError(problem, 'flight_hours')}
      />
      <NumberInput
        {...shared}
        name="flight_cycles"
        label="Flight cycles"
        description={about}
        allowDecimal={false}
        {...fieldError(problem, 'flight_cycles')}
      />
    </>
  );
}
