import { Progress, Text } from '@mantine/core';

/** How much of a file is sent, from 0 to 1. */
export function Sent({ sent }: { sent: number }) {
  const percent = Math.floor(sent * 100);
  return (
    <div>
      <Text size="sm" role="status">
        {sent === 1 ? 'Sent. The service checks the file.' : `Sent: ${percent} %`}
      </Text>
      <Progress value={percent} aria-label="Sent" mt={4} animated={sent === 1} />
    </div>
  );
}
