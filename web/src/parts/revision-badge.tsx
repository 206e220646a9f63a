import { Badge } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';

const COLORS = { draft: 'yellow.9', active: 'green.9', superseded: 'red.9', withdrawn: 'red.9' } as const;

/** In words, not in color alone. */
export function RevisionBadge({ status }: { status: Schema<'RevisionStatus'> }) {
  return (
    <Badge color={COLORS[status]} variant="filled" radius="sm">
      {status}
    </Badge>
  );
}
