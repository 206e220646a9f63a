import { Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../../api.js';
import { DialogForm, textOf } from '../../parts/dialog.js';
import { fieldError } from '../../parts/issues.js';
import { useAction } from '../../parts/use-action.js';
import { CHANNELS } from './report-words.js';
import { changedWith, useReload, type Report } from './use-report.js';

type Sending = Schema<'SendDiscrepancyRequest'>;
type Channel = Schema<'SendingChannel'>;

/** Sends the form of a report to the author by mail, or records that the author has it. */
export function SendForm({ report, onDone }: { report: Report; onDone: () => void }) {
  const [channel, setChannel] = useState<Channel>('mail');
  const send = useAction({
    run: (body: Sending, once) =>
      api.POST('/discrepancies/{id}/send', { params: { path: { id: report.id } }, body, ...once }),
    said: channel === 'mail' ? 'The report is being sent.' : 'It is recorded that the report was sent.',
    changes: changedWith(report),
    onDone,
  });
  return (
    <DialogForm
      verb={channel === 'mail' ? 'Send' : 'Record'}
      action={send}
      fields={['channel', 'to']}
      onCancel={onDone}
      onReload={useReload(onDone)}
      onSubmit={(form) => {
        const to = textOf(form, 'to');
        send.act({ channel, ...(to !== '' && { to }) });
      }}
    >
      <Select
        label="How"
        size="md"
        allowDeselect={false}
        data={Object.entries(CHANNELS).map(([value, label]) => ({ value, label }))}
        value={channel}
        {...fieldError(send.problem, 'channel')}
        onChange={(value) => value && setChannel(value as Channel)}
      />
      <TextInput
        name="to"
        label="Mail address of the author"
        type="email"
        size="md"
        maxLength={254}
        autoComplete="off"
        defaultValue={report.contact ?? ''}
        data-autofocus
        {...fieldError(send.problem, 'to')}
      />
      {channel === 'mail' && (
        <Text size="sm">The mail has the form of the report with the page, your name and your organization.</Text>
      )}
    </DialogForm>
  );
}
