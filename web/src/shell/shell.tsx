import { ActionIcon, Alert, Group, Menu, Text, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useHotkeys, useNetwork } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { CONSOLE } from '../place.js';
import { Problem } from '../parts/problem.js';
import { discardDrafts } from '../parts/use-draft.js';
import { useMe } from '../parts/use-me.js';
import { session } from '../session/session.js';
import { leaveForPage } from '../session/sign-in.js';
import { Bell } from './bell.js';
import { ProofDialog } from './proof-dialog.js';
import { Shortcuts } from './shortcuts.js';
import { queryClient } from '../api.js';

/** Each of them opens a section of the administration. */
const ADMINISTRATION = ['user.manage', 'webhook.manage', 'audit.view', 'system.settings'];

/** Header, navigation and the screen. */
export function Shell() {
  const [helpOpened, setHelpOpened] = useState(false);
  const { can } = useMe();
  useHotkeys([
    ['shift+/', () => setHelpOpened(true)],
    ['?', () => setHelpOpened(true)],
  ]);
  useEffect(
    () =>
      session.onEnd(() => {
        leave();
      }),
    [],
  );
  useEffect(
    () =>
      session.onOtherUser(() => {
        forgetUser();
        leaveForPage('/');
      }),
    [],
  );
  return (
    <>
      <a href="#main" className="skip-link" onClick={skip}>
        Skip to content
      </a>
      <header className="shell-header">
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <Group gap="md" wrap="nowrap">
            <Link to="/" className="brand" aria-label="Maintenance Knowledge">
              <img src={`${CONSOLE}/favicon.svg`} alt="" width={28} height={28} />
              <span className="brand-name">Maintenance Knowledge</span>
            </Link>
            <nav aria-label="Main" className="shell-nav">
              <Group gap={4} wrap="nowrap">
                <Link to="/" className="nav-link" activeOptions={{ exact: true, includeSearch: false }}>
                  Search
                </Link>
                {can('document.view') && (
                  <Link to="/documents" className="nav-link" activeOptions={{ includeSearch: false }}>
                    Documents
                  </Link>
                )}
                {can('document.view') && (
                  <Link to="/fleet" className="nav-link">
                    Fleet
                  </Link>
                )}
                {can('chat.use') && (
                  <Link to="/ask" className="nav-link">
                    Ask
                  </Link>
                )}
                {ADMINISTRATION.some(can) && (
                  <Link to="/administration" className="nav-link">
                    Admin
                  </Link>
                )}
              </Group>
            </nav>
          </Group>
          <Group gap={4} wrap="nowrap">
            {can('document.view') && <Bell />}
            <UserMenu onHelp={() => setHelpOpened(true)} />
          </Group>
        </Group>
      </header>
      <Offline />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Shortcuts opened={helpOpened} onClose={() => setHelpOpened(false)} />
      <ProofDialog />
    </>
  );
}

/** Requests wait for the network, and go on by themselves. */
function Offline() {
  const { online } = useNetwork();
  return (
    <div role="status">
      {!online && (
        <Alert color="yellow" variant="outline" radius={0} title="You are offline">
          What you typed stays. The console goes on when the network is back.
        </Alert>
      )}
    </div>
  );
}

/** What was read and written for the account that was signed in. */
function forgetUser(): void {
  queryClient.clear();
  discardDrafts();
}

/** A document of its own, so that nothing of the account stays in memory. */
function leave(): void {
  forgetUser();
  leaveForPage('/signed-out');
}

/** A fragment would change the address that the router shows. */
function skip(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

function UserMenu({ onHelp }: { onHelp: () => void }) {
  const { me } = useMe();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const initials = initialsOf(me?.name ?? '');
  const signOut = useMutation({
    mutationFn: () => session.end(),
    onSuccess: leave,
  });
  return (
    <Menu position="bottom-end" width={260} shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={44} radius="xl" aria-label={`${initials}, account and settings`}>
          {initials}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} truncate>
            {me?.name}
          </Text>
          <Text size="sm" truncate>
            {me?.email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to="/account">
          Your account
        </Menu.Item>
        <Menu.Item onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}>
          {scheme === 'dark' ? 'Light colors' : 'Dark colors'}
        </Menu.Item>
        <Menu.Item onClick={onHelp}>Keyboard shortcuts</Menu.Item>
        <Menu.Divider />
        <Menu.Item closeMenuOnClick={false} onClick={() => signOut.mutate()} disabled={signOut.isPending}>
          Sign out
        </Menu.Item>
        {signOut.error && <Problem error={signOut.error} onRetry={() => signOut.mutate()} />}
      </Menu.Dropdown>
    </Menu>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase() || '☰';
}
