import { Button, Group, SegmentedControl, Stack, Text, TextInput, Title, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api.js';
import { fieldError } from '../parts/issues.js';
import { LoadingRows } from '../parts/list-table.js';
import { Problem } from '../parts/problem.js';
import { Screen } from '../parts/screen.js';
import { useAction } from '../parts/use-action.js';
import { useMe } from '../parts/use-me.js';
import { NotificationPreferences } from './notification-preferences.js';
import './account.css';

/** Profile, colors and notifications. */
export function PreferencesScreen() {
  return (
    <Screen title="Preferences">
      <div className="settings">
        <Profile />
        <Colors />
        <NotificationPreferences />
      </div>
    </Screen>
  );
}

function Profile() {
  const { me } = useMe();
  if (!me) return <LoadingRows />;
  return (
    <section className="settings-section" aria-labelledby="profile">
      <Title order={2} size="h5" id="profile">
        Profile
      </Title>
      <Name key={me.name} name={me.name ?? ''} />
      <dl className="facts">
        <dt>Email</dt>
        <dd>{me.email}</dd>
        <dt>Role</dt>
        <dd>{me.role}</dd>
        {me.team && (
          <>
            <dt>Team</dt>
            <dd>{me.team.name}</dd>
          </>
        )}
      </dl>
      <Text size="sm" c="dimmed">
        An administrator changes your address, role and team.
      </Text>
    </section>
  );
}

function Name({ name }: { name: string }) {
  const [text, setText] = useState(name);
  const rename = useAction({
    run: () => api.PATCH('/users/me', { body: { name: text.trim() } }),
    said: 'Your name is changed',
    changes: [['me']],
  });
  const issue = fieldError(rename.problem, 'name');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        rename.act();
      }}
    >
      <Stack gap="xs">
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Name"
            description="As colleagues see it with your comments"
            required
            maxLength={200}
            autoComplete="name"
            className="grow"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            {...issue}
          />
          <Button type="submit" variant="default" loading={rename.isPending} disabled={text.trim() === name}>
            Save
          </Button>
        </Group>
        {rename.problem && !issue.error && <Problem error={rename.problem} onRetry={() => rename.act()} />}
      </Stack>
    </form>
  );
}

function Colors() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <section className="settings-section" aria-labelledby="colors">
      <Title order={2} size="h5" id="colors">
        Colors
      </Title>
      <SegmentedControl
        className="choice"
        aria-labelledby="colors"
        data={[
          { value: 'auto', label: 'As the system' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        value={colorScheme}
        onChange={(value) => setColorScheme(value)}
      />
    </section>
  );
}
