import { Alert, Button, Group, Select, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { api } from '../../api.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { Problem } from '../../parts/problem.js';
import { RevisionBadge } from '../../parts/revision-badge.js';
import { revisionName } from '../../parts/revision-name.js';
import { Screen } from '../../parts/screen.js';
import { useAction } from '../../parts/use-action.js';
import { useManaging } from '../use-documents.js';
import '../documents.css';

type Publication = Schema<'PublicationDetailResponse'>;
type Member = Publication['members'][number];

/** A publication with the references of one of its issues. */
export function PublicationScreen() {
  const { publicationId: id } = useParams({ from: '/signed-in-screens/publications/$publicationId' });
  const { issue } = useSearch({ from: '/signed-in-screens/publications/$publicationId' });
  const { manages } = useManaging();
  const { data, error, refetch } = useQuery({
    queryKey: ['publication', id, issue],
    queryFn: async ({ signal }) =>
      issue === undefined
        ? (await api.GET('/publications/{id}', { params: { path: { id } }, signal })).data
        : (await api.GET('/publications/{id}/issues/{issue_id}', { params: { path: { id, issue_id: issue } }, signal }))
            .data,
  });
  return (
    <div className="documents-screen">
      <Screen
        title={data?.title ?? 'Publication'}
        about={data && [data.number, data.language].filter(Boolean).join(' · ')}
        actions={
          <>
            <Button variant="default" renderRoot={(props) => <Link to="/publications" {...props} />}>
              All publications
            </Button>
            {data && manages(data) && <DeleteButton publication={data} />}
          </>
        }
      >
        {error && <Problem error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={200} role="group" aria-label="Loading the publication" />}
        {data && <IssueChoice publication={data} />}
        {data && <Members members={data.members} />}
      </Screen>
    </div>
  );
}

function IssueChoice({ publication: { id, issue } }: { publication: Publication }) {
  const navigate = useNavigate();
  const { data: issues = [] } = useQuery({
    queryKey: ['publication issues', id],
    queryFn: async ({ signal }) =>
      (await api.GET('/publications/{id}/issues', { params: { path: { id }, query: { limit: 100 } }, signal })).data,
  });
  const current = issues.find((one) => one.is_current)?.id;
  return (
    <>
      {issues.length > 1 && (
        <Select
          label="Issue"
          size="md"
          w={240}
          allowDeselect={false}
          data={issues.map((one) => ({ value: one.id, label: nameOf(one) }))}
          value={issue.id}
          onChange={(chosen) =>
            void navigate({
              to: '/publications/$publicationId',
              params: { publicationId: id },
              search: chosen && chosen !== current ? { issue: chosen } : {},
            })
          }
        />
      )}
      {!issue.is_current && <Alert color="red" variant="outline" role="alert" title="This is not the current issue" />}
    </>
  );
}

function nameOf({ issue, in_work: inWork, issue_date: date, is_current: isCurrent }: Publication['issue']): string {
  const draft = inWork === '00' ? '' : `-${inWork}`;
  return [`Issue ${issue}${draft}`, date, isCurrent && 'current'].filter(Boolean).join(', ');
}

function Members({ members }: { members: readonly Member[] }) {
  if (members.length === 0) {
    return (
      <Alert color="gray" variant="outline">
        This issue has no references.
      </Alert>
    );
  }
  return (
    <ol className="members">
      {members.map((member, index) => {
        const path = member.path.join(' › ');
        const isNew = path !== '' && path !== members[index - 1]?.path.join(' › ');
        return (
          // An issue never changes, and can refer to the same module twice.
          <li key={index}>
            {isNew && (
              <Text size="sm" fw={600} mt="sm" className="wrap">
                {path}
              </Text>
            )}
            <Reference member={member} />
          </li>
        );
      })}
    </ol>
  );
}

const MATCHES = { same: '', later: 'a later issue', earlier: 'an earlier issue' } as const;

function Reference({ member: { document, publication_id: publicationId, title, code, issue } }: { member: Member }) {
  const name = title ?? code ?? 'Without a name';
  if (document) {
    const match = document.issue_match === null ? '' : MATCHES[document.issue_match];
    return (
      <Group gap={8}>
        <Link to="/documents/$documentId" params={{ documentId: document.id }} className="document-link">
          {document.title}
        </Link>
        <RevisionBadge status={document.status} />
        <Text size="sm">
          {[revisionName(document.version), match && `${match} than ${issue ?? ''}`].filter(Boolean).join(', ')}
        </Text>
      </Group>
    );
  }
  if (publicationId !== null) {
    return (
      <Link to="/publications/$publicationId" params={{ publicationId }} search={{}} className="document-link">
        {name}
      </Link>
    );
  }
  return (
    <Text size="sm" className="wrap">
      {[name, title === null ? null : code].filter(Boolean).join(' · ')} (not in the library, or not open to you)
    </Text>
  );
}

function DeleteButton({ publication: { id, title } }: { publication: Publication }) {
  const [opened, setOpened] = useState(false);
  const navigate = useNavigate();
  const remove = useAction({
    run: () => api.DELETE('/publications/{id}', { params: { path: { id } } }),
    said: `${title} is deleted.`,
    changes: [['publications']],
    onDone: () => void navigate({ to: '/publications' }),
  });
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Delete
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title="Delete this publication?"
        verb="Delete"
        action={remove}
        onConfirm={() => remove.act()}
      >
        <Text size="sm" className="wrap">
          {title} is deleted with all its issues. Its documents stay. This cannot be undone; another import of the
          publication module creates it again.
        </Text>
      </ConfirmDialog>
    </>
  );
}
