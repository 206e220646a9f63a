import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useHold } from './dialog.js';

interface SecretProps {
  /** Such as "API key". */
  name: string;
  value: string;
  onDone: () => void;
}

/** A value that the service shows once. It is in the memory of this component alone, so only "Done" closes a dialog around it. */
export function Secret({ name, value, onDone }: SecretProps) {
  useHold('everything');
  return (
    <Alert color="green" variant="outline" title={`${name} created`} role="status">
      <Stack gap="sm">
        <Text size="sm">Copy it now and store it safely. It is shown only once.</Text>
        <Code block className="secret">
          {value}
        </Code>
        <Group>
          <CopyButton value={value}>
            {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>}
          </CopyButton>
          <Button variant="default" onClick={onDone}>
            Done
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
