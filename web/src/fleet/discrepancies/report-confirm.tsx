import type { ComponentProps } from 'react';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { changedWith, useReload, type Report } from './use-report.js';

interface ReportConfirmProps extends Omit<ComponentProps<typeof ConfirmButton>, 'size' | 'changes' | 'onReload'> {
  report: Report;
}

/** A button for a step of a report that is done once it is confirmed. */
export function ReportConfirm({ report, ...step }: ReportConfirmProps) {
  return <ConfirmButton size="sm" changes={changedWith(report)} onReload={useReload()} {...step} />;
}
