import { Button, Container, Stack, Text, Title } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { session } from '../session/session.js';
import { leaveForSignIn } from '../session/sign-in.js';

function Notice({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Maintenance Knowledge`;
  }, [title]);
  return (
    <Container component="main" size="xs" py="xl">
      <Stack align="flex-start">
        <Title order={1} size="h2">
          {title}
        </Title>
        {children}
      </Stack>
    </Container>
  );
}

const SignInButton = () => <Button onClick={() => void leaveForSignIn('/')}>Sign in</Button>;

export function SignedOutScreen() {
  return (
    <Notice title="You are signed out">
      <Text>The session has ended in all tabs of this browser.</Text>
      <SignInButton />
    </Notice>
  );
}

export function SignInFailed() {
  return (
    <Notice title="The sign-in was not completed">
      <Text>It was canceled, expired, or was started in another tab.</Text>
      <SignInButton />
    </Notice>
  );
}

/** Closes the window that was opened for it. */
export function ProofTaken() {
  const { nonce } = useSearch({ from: '/proof-taken' });
  useEffect(() => {
    session.tellProof(nonce);
    window.close();
  }, [nonce]);
  return (
    <Notice title="Your identity is confirmed">
      <Text>Close this window and go on where you were.</Text>
    </Notice>
  );
}

export function NotSecure() {
  return (
    <Notice title="The console needs https">
      <Text>
        Browsers allow its sign-in only over https or on this machine. Ask your administrator for the address.
      </Text>
    </Notice>
  );
}

export function NotFound() {
  return (
    <Notice title="There is no such page">
      <Text>The address is incomplete or out of date.</Text>
      <Link to="/">Search the manuals</Link>
    </Notice>
  );
}
