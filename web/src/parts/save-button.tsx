import { Button } from '@mantine/core';
import { Problem } from './problem.js';
import { saveFile } from './save-file.js';
import { useAction } from './use-action.js';

interface SaveButtonProps {
  button: string;
  /** Name of the button for screen readers, where several have the same text. */
  label: string;
  fileName: string;
  read: () => Promise<Response>;
}

/** Saves what the service makes as a file of the user. */
export function SaveButton({ button, label, fileName, read }: SaveButtonProps) {
  const save = useAction({ run: async () => saveFile(await read(), fileName) });
  return (
    <>
      <Button variant="default" size="xs" aria-label={label} loading={save.isPending} onClick={() => save.act()}>
        {button}
      </Button>
      {save.problem && <Problem error={save.problem} onRetry={() => save.act()} />}
    </>
  );
}
