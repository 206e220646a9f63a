import { Button, Group, Text } from '@mantine/core';
import { aircraftName, useAircraft } from '../parts/aircraft-select.js';
import { Problem } from '../parts/problem.js';

interface AboutAircraftProps {
  /** Id of an aircraft of the register. */
  id: string;
  onRemove: () => void;
}

/** Which aircraft the answers are for. */
export function AboutAircraft({ id, onRemove }: AboutAircraftProps) {
  const { data: aircraft, error, refetch } = useAircraft(id);
  if (error) {
    return (
      <>
        <Problem error={error} onRetry={() => void refetch()} />
        <RemoveButton onRemove={onRemove} />
      </>
    );
  }
  if (!aircraft) return null;
  return (
    <Group gap="sm">
      <Text className="wrap" role="status">
        You ask about <strong>{aircraftName(aircraft)}</strong>. Answers quote what applies to it, or may apply.
      </Text>
      <RemoveButton onRemove={onRemove} />
    </Group>
  );
}

const RemoveButton = ({ onRemove }: Pick<AboutAircraftProps, 'onRemove'>) => (
  <Button variant="default" onClick={onRemove}>
    Ask about all aircraft
  </Button>
);
