import { Alert, Button, Checkbox, Group, PasswordInput, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ApiError, type Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../api.js';
import { Dialog, DialogForm } from '../parts/dialog.js';
import { fieldError } from '../parts/issues.js';
import { useAction } from '../parts/use-action.js';
import { SESSIONS } from './sessions.js';

type Standing = Schema<'StandingAccessResponse'>;

/** Changes the password, and says what still acts for the account then. */
export function Password() {
  const [isOpen, setOpen] = useState(false);
  const [standing, setStanding] = useState<Standing | null>(null);
  const change = useAction({
    run: async (form: FormData) => {
      const body = {
        current_password: passwordIn(form, 'current_password'),
        new_password: passwordIn(form, 'new_password'),
        revoke_api_keys: form.has('revoke_api_keys'),
      };
      return (await api.POST('/auth/password/change', { body })).data.standing_access;
    },
    said: 'Your password is changed',
    changes: [SESSIONS, ['api-keys']],
    onDone: (result) => {
      setStanding(result);
      setOpen(false);
    },
  });
  const { problem } = change;
  const isWrong = problem instanceof ApiError && problem.details.reason === 'invalid_credentials';
  return (
    <section className="settings-section" aria-labelledby="password">
      <Group justify="space-between">
        <Title order={2} size="h5" id="password">
          Password
        </Title>
        <Button variant="default" onClick={() => setOpen(true)}>
          Change password
        </Button>
      </Group>
      {standing && <StillActive standing={standing} />}
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Change password">
        <DialogForm
          verb="Change"
          action={isWrong ? { ...change, problem: null } : change}
          fields={['new_password']}
          onCancel={() => setOpen(false)}
          onSubmit={change.act}
        >
          <Text size="sm">All your other sessions end.</Text>
          <PasswordInput
            name="current_password"
            label="Current password"
            required
            maxLength={128}
            autoComplete="current-password"
            data-autofocus
            {...(isWrong && { error: 'This is not your password.', errorProps: { role: 'alert' } })}
          />
          <PasswordInput
            name="new_password"
            label="New password"
            description="12 characters or more, hard to guess"
            required
            minLength={12}
            maxLength={128}
            autoComplete="new-password"
            {...fieldError(problem, 'new_password')}
          />
          <Checkbox name="revoke_api_keys" label="Revoke my API keys too, because someone else may know my password" />
        </DialogForm>
      </Dialog>
    </section>
  );
}

/** Spaces at the ends are part of a password. */
function passwordIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

function StillActive({ standing: { api_keys, oauth_grants, revoked_api_keys } }: { standing: Standing }) {
  return (
    <Alert color="gray" variant="outline" title="The password is changed" role="status">
      <Text size="sm">Your other sessions have ended.</Text>
      {revoked_api_keys > 0 && <Text size="sm">{counted(revoked_api_keys, 'API key')} revoked.</Text>}
      {api_keys.length > 0 && (
        <Text size="sm">
          {counted(api_keys.length, 'API key')} keep working: <Link to="/account/keys">see the keys</Link>.
        </Text>
      )}
      {oauth_grants.length > 0 && (
        <Text size="sm">
          {counted(oauth_grants.length, 'application')} with access: <Link to="/account/applications">see them</Link>.
        </Text>
      )}
    </Alert>
  );
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
