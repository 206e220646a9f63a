import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CONSOLE } from '../place.js';
import { useWaitingForProof } from '../parts/proof.js';

/** Asks for a proof of identity in another window, so that nothing that was typed here is lost. */
export function ProofDialog() {
  const waiting = useWaitingForProof();
  const [isBlocked, setBlocked] = useState(false);
  const open = (): void => {
    const address = `${CONSOLE}/proof?nonce=${waiting?.nonce ?? ''}`;
    setBlocked(window.open(address, 'proof', 'popup,width=520,height=720') === null);
  };
  return (
    <Modal
      opened={waiting !== null}
      onClose={() => waiting?.canceled()}
      title="Confirm that it is you"
      closeButtonProps={{ 'aria-label': 'Cancel', size: 44 }}
      zIndex={400}
    >
      <Stack>
        <Text size="sm">
          This requires that you have signed in within the last ten minutes. A window opens where you sign in again;
          what you entered here stays.
        </Text>
        {isBlocked && (
          <Text size="sm" role="alert">
            The browser blocked the window. Allow pop-up windows of this site, and try again.
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => waiting?.canceled()}>
            Cancel
          </Button>
          <Button onClick={open} data-autofocus>
            Sign in again
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
