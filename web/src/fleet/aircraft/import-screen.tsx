import { Alert, Button, FileInput, Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api.js';
import { Facts } from '../../parts/facts.js';
import { LinkButton } from '../../parts/link-button.js';
import { SaveButton } from '../../parts/save-button.js';
import { Screen } from '../../parts/screen.js';
import { useAction } from '../../parts/use-action.js';
import { useMe } from '../../parts/use-me.js';
import { AIRCRAFT_CHANGES } from '../words.js';
import { ImportProblem } from './import-problem.js';
import { importCsv, TABLES, type Imported, type Table } from './import-tables.js';

/** Adds and changes aircraft by a CSV file, which is checked first. */
export function ImportScreen() {
  const { can, permissions } = useMe();
  return (
    <Screen
      title="Import aircraft"
      about="A file is imported as a whole or not at all. It is checked first: nothing is changed until you import it."
      actions={
        <LinkButton to="/fleet/aircraft" search={{}}>
          All aircraft
        </LinkButton>
      }
    >
      {can('aircraft.manage') && <Import />}
      {permissions && !can('aircraft.manage') && <Text>Your role does not allow this.</Text>}
    </Screen>
  );
}

function Import() {
  const { can } = useMe();
  const [table, setTable] = useState<Table>('aircraft');
  const [file, setFile] = useState<File | null>(null);
  const [result, setResult] = useState<Imported | null>(null);
  const check = useAction({ run: (chosen: File) => importCsv(table, chosen, true), onDone: setResult });
  const run = useAction({
    run: (chosen: File) => importCsv(table, chosen, false),
    changes: AIRCRAFT_CHANGES,
    onDone: setResult,
  });
  const problem = run.problem ?? check.problem;
  const isBusy = check.isPending || run.isPending;
  const choose = (chosen: File | null, of: Table): void => {
    setFile(chosen);
    setTable(of);
    setResult(null);
    check.reset();
    run.reset();
  };
  /** After a failed import, too: what is recorded may have changed. */
  const checkFile = (): void => {
    if (!file) return;
    setResult(null);
    run.reset();
    check.act(file);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        checkFile();
      }}
    >
      <div className="filters">
        <Select
          label="What the rows are"
          size="md"
          allowDeselect={false}
          data={Object.entries(TABLES)
            .filter(([, { permission }]) => can(permission))
            .map(([value, { label }]) => ({ value, label }))}
          value={table}
          disabled={isBusy}
          onChange={(value) => value && choose(file, value as Table)}
        />
        <FileInput
          label="CSV file"
          size="md"
          required
          placeholder="Choose a file"
          accept=".csv,text/csv"
          value={file}
          disabled={isBusy}
          onChange={(chosen) => choose(chosen, table)}
        />
      </div>
      <Text size="sm" className="wrap">
        The first line names the columns: {TABLES[table].columns}
      </Text>
      <Group my="sm" gap="xs">
        <Button type="submit" variant="default" disabled={!file} loading={check.isPending}>
          Check the file
        </Button>
        {table !== 'utilisation' && (
          <SaveButton
            button="Save what is recorded as CSV"
            label={`Save what is recorded as CSV: ${TABLES[table].label}`}
            fileName={`${table}.csv`}
            read={() => api.download('/aircraft/export', { params: { query: { table } } })}
          />
        )}
      </Group>
      {problem && file && <ImportProblem error={problem} onRetry={checkFile} />}
      {result && !problem && (
        <Result result={result} isPending={run.isPending} onImport={() => file && run.act(file)} />
      )}
    </form>
  );
}

interface ResultProps {
  result: Imported;
  isPending: boolean;
  onImport: () => void;
}

function Result({ result: { isDryRun, counts }, isPending, onImport }: ResultProps) {
  return (
    <Alert
      color={isDryRun ? 'blue' : 'green'}
      variant="outline"
      role="status"
      title={isDryRun ? 'The file can be imported' : 'The file is imported'}
    >
      <Facts facts={counts} />
      {isDryRun && (
        <Group mt="sm">
          <Button loading={isPending} onClick={onImport}>
            Import
          </Button>
        </Group>
      )}
    </Alert>
  );
}
