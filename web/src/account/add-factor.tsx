import { Alert, Checkbox, Text, TextInput } from '@mantine/core';
import { ApiError, type Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../api.js';
import { Dialog, DialogForm, textOf } from '../parts/dialog.js';
import { fieldError } from '../parts/issues.js';
import { useAction } from '../parts/use-action.js';

type Created = Schema<'CreatedMfaMethodResponse'>;
type Answer = Schema<'ActivateMfaMethodRequest'>;
type Credential = NonNullable<Answer['credential']>;

interface AddFactorProps {
  type: Created['type'];
  opened: boolean;
  title: string;
  /** Queries that show factors. */
  changes: readonly (readonly unknown[])[];
  onClose: () => void;
  /** Receives the recovery codes, which come with the first factor. */
  onCodes: (codes: string[]) => void;
}

/** Sets a second factor up in two steps: its name, then a proof that it works. */
export function AddFactor({ type, opened, title, changes, onClose, onCodes }: AddFactorProps) {
  const [begun, setBegun] = useState<Created | null>(null);
  const begin = useAction({
    run: async (form: FormData) => {
      const [label, phone] = [textOf(form, 'label'), textOf(form, 'phone').replace(/[\s()/-]/g, '')];
      const passwordless = form.has('passwordless');
      const body = { type, ...(label && { label }), ...(phone && { phone }), ...(passwordless && { passwordless }) };
      return (await api.POST('/auth/mfa/methods', { body })).data;
    },
    onDone: setBegun,
  });
  const activate = useAction({
    run: async ({ id, answer }: { id: string; answer: () => Promise<Answer> }) => {
      const body = await answer();
      return (await api.POST('/auth/mfa/methods/{id}/activate', { params: { path: { id } }, body })).data;
    },
    said: ({ passwordless }) => `${passwordless ? 'Passkey' : title} added`,
    changes: [...changes],
    onDone: ({ recovery_codes }) => {
      if (recovery_codes) onCodes(recovery_codes);
      close();
    },
  });
  const close = (): void => {
    setBegun(null);
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      {begun ? (
        <Proof created={begun} action={activate} onCancel={close} />
      ) : (
        <DialogForm verb="Continue" action={begin} fields={['label', 'phone']} onCancel={close} onSubmit={begin.act}>
          <About type={type} />
          {type === 'sms' && (
            <TextInput
              name="phone"
              type="tel"
              label="Phone number"
              description="With country code, such as +49 151 23456789"
              required
              autoComplete="tel"
              data-autofocus
              {...fieldError(begin.problem, 'phone')}
            />
          )}
          <TextInput
            name="label"
            label="Name (optional)"
            description="To recognize it among others"
            maxLength={100}
            {...fieldError(begin.problem, 'label')}
          />
          {type === 'webauthn' && (
            <Checkbox name="passwordless" label="Passkey: sign in with it alone, without a password" />
          )}
        </DialogForm>
      )}
    </Dialog>
  );
}

const ABOUT: Readonly<Record<Created['type'], string>> = {
  totp: 'An app on your phone shows a code that changes every 30 seconds.',
  webauthn: 'A key that you plug in or hold near, your phone, or the fingerprint reader of this device.',
  email: 'A code is sent to your email address when you sign in.',
  sms: 'A code is sent to your phone when you sign in.',
};

const About = ({ type }: { type: Created['type'] }) => <Text size="sm">{ABOUT[type]}</Text>;

interface ProofProps {
  created: Created;
  action: {
    act: (given: { id: string; answer: () => Promise<Answer> }) => void;
    isPending: boolean;
    problem: Error | null;
    reset: () => void;
  };
  onCancel: () => void;
}

function Proof({ created, action, onCancel }: ProofProps) {
  const { id, public_key } = created;
  const isRefused = action.problem instanceof ApiError && action.problem.details.reason === 'mfa_failed';
  const words = keyProblem(action.problem);
  const shown = words !== null || isRefused ? { ...action, problem: null } : action;
  if (public_key) {
    return (
      <DialogForm
        verb="Use the key"
        action={shown}
        onCancel={onCancel}
        onSubmit={() => action.act({ id, answer: async () => ({ credential: await register(public_key) }) })}
      >
        <Text size="sm">Have the key ready. The browser asks you for it.</Text>
        {words !== null && (
          <Alert color="red" variant="outline" role="alert">
            {words}
          </Alert>
        )}
      </DialogForm>
    );
  }
  return (
    <DialogForm
      verb="Confirm"
      action={shown}
      fields={['code']}
      onCancel={onCancel}
      onSubmit={(form) => action.act({ id, answer: () => Promise.resolve({ code: textOf(form, 'code') }) })}
    >
      {created.secret ? (
        <AppSecret created={created} />
      ) : (
        <Text size="sm">A code is on its way to {created.hint}.</Text>
      )}
      <TextInput
        name="code"
        label="6-digit code"
        required
        inputMode="numeric"
        pattern="[0-9]{6}"
        maxLength={6}
        autoComplete="one-time-code"
        data-autofocus
        {...fieldError(action.problem, 'code')}
        {...(isRefused && {
          error: 'The code was not accepted. Enter the present one.',
          errorProps: { role: 'alert' },
        })}
      />
    </DialogForm>
  );
}

function AppSecret({ created: { secret = '', otpauth_uri = '', qr_svg = '' } }: { created: Created }) {
  return (
    <>
      <Text size="sm">Scan the picture with the app, then enter the code that it shows.</Text>
      <img
        className="qr"
        src={`data:image/svg+xml,${encodeURIComponent(qr_svg)}`}
        alt="QR code for the authenticator app"
        width={220}
        height={220}
      />
      <Text size="sm">
        On this phone,{' '}
        <a href={otpauth_uri} className="plain-link">
          open the app
        </a>
        . Or enter the key by hand:
      </Text>
      <code className="secret">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
    </>
  );
}

async function register(options: Record<string, unknown>): Promise<Credential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await navigator.credentials.create({ publicKey });
  return (credential as PublicKeyCredential).toJSON() as Credential;
}

/** Null for what is no problem of the key. */
function keyProblem(problem: Error | null): string | null {
  if (!(problem instanceof DOMException)) return null;
  if (problem.name === 'InvalidStateError') return 'This key is one of your factors already.';
  return 'The key was not used. Try again.';
}
