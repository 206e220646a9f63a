import { Button, Group, MultiSelect, NumberInput, Select, Stack, Text, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, type Schema } from 'aviation-maintenance-knowledge-client';
import { useState, type ReactNode } from 'react';
import { api } from '../../api.js';
import { issuesOf } from '../../parts/issues.js';
import { LoadingRows } from '../../parts/list-table.js';
import { Problem } from '../../parts/problem.js';
import { Screen } from '../../parts/screen.js';
import { useAction } from '../../parts/use-action.js';
import { COPILOTS, DOCUMENT_TYPES, MFA_POLICIES, NUMBERS, ROLES, type NumberSetting } from './setting-names.js';
import './organization.css';

type Settings = Omit<Schema<'SettingsResponse'>, 'plan'>;
type Change = Schema<'UpdateSettingsRequest'>;

/** What administrators decide for the whole organization. */
export function SettingsScreen() {
  const { data, error, refetch } = useQuery({
    queryKey: ['settings'],
    queryFn: async ({ signal }) => {
      const { data: settings, response } = await api.GET('/settings', { signal });
      return { settings, version: response.headers.get('etag') };
    },
    // Another administrator's change would discard what is typed. Saving tells of it.
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Screen
      title="Settings"
      about={data ? `They apply to everybody in the organization. Plan: ${data.settings.plan}.` : undefined}
    >
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows />}
      {data && <SettingsForm key={data.version} settings={data.settings} version={data.version} />}
    </Screen>
  );
}

function SettingsForm({ settings, version }: { settings: Schema<'SettingsResponse'>; version: string | null }) {
  const client = useQueryClient();
  const [changed, setChanged] = useState<Partial<Settings>>({});
  const current: Settings = { ...settings, ...changed };
  const change = (next: Partial<Settings>): void => setChanged({ ...changed, ...next });
  const save = useAction({
    run: (body: Change) =>
      api.PATCH('/settings', { body, ...(version && { params: { header: { 'If-Match': version } } }) }),
    said: 'The settings were changed.',
    changes: [['settings']],
  });
  const submit = (): void => {
    const synonyms = changed.search_synonyms?.filter((line) => line.trim() !== '');
    save.act({ ...changed, ...(synonyms && { search_synonyms: synonyms }) });
  };
  const isOutdated = save.problem instanceof ApiError && save.problem.status === 412;
  const issues = issuesOf(save.problem);
  const number = ({ name, label, about, unit, min, max }: NumberSetting) => (
    <NumberInput
      key={name}
      label={label}
      description={about}
      suffix={` ${unit}`}
      min={min}
      max={max}
      allowDecimal={false}
      clampBehavior="none"
      hideControls
      thousandSeparator
      value={current[name]}
      error={issues[name]}
      onChange={(value) => change({ [name]: typeof value === 'number' ? value : settings[name] })}
    />
  );
  const { audit_days: auditDays, chat_days: chatDays } = current.retention;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <Fields title="Sign-in">
          <Select
            label="Second factor"
            allowDeselect={false}
            data={MFA_POLICIES}
            value={current.mfa_policy}
            onChange={(policy) => policy && change({ mfa_policy: policy })}
          />
          <MultiSelect
            label="Required for"
            description="Nobody chosen means everybody."
            disabled={current.mfa_policy !== 'required'}
            data={ROLES}
            value={current.mfa_required_roles}
            onChange={(roles) => change({ mfa_required_roles: roles as Settings['mfa_required_roles'] })}
          />
          {NUMBERS.map(number)}
        </Fields>
        <Fields title="Documents and answers">
          <MultiSelect
            label="Types of new documents"
            className="settings-wide"
            searchable
            data={DOCUMENT_TYPES}
            value={current.document_types}
            error={issues.document_types}
            onChange={(types) => change({ document_types: types })}
          />
          <MultiSelect
            label="Copilots"
            data={COPILOTS}
            value={current.copilots_enabled}
            error={issues.copilots_enabled}
            onChange={(copilots) => change({ copilots_enabled: copilots })}
          />
          <NumberInput
            label="Least confidence of an answer"
            description="A higher value refuses more questions and gives fewer wrong answers."
            min={0.5}
            max={0.95}
            step={0.05}
            decimalScale={2}
            clampBehavior="none"
            hideControls
            value={current.answer_min_confidence}
            error={issues.answer_min_confidence}
            onChange={(value) =>
              change({ answer_min_confidence: typeof value === 'number' ? value : settings.answer_min_confidence })
            }
          />
          <Textarea
            label="Synonyms"
            description="One entry a line: “MLG, main landing gear” in both directions, “MLG => landing gear” in one."
            className="settings-wide"
            autosize
            minRows={3}
            maxRows={12}
            value={current.search_synonyms.join('\n')}
            error={issues.search_synonyms}
            onChange={(event) => change({ search_synonyms: event.currentTarget.value.split('\n') })}
          />
        </Fields>
        <Fields title="Retention">
          <NumberInput
            label="Audit events"
            suffix=" days"
            min={365}
            max={36500}
            allowDecimal={false}
            clampBehavior="none"
            hideControls
            thousandSeparator
            value={auditDays}
            error={issues['retention.audit_days']}
            onChange={(value) =>
              change({ retention: { ...current.retention, audit_days: typeof value === 'number' ? value : auditDays } })
            }
          />
          <NumberInput
            label="Conversations, after their last use"
            description="Empty to keep them."
            suffix=" days"
            min={1}
            max={36500}
            allowDecimal={false}
            clampBehavior="none"
            hideControls
            thousandSeparator
            value={chatDays ?? ''}
            error={issues['retention.chat_days']}
            onChange={(value) =>
              change({ retention: { ...current.retention, chat_days: typeof value === 'number' ? value : null } })
            }
          />
          <Text size="sm" className="settings-wide">
            Older data is removed within hours after a period was shortened. This cannot be undone.
          </Text>
        </Fields>
        {save.problem && !isOutdated && <Problem error={save.problem} onRetry={submit} />}
        {isOutdated && (
          <Text size="sm" role="alert">
            Somebody else changed the settings meanwhile. Discard your changes to see theirs.
          </Text>
        )}
        <Group justify="flex-end" className="settings-actions">
          <Button
            variant="default"
            disabled={Object.keys(changed).length === 0}
            onClick={() => {
              save.reset();
              setChanged({});
              void client.invalidateQueries({ queryKey: ['settings'] });
            }}
          >
            Discard
          </Button>
          <Button type="submit" loading={save.isPending} disabled={Object.keys(changed).length === 0}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Fields({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="settings-group">
      <legend>{title}</legend>
      <div className="settings-fields">{children}</div>
    </fieldset>
  );
}
