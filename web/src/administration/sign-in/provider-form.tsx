import {
  Button,
  FileButton,
  Group,
  Modal,
  PasswordInput,
  Select,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { issuesOf } from '../../parts/field-issues.js';
import { Problem } from '../../parts/problem.js';
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
  action: { isPending: boolean; problem: Error | null };
  onSubmit: (body: Body) => void;
  /** The provider to change; none for a new one. Its secret is never shown. */
  provider?: Provider;
}

/** How the service reaches an identity provider, and what its users may become. */
export function ProviderForm({ opened, onClose, action, onSubmit, provider }: ProviderFormProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={provider ? `Change ${provider.name}` : 'Connect an identity provider'}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
    >
      <Form action={action} onSubmit={onSubmit} onClose={onClose} {...(provider && { provider })} />
    </Modal>
  );
}

function Form({ action, onSubmit, onClose, provider }: Omit<ProviderFormProps, 'opened'>) {
  const [kind, setKind] = useState<Kind>(provider?.kind ?? 'entra_id');
  const [body, setBody] = useState<Partial<Body>>(provider ? bodyOf(provider) : { default_role: 'viewer' });
  const change = (changed: Partial<Body>): void => setBody({ ...body, ...changed });
  const issue = issuesOf(action.problem);
  const submit = (): void => onSubmit(filled(kind, body));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
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
          error={issue('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TagsInput
          label="Email domains"
          description="Press Enter after each. You verify them by a DNS record in the next step."
          required
          value={body.email_domains ?? []}
          error={issue('email_domains')}
          onChange={(domains) => change({ email_domains: domains })}
          splitChars={[',', ' ']}
        />
        {kind === 'saml' ? (
          <SamlMetadata body={body} change={change} issue={issue} isNew={!provider} />
        ) : (
          <>
            {ADDRESSES[kind].map(({ name, label, about }) => (
              <TextInput
                key={name}
                label={label}
                description={about}
                value={body[name] ?? ''}
                error={issue(name)}
                onChange={(event) => change({ [name]: event.currentTarget.value })}
              />
            ))}
            <TextInput
              label="Client id"
              required
              value={body.client_id ?? ''}
              error={issue('client_id')}
              onChange={(event) => change({ client_id: event.currentTarget.value })}
            />
            <PasswordInput
              label="Client secret"
              description={provider ? 'Only needed to replace it, or with another client id or address.' : undefined}
              required={!provider}
              autoComplete="off"
              value={body.client_secret ?? ''}
              error={issue('client_secret')}
              onChange={(event) => change({ client_secret: event.currentTarget.value })}
            />
          </>
        )}
        <Select
          label="Role at the first sign-in"
          allowDeselect={false}
          data={DEFAULT_ROLES}
          value={body.default_role ?? 'viewer'}
          error={issue('default_role')}
          onChange={(role) => change({ default_role: role as Body['default_role'] })}
        />
        <Select
          label="Highest role that the provider can give"
          placeholder="No limit"
          clearable
          data={MAPPED_ROLES}
          value={body.max_role ?? null}
          error={issue('max_role')}
          onChange={(role) => change({ max_role: role as Provider['max_role'] })}
        />
        {action.problem && <Problem error={action.problem} onRetry={submit} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={action.isPending}>
            {provider ? 'Save' : 'Connect'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface SamlMetadataProps {
  body: Partial<Body>;
  change: (changed: Partial<Body>) => void;
  issue: (field: string) => string | undefined;
  isNew: boolean;
}

function SamlMetadata({ body, change, issue, isNew }: SamlMetadataProps) {
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
        error={issue('saml')}
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
