import { Button, Group, Menu, Text, Title } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { ListTable } from '../parts/list-table.js';
import { Secret } from '../parts/secret.js';
import { When } from '../parts/when.js';
import { AddFactor } from './add-factor.js';
import { SESSIONS } from './sessions.js';
import { useWhole } from './use-whole.js';

type Method = Schema<'MfaMethodResponse'>;
type MethodType = Method['type'];

const FACTORS = ['mfa-methods'] as const;
const MFA_DATA = [FACTORS, SESSIONS, ['me']];

const TYPES: Readonly<Record<MethodType, string>> = {
  totp: 'Authenticator app',
  webauthn: 'Security key',
  email: 'Codes by email',
  sms: 'Codes by SMS',
};

const OFFERED = Object.keys(TYPES) as MethodType[];

const nameOf = ({ type, passwordless }: Method): string => (passwordless ? 'Passkey' : TYPES[type]);

/** Second factors and recovery codes. */
export function Factors() {
  const [type, setType] = useState<MethodType>('totp');
  const [isAdding, setAdding] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const list = useWhole(FACTORS, async (signal) => {
    const { data } = await api.GET('/auth/mfa/methods', { signal });
    return data.filter(({ activated_at }) => activated_at !== null);
  });
  return (
    <section className="settings-section" aria-labelledby="factors">
      <Group justify="space-between">
        <Title order={2} size="h5" id="factors">
          Second factors and passkeys
        </Title>
        <Group gap="xs">
          {(list.rows?.length ?? 0) > 0 && <NewRecoveryCodes onCreated={setCodes} />}
          <Menu position="bottom-end" withinPortal={false}>
            <Menu.Target>
              <Button>Add</Button>
            </Menu.Target>
            <Menu.Dropdown>
              {OFFERED.map((offered) => (
                <Menu.Item
                  key={offered}
                  onClick={() => {
                    setType(offered);
                    setAdding(true);
                  }}
                >
                  {offered === 'webauthn' ? 'Security key or passkey' : TYPES[offered]}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Group>
      {codes && <Secret name="Recovery codes" value={codes.join('\n')} onDone={() => setCodes(null)} />}
      <ListTable
        name="Second factors and passkeys"
        list={list}
        empty="A password alone opens your account. Add a security key or an authenticator app."
        columns={[
          { title: 'Factor', cell: (method) => <Factor method={method} /> },
          { title: 'Added', cell: ({ activated_at }) => <When at={activated_at} dateOnly /> },
          { title: 'Last used', cell: ({ last_used_at }) => <When at={last_used_at} /> },
          { title: 'Actions', cell: (method) => <Remove method={method} isLast={list.rows?.length === 1} /> },
        ]}
      />
      <AddFactor
        type={type}
        opened={isAdding}
        title={TYPES[type]}
        changes={MFA_DATA}
        onClose={() => setAdding(false)}
        onCodes={setCodes}
      />
    </section>
  );
}

function Factor({ method }: { method: Method }) {
  return (
    <>
      <Text size="sm" fw={600}>
        {method.label || nameOf(method)}
      </Text>
      <Text size="sm">{[nameOf(method), method.hint].filter(Boolean).join(', ')}</Text>
    </>
  );
}

function Remove({ method, isLast }: { method: Method; isLast: boolean }) {
  const name = method.label || nameOf(method);
  return (
    <ConfirmButton
      button="Remove"
      label={`Remove ${name}`}
      title={`Remove ${name}?`}
      verb="Remove"
      run={() => api.DELETE('/auth/mfa/methods/{id}', { params: { path: { id: method.id } } })}
      said={`${name} is removed`}
      changes={MFA_DATA}
    >
      <Text size="sm">
        You can no longer sign in with it.{' '}
        {isLast && 'It is your last one: a password alone opens your account then, if your organization allows that.'}
      </Text>
    </ConfirmButton>
  );
}

function NewRecoveryCodes({ onCreated }: { onCreated: (codes: string[]) => void }) {
  return (
    <ConfirmButton
      button="New recovery codes"
      size="sm"
      title="Create new recovery codes?"
      verb="Create"
      run={async () => (await api.POST('/auth/mfa/recovery-codes')).data.recovery_codes}
      onDone={onCreated}
    >
      <Text size="sm">The codes that you have stop working. Each new code signs you in once without your factor.</Text>
    </ConfirmButton>
  );
}
