import { Badge } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';

/** White text on them has a contrast of at least 4.5. */
const COLORS = { draft: '#8a5300', active: '#1f6b30', superseded: '#b02a37', withdrawn: '#b02a37' } as const;

/** In words, not in color alone. */
export function RevisionBadge({ status }: { status: Schema<'RevisionStatus'> }) {
  return (
    <Badge color={COLORS[status]} variant="filled" radius="sm">
      {status}
    </Badge>
  );
}
