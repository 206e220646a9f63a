import { Blockquote, Stack, Text, Title } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useManaging } from '../../documents/use-documents.js';
import { Facts, type Fact } from '../../parts/facts.js';
import { LoadingRows } from '../../parts/list-table.js';
import { Problem } from '../../parts/problem.js';
import { Screen } from '../../parts/screen.js';
import { useDocument } from '../../parts/use-document.js';
import { useMe } from '../../parts/use-me.js';
import { useReaderNames } from '../../parts/use-readers.js';
import { When } from '../../parts/when.js';
import { Due } from '../due.js';
import { DISCREPANCY_STATUS } from '../words.js';
import { Instruction } from './instruction.js';
import { Place } from './place.js';
import { ReportActions } from './report-actions.js';
import { CHANNELS, KINDS, MAIL_STATES, SEVERITIES } from './report-words.js';
import { useReport, type Report } from './use-report.js';

/** A discrepancy report, and what is next to do with it. */
export function ReportScreen() {
  const { reportId } = useParams({ from: '/signed-in-screens/fleet/discrepancies/$reportId' });
  const { data: report, error, refetch } = useReport(reportId);
  if (error && !report) {
    return (
      <Stack>
        <Problem error={error} onRetry={() => void refetch()} />
        <Link to="/fleet/discrepancies" search={{}} className="plain-link">
          All reports
        </Link>
      </Stack>
    );
  }
  return report ? <Shown report={report} /> : <LoadingRows />;
}

function Shown({ report }: { report: Report }) {
  const { can } = useMe();
  const { data: document } = useDocument(report.document_id);
  const { manages } = useManaging();
  const nameOf = useReaderNames(report.document_id, can('document.share'));
  const isManager = document !== undefined && manages(document);
  return (
    <Screen
      title="Discrepancy report"
      about={`${report.document_title}, page ${report.page_number}`}
      actions={<ReportActions report={report} isManager={isManager} />}
    >
      <div>
        <Place report={report} />
      </div>
      <Blockquote p="xs" className="quote">
        <span className="wrap">{report.quote}</span>
      </Blockquote>
      <Text className="wrap">{report.description}</Text>
      <Facts facts={factsOf(report, nameOf)} />
      {report.answer !== null && (
        <Stack component="section" gap="xs" aria-labelledby="answer">
          <Title order={2} size="h4" id="answer">
            Answer of the author
          </Title>
          <Text className="wrap">{report.answer}</Text>
          <Text size="sm">
            <When at={report.answered_at} />
          </Text>
        </Stack>
      )}
      <Instruction report={report} isManager={isManager} nameOf={nameOf} />
    </Screen>
  );
}

function factsOf(report: Report, nameOf: (id: string | null) => string): Fact[] {
  const { status, due_on: due, overdue, channel, mail } = report;
  return [
    ['Status', DISCREPANCY_STATUS[status]],
    ['The words are', KINDS[report.kind]],
    ['Severity', SEVERITIES[report.severity]],
    [
      'Due',
      <Due key="due" overdue={overdue}>
        {due}
      </Due>,
    ],
    ['Reported by', nameOf(report.reported_by)],
    ['Reported', <When key="reported" at={report.created_at} />],
    ['Author', report.contact],
    ['Number of the author', report.author_reference],
    ['Sent', channel !== null && <When key="sent" at={report.sent_at} />],
    ['Sent by', channel !== null && CHANNELS[channel]],
    ['Mail', mail !== null && `${MAIL_STATES[mail.state]}: ${mail.to}`],
    ['Ended', report.ended_at !== null && <When key="ended" at={report.ended_at} />],
    ['Ended by', report.ended_at !== null && nameOf(report.ended_by)],
    ['Reason of the rejection', report.rejection_reason],
  ];
}
