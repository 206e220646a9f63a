import { Text } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';

/** Open discrepancy reports on a page, each with its approved interim instruction. */
export function OpenDiscrepancies({ reports }: { reports: Schema<'OpenDiscrepancyResponse'>[] }) {
  return reports.map(({ id, kind, quote, description, interim_instruction }) => (
    <div key={id} className="notice notice-caution" role="note">
      <strong>OPEN DISCREPANCY ({kind})</strong>
      <Text size="sm" className="wrap" lineClamp={3}>
        “{quote}”: {description}
      </Text>
      {interim_instruction !== null && (
        <Text size="sm" fw={600} className="wrap">
          Interim instruction: {interim_instruction}
        </Text>
      )}
    </div>
  ));
}
