import { Stack, Title } from '@mantine/core';
import { api } from '../../api.js';
import { ListTable } from '../../parts/list-table.js';
import { Screen } from '../../parts/screen.js';
import { useList } from '../../parts/use-list.js';
import { useMe } from '../../parts/use-me.js';
import { When } from '../../parts/when.js';
import { Due } from '../due.js';
import { ACKNOWLEDGEMENTS, AssignedDocument } from './assigned-document.js';
import { Assignments } from './assignments.js';
import { Evidence } from './evidence.js';
import { SignButton } from './sign-button.js';

/** What the user must sign and has signed, and what a manager has assigned. */
export function ReadAndUnderstoodScreen() {
  const { can } = useMe();
  return (
    <Screen
      title="Read and understood"
      about="Read the revision, and sign that you understood it. A signature cannot be taken back."
    >
      <ToSign />
      <Signed />
      {can('assignment.manage') && <AllAssignments />}
    </Screen>
  );
}

const useAcknowledgements = (status: 'pending' | 'signed') =>
  useList([...ACKNOWLEDGEMENTS, status], (cursor, signal) => {
    const query = { status, ...(cursor !== undefined && { cursor }) };
    return api.GET('/acknowledgements', { params: { query }, signal });
  });

function ToSign() {
  const { can } = useMe();
  const list = useAcknowledgements('pending');
  return (
    <Stack component="section" gap="xs" aria-labelledby="to-sign">
      <Title order={2} size="h4" id="to-sign">
        To sign
      </Title>
      <ListTable
        name="To sign"
        list={list}
        empty="Nothing to sign."
        columns={[
          { title: 'Document', cell: (one) => <AssignedDocument of={one} /> },
          { title: 'Statement', cell: ({ statement }) => <span className="wrap">{statement}</span> },
          {
            title: 'Due',
            cell: ({ due_at: at, overdue }) => (
              <Due overdue={overdue}>
                <When at={at} />
              </Due>
            ),
          },
          {
            title: 'Action',
            cell: (one) => can('acknowledgement.sign') && one.can_read && <SignButton acknowledgement={one} />,
          },
        ]}
      />
    </Stack>
  );
}

function Signed() {
  const list = useAcknowledgements('signed');
  return (
    <Stack component="section" gap="xs" aria-labelledby="signed">
      <Title order={2} size="h4" id="signed">
        Signed
      </Title>
      <ListTable
        name="Signed"
        list={list}
        empty="You have signed nothing yet."
        columns={[
          { title: 'Document', cell: (one) => <AssignedDocument of={one} /> },
          { title: 'Statement', cell: ({ statement }) => <span className="wrap">{statement}</span> },
          { title: 'Signed', cell: ({ signed_at: at }) => <When at={at} /> },
          { title: 'Evidence', cell: (one) => <Evidence acknowledgement={one} /> },
        ]}
      />
    </Stack>
  );
}

function AllAssignments() {
  return (
    <Stack component="section" gap="xs" aria-labelledby="assignments">
      <Title order={2} size="h4" id="assignments">
        Assignments
      </Title>
      <Assignments empty="Nothing is assigned. To assign a revision, open the details of its document." />
    </Stack>
  );
}
