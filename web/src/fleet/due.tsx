import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { BADGE_COLORS } from './words.js';

/** A due date, marked in words once it has passed. */
export function Due({ overdue, children }: { overdue: boolean; children: ReactNode }) {
  return (
    <>
      {children}
      {overdue && (
        <div>
          <Badge color={BADGE_COLORS.bad}>overdue</Badge>
        </div>
      )}
    </>
  );
}
