import { Badge, Group, Text } from '@mantine/core';
import type { Person } from './people.js';

/** White text on them has a contrast of at least 4.5. */
const STATUS_COLORS: Readonly<Record<Person['status'], string>> = {
  invited: '#8a5300',
  active: '#1f6b30',
  suspended: '#b02a37',
};

export function AccountName({ account: { name, email } }: { account: Person }) {
  return (
    <>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="sm" c="dimmed">
        {email}
      </Text>
    </>
  );
}

/** In words, not in color alone. */
export function AccountStatus({ account: { status } }: { account: Person }) {
  return (
    <Group>
      <Badge color={STATUS_COLORS[status]} variant="filled" radius="sm">
        {status}
      </Badge>
    </Group>
  );
}
