import { Button, Container, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { isNamedBy, issuesOf } from '../parts/issues.js';
import { Problem } from '../parts/problem.js';

const MIN_CHARS = 12;
const MAX_CHARS = 128;
const TOKEN_MAX_CHARS = 128;

interface MailedFormProps {
  title: string;
  about: string;
  verb: string;
  /** Of the request, for the password. */
  passwordField: string;
  action: { isPending: boolean; problem: Error | null };
  onSubmit: (token: string, password: string) => void;
  /** Further fields, before the password. */
  children?: ReactNode;
}

/** What a link of a mail leads to: a new password. The token is in the fragment, which no log or proxy sees. */
export function MailedForm({ title, about, verb, passwordField, action, onSubmit, children }: MailedFormProps) {
  const fragment = useRouterState({ select: ({ location }) => location.hash });
  const [mailed] = useState(() => new URLSearchParams(fragment).get('token') ?? '');
  // The next user of the browser finds no token in its history.
  useEffect(() => history.replaceState(history.state, '', location.pathname + location.search), []);
  const [token, setToken] = useState(mailed);
  const [password, setPassword] = useState('');
  const { problem } = action;
  const issues = issuesOf(problem);
  const isTokenShown = mailed === '' || issues.token !== undefined;
  return (
    <Page title={title}>
      <Text>{about}</Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(token.trim(), password);
        }}
      >
        <Stack>
          {isTokenShown && (
            <TextInput
              label="Token"
              description="The mail contains it below the link."
              size="md"
              required
              maxLength={TOKEN_MAX_CHARS}
              autoComplete="off"
              spellCheck={false}
              value={token}
              error={issues.token}
              onChange={(event) => setToken(event.currentTarget.value)}
            />
          )}
          {children}
          <PasswordInput
            label="Password"
            description={`At least ${MIN_CHARS} characters. Several words that do not belong together are a good one.`}
            size="md"
            required
            minLength={MIN_CHARS}
            maxLength={MAX_CHARS}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
            value={password}
            error={issues[passwordField]}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {problem && !isNamedBy(problem, ['token', 'name', passwordField]) && <Problem error={problem} />}
          <Button type="submit" size="md" loading={action.isPending}>
            {verb}
          </Button>
        </Stack>
      </form>
    </Page>
  );
}

/** A page for people who are not signed in. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Maintenance Knowledge`;
  }, [title]);
  return (
    <Container component="main" size="xs" py="xl">
      <Stack>
        <Title order={1} size="h2">
          {title}
        </Title>
        {children}
      </Stack>
    </Container>
  );
}
