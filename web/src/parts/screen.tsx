import { Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';

interface ScreenProps {
  title: string;
  /** One sentence for people who see the screen for the first time. */
  about?: ReactNode;
  /** Buttons next to the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen with its title, also that of the tab. */
export function Screen({ title, about, actions, children }: ScreenProps) {
  useEffect(() => {
    document.title = `${title} · Maintenance Knowledge`;
  }, [title]);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className="screen-title">
          <Title order={1} size="h3" className="wrap">
            {title}
          </Title>
          {about !== undefined && (
            <Text size="sm" c="dimmed" className="wrap">
              {about}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
