import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { api } from '../../api.js';

type Revision = Schema<'RevisionResponse'>;

interface FileRemarksProps {
  document: Schema<'DocumentResponse'>;
  revision: Revision;
}

/** What could not be read of a file, and where it contradicts what was entered. For those who can correct it. */
export function FileRemarks({ document, revision }: FileRemarksProps) {
  const { data: unread = [] } = useQuery({
    queryKey: ['unread', document.id, revision.id],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const params = { path: { id: document.id }, query: { revision_id: revision.id } };
      return (await api.GET('/documents/{id}/ingestion', { params, signal })).data.warnings;
    },
  });
  const remarks = [...contradictions(document, revision), ...unread];
  if (remarks.length === 0) return null;
  return (
    <div className="file-remarks">
      <Text size="sm" fw={600}>
        Check the file
      </Text>
      <List size="sm">
        {remarks.map((remark) => (
          <List.Item key={remark} className="wrap">
            {remark}
          </List.Item>
        ))}
      </List>
    </div>
  );
}

function contradictions(document: FileRemarksProps['document'], revision: Revision): string[] {
  const { document_number: number, revision: version, revision_date: date } = revision.metadata?.suggested ?? {};
  const isSame = (inFile: string, entered: string): boolean => plain(inFile) === plain(entered);
  // Numbers are entered with the type of the document or without.
  const isEnd = (inFile: string, entered: string): boolean => plain(entered).endsWith(plain(inFile));
  return [
    contradiction('document number', number, document.document_number, isEnd),
    contradiction('revision', version, revision.version, isSame),
    contradiction('revision date', date, revision.revision_date, isSame),
  ].filter((remark) => remark !== null);
}

function contradiction(
  name: string,
  inFile: string | undefined,
  entered: string | null,
  agrees: (inFile: string, entered: string) => boolean,
): string | null {
  if (inFile === undefined || agrees(inFile, entered ?? '')) return null;
  return `The file names the ${name} ${inFile}. ${entered ?? 'None'} is entered.`;
}

/** `Rev 03` and `3` are the same. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^(revision|rev|issue)[.\s]*/, '')
    .replace(/^0+(?=\d)/, '')
    .replace(/[\s-]/g, '');
