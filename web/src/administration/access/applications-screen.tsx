import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { Dialog, useDialog } from '../../parts/dialog.js';
import { ListTable } from '../../parts/list-table.js';
import { RowMenu } from '../../parts/row-menu.js';
import { Screen } from '../../parts/screen.js';
import { useAction } from '../../parts/use-action.js';
import { useList } from '../../parts/use-list.js';
import { ApplicationForm, APPLICATIONS, type Application } from './application-form.js';
import { Replaced, RotateForm } from './rotate-form.js';

/** The applications that can ask people for access to their account (OAuth). */
export function ApplicationsScreen() {
  const [isRegistering, setRegistering] = useState(false);
  const editing = useDialog<Application>();
  const rotating = useDialog<Application>();
  const deleting = useDialog<Application>();
  const list = useList(APPLICATIONS, (cursor, signal) =>
    api.GET('/oauth/clients', { params: { query: { ...(cursor && { cursor }) } }, signal }),
  );
  const actionsOf = (application: Application) => [
    { title: 'Edit', onClick: () => editing.open(application) },
    ...(application.type === 'confidential'
      ? [{ title: 'Rotate the secret', onClick: () => rotating.open(application) }]
      : []),
    { title: 'Delete', onClick: () => deleting.open(application), isDestructive: true },
  ];
  return (
    <Screen
      title="Applications"
      about="Applications that sign people in with this service (OAuth 2.0 and OpenID Connect)."
      actions={<Button onClick={() => setRegistering(true)}>Register application</Button>}
    >
      <ListTable
        name="Applications"
        list={list}
        columns={[
          { title: 'Application', cell: (application) => <Name application={application} /> },
          { title: 'Type', cell: (application) => <Type application={application} /> },
          { title: 'Redirect URIs', cell: ({ redirect_uris }) => <Lines lines={redirect_uris} /> },
          { title: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
          {
            title: 'Actions',
            cell: (application) => <RowMenu name={application.name} actions={actionsOf(application)} />,
          },
        ]}
        empty="No applications yet. Register one to sign people in with this service."
      />
      <Dialog opened={isRegistering} onClose={() => setRegistering(false)} title="Register an application">
        <ApplicationForm onDone={() => setRegistering(false)} />
      </Dialog>
      <Dialog opened={editing.opened} onClose={editing.close} title={`Edit ${editing.subject?.name}`}>
        {editing.subject && <ApplicationForm application={editing.subject} onDone={editing.close} />}
      </Dialog>
      <Dialog
        opened={rotating.opened}
        onClose={rotating.close}
        title={`Rotate the secret of ${rotating.subject?.name}`}
      >
        {rotating.subject && <RotateSecret id={rotating.subject.id} onDone={rotating.close} />}
      </Dialog>
      {deleting.subject && (
        <DeleteApplication application={deleting.subject} opened={deleting.opened} onClose={deleting.close} />
      )}
    </Screen>
  );
}

function Name({ application: { name, client_id, previous_expires_at } }: { application: Application }) {
  return (
    <>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="sm" c="dimmed">
        {client_id}
      </Text>
      <Replaced name="secret" until={previous_expires_at} />
    </>
  );
}

function Type({ application: { type, first_party } }: { application: Application }) {
  return (
    <>
      <div className="no-wrap">{type}</div>
      {first_party && <div className="no-wrap">first party</div>}
    </>
  );
}

function Lines({ lines }: { lines: string[] }) {
  return lines.map((line) => <div key={line}>{line}</div>);
}

function RotateSecret({ id, onDone }: { id: string; onDone: () => void }) {
  return (
    <RotateForm
      name="Client secret"
      rotate={async (grace_period_seconds) => {
        const params = { path: { id } };
        const { data } = await api.POST('/oauth/clients/{id}/rotate-secret', {
          params,
          body: { grace_period_seconds },
        });
        return data.client_secret ?? '';
      }}
      changes={[APPLICATIONS]}
      onDone={onDone}
    />
  );
}

interface DeleteApplicationProps {
  application: Application;
  opened: boolean;
  onClose: () => void;
}

function DeleteApplication({ application: { id, name }, opened, onClose }: DeleteApplicationProps) {
  const action = useAction({
    run: () => api.DELETE('/oauth/clients/{id}', { params: { path: { id } } }),
    said: `${name} is deleted.`,
    changes: [APPLICATIONS],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete ${name}?`}
      verb="Delete"
      action={action}
      onConfirm={() => action.act()}
    >
      <Text size="sm">
        Nobody can sign in with it, and the access that people gave it ends with the next request. It cannot be undone:
        an application that is registered again has another client ID.
      </Text>
    </ConfirmDialog>
  );
}
