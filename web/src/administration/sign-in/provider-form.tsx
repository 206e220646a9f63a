import { Button, FileButton, PasswordInput, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { Dialog, DialogForm } from '../../parts/dialog.js';
import { fieldError } from '../../parts/issues.js';
import { DEFAULT_ROLES, KINDS, MAPPED_ROLES, type Kind, type Provider } from './provider-kinds.js';

type Body = Schema<'CreateIdentityProviderRequest'>;

/** The address of a provider: text fields with their hints, by kind. */
const ADDRESSES: Record<Exclude<Kind, 'saml'>, Field[]> = {
  entra_id: [{ name: 'tenant', label: 'Tenant id', about: 'Directory (tenant) id of the app registration.' }],
  okta: [{ name: 'issuer', label: 'Issuer', about: 'Such as https://example.okta.com.' }],
  google_workspace: [],
  custom: [
    { name: 'issuer', label: 'Issuer', about: 'For OpenID Connect. Leave it empty if there are three addresses.' },
    { name: 'authorization_url', label: 'Authorization endpoint', about: 'For OAuth 2 without OpenID Connect.' },
    { name: 'token_url', label: 'Token endpoint' },
    { name: 'userinfo_url', label: 'Userinfo endpoint' },
  ],
};

interface Field {
  name: 'tenant' | 'issuer' | 'authorization_url' | 'token_url' | 'userinfo_url';
  label: string;
  about?: string;
}

interface ProviderFormProps {
  opened: boolean;
  onClose: () => void;
  action: { isPending: boolean; problem: Error | null; reset: () => void };
  onSubmit: (body: Body) => void;
  /** The provider to change; none for a new one. Its secret is never shown. */
  provider?: Provider;
}

/** How the service reaches an identity provider, and what its users may become. */
export function ProviderForm({ opened, onClose, action, onSubmit, provider }: ProviderFormProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={provider ? `Change ${provider.name}` : 'Connect an identity provider'}
    >
      <Form action={action} onSubmit={onSubmit} onClose={onClose} {...(provider && { provider })} />
    </Dialog>
  );
}

function Form({ action, onSubmit, onClose, provider }: Omit<ProviderFormProps, 'opened'>) {
  const [kind, setKind] = useState<Kind>(provider?.kind ?? 'entra_id');
  const [body, setBody] = useState<Partial<Body>>(provider ? bodyOf(provider) : { default_role: 'viewer' });
  const change = (changed: Partial<Body>): void => setBody({ ...body, ...changed });
  const { problem } = action;
  return (
    <DialogForm
      verb={provider ? 'Save' : 'Connect'}
      action={action}
      fields={shownFields(kind)}
      onCancel={onClose}
      onSubmit={() => onSubmit(filled(kind, body))}
    >
      <Select
        label="Kind"
        allowDeselect={false}
        disabled={provider !== undefined}
        data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
        value={kind}
        onChange={(next) => next && setKind(next as Kind)}
      />
      <TextInput
        label="Name"
        description="People read “Continue with …” on the sign-in page."
        required
        maxLength={100}
        value={body.name ?? ''}
        {...fieldError(problem, 'name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TagsInput
        label="Email domains"
        description="Press Enter after each. You verify them by a DNS record in the next step."
        required
        value={body.email_domains ?? []}
        {...fieldError(problem, 'email_domains')}
        onChange={(domains) => change({ email_domains: domains })}
        splitChars={[',', ' ']}
      />
      {kind === 'saml' ? (
        <SamlMetadata body={body} change={change} problem={problem} isNew={!provider} />
      ) : (
        <>
          {ADDRESSES[kind].map(({ name, label, about }) => (
            <TextInput
              key={name}
              label={label}
              description={about}
              value={body[name] ?? ''}
              {...fieldError(problem, name)}
              onChange={(event) => change({ [name]: event.currentTarget.value })}
            />
          ))}
          <TextInput
            label="Client id"
            required
            value={body.client_id ?? ''}
            {...fieldError(problem, 'client_id')}
            onChange={(event) => change({ client_id: event.currentTarget.value })}
          />
          <PasswordInput
            label="Client secret"
            description={provider ? 'Only needed to replace it, or with another client id or address.' : undefined}
            required={!provider}
            autoComplete="off"
            value={body.client_secret ?? ''}
            {...fieldError(problem, 'client_secret')}
            onChange={(event) => change({ client_secret: event.currentTarget.value })}
          />
        </>
      )}
      <Select
        label="Role at the first sign-in"
        allowDeselect={false}
        data={DEFAULT_ROLES}
        value={body.default_role ?? 'viewer'}
        {...fieldError(problem, 'default_role')}
        onChange={(role) => change({ default_role: role as Body['default_role'] })}
      />
      <Select
        label="Highest role that the provider can give"
        placeholder="No limit"
        clearable
        data={MAPPED_ROLES}
        value={body.max_role ?? null}
        {...fieldError(problem, 'max_role')}
        onChange={(role) => change({ max_role: role as Provider['max_role'] })}
      />
    </DialogForm>
  );
}

interface SamlMetadataProps {
  body: Partial<Body>;
  change: (changed: Partial<Body>) => void;
  problem: Error | null;
  isNew: boolean;
}

function SamlMetadata({ body, change, problem, isNew }: SamlMetadataProps) {
  const set = (metadata: string): void => change({ saml: { metadata_xml: metadata } });
  return (
    <Stack gap="xs">
      <Textarea
        label="Metadata of the provider"
        description={isNew ? 'Paste the XML, or choose its file.' : 'Only needed to replace addresses or certificates.'}
        required={isNew}
        rows={6}
        spellCheck={false}
        value={body.saml?.metadata_xml ?? ''}
        {...fieldError(problem, 'saml')}
        onChange={(event) => set(event.currentTarget.value)}
      />
      <FileButton accept=".xml,application/xml,text/xml" onChange={(file) => void file?.text().then(set)}>
        {(props) => (
          <Button variant="default" {...props}>
            Choose a metadata file
          </Button>
        )}
      </FileButton>
    </Stack>
  );
}

function bodyOf({
  name,
  email_domains,
  issuer,
  authorization_url,
  token_url,
  userinfo_url,
  ...more
}: Provider): Partial<Body> {
  const { client_id, default_role, max_role } = more;
  const addresses = { issuer, authorization_url, token_url, userinfo_url };
  const given = Object.fromEntries(Object.entries(addresses).filter(([, value]) => value !== null));
  return { name, email_domains, client_id, default_role, max_role, ...given };
}

/** Those that show their errors. */
const shownFields = (kind: Kind): string[] => [
  ...['name', 'email_domains', 'default_role', 'max_role'],
  ...(kind === 'saml' ? ['saml'] : ['client_id', 'client_secret', ...ADDRESSES[kind].map(({ name }) => name)]),
];

/** Without what is empty, or belongs to another kind. */
function filled(kind: Kind, body: Partial<Body>): Body {
  const others = kind === 'saml' ? ['client_id', 'client_secret'] : ['saml'];
  const addresses = kind === 'saml' ? [] : ADDRESSES[kind].map(({ name }) => name as string);
  const isAddress = (name: string): boolean =>
    Object.values(ADDRESSES)
      .flat()
      .some((field) => field.name === name);
  const kept = Object.entries(body).filter(
    ([name, value]) => value !== '' && !others.includes(name) && (!isAddress(name) || addresses.includes(name)),
  );
  return { kind, ...(Object.fromEntries(kept) as Omit<Body, 'kind'>) };
}
