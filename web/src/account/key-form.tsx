import { Checkbox, Input, Textarea, TextInput } from '@mantine/core';
import { Dialog, DialogForm } from '../parts/dialog.js';
import { fieldError } from '../parts/issues.js';
import { firstDayOf, lastDayOf } from '../parts/key-limits.js';
import { useMe } from '../parts/use-me.js';
import { valuesOf, type ApiKey, type KeyValues } from './keys.js';
import { permissionWords, PERMISSIONS } from './permission-words.js';

/** Of a new key. */
const USUAL = ['document.view', 'document.search'];

interface KeyFormProps {
  /** The key to change; a new one without it. */
  apiKey?: ApiKey;
  opened: boolean;
  onClose: () => void;
  action: { isPending: boolean; problem: Error | null; reset: () => void };
  onSubmit: (values: KeyValues) => void;
}

/** Name, rights, expiry and addresses of an API key. */
export function KeyForm({ apiKey, opened, onClose, action, onSubmit }: KeyFormProps) {
  const { can } = useMe();
  const { problem } = action;
  const scopes = fieldError(problem, 'scopes');
  const offered = PERMISSIONS.filter((name) => can(name) || apiKey?.scopes.includes(name));
  return (
    <Dialog opened={opened} onClose={onClose} title={apiKey ? `Change “${apiKey.name}”` : 'New API key'}>
      <DialogForm
        verb={apiKey ? 'Save' : 'Create'}
        action={action}
        onCancel={onClose}
        fields={['name', 'scopes', 'expires_at', 'allowed_cidrs']}
        onSubmit={(form) => onSubmit(valuesOf(form, apiKey))}
      >
        <TextInput
          name="name"
          label="Name"
          description="What the key is for"
          required
          maxLength={100}
          defaultValue={apiKey?.name}
          data-autofocus
          {...fieldError(problem, 'name')}
        />
        <fieldset className="choices">
          <legend>The key can</legend>
          {offered.map((name) => (
            <Checkbox
              key={name}
              name="scopes"
              value={name}
              label={permissionWords(name)}
              defaultChecked={(apiKey?.scopes ?? USUAL).includes(name)}
            />
          ))}
          {scopes.error && <Input.Error {...scopes.errorProps}>{scopes.error}</Input.Error>}
        </fieldset>
        <TextInput
          name="expires_at"
          type="date"
          label="Expires"
          description="Without a date, as late as your organization allows"
          min={firstDayOf(apiKey)}
          defaultValue={lastDayOf(apiKey)}
          {...fieldError(problem, 'expires_at')}
        />
        <Textarea
          name="allowed_cidrs"
          label="Allowed addresses"
          description="IP addresses or blocks such as 192.0.2.0/24, one a line. Without any, the key works from everywhere."
          autosize
          minRows={2}
          maxRows={6}
          defaultValue={apiKey?.allowed_cidrs?.join('\n')}
          {...fieldError(problem, 'allowed_cidrs')}
        />
      </DialogForm>
    </Dialog>
  );
}
