import { Button, Card, Group, Title } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { Facts, type Fact } from '../../parts/facts.js';
import { When } from '../../parts/when.js';
import { useTeams } from '../../parts/use-teams.js';
import { EditDialog } from './edit-dialog.js';

interface DetailsProps {
  document: Schema<'DocumentResponse'>;
  manages: boolean;
}

/** The facts of a document. Those who manage it can change them. */
export function Details({ document, manages }: DetailsProps) {
  const [editing, setEditing] = useState(false);
  const facts = useFacts(document);
  return (
    <Card component="section" withBorder padding="md" aria-labelledby="details">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="details">
          Details
        </Title>
        {manages && (
          <Button variant="default" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )}
      </Group>
      <Facts facts={facts} />
      {editing && <EditDialog documentId={document.id} onClose={() => setEditing(false)} />}
    </Card>
  );
}

const LANGUAGES = new Intl.DisplayNames(undefined, { type: 'language', fallback: 'code' });

function useFacts(document: Schema<'DocumentResponse'>): Fact[] {
  const team = useTeams().nameOfTeam(document.team_id);
  const { language, access, team_id: teamId } = document;
  return [
    ['Type', document.document_type],
    ['Aircraft', document.aircraft_type],
    ['Number', document.document_number],
    ['ATA', document.ata_chapter],
    ['Effectivity', document.effectivity],
    ['Pages', document.page_count],
    ['Language', language && languageOf(language)],
    ['Open to', access === 'team' ? 'One team, and those it is shared with' : 'The whole organization'],
    ['Team', teamId !== null && (team ?? 'Another team')],
    ['Added', <When key="added" at={document.created_at} />],
    ['Changed', <When key="changed" at={document.updated_at} />],
  ];
}

/** Languages of files are not always well-formed codes. */
function languageOf(code: string): string {
  try {
    return LANGUAGES.of(code) ?? code;
  } catch {
    return code;
  }
}
