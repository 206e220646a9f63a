import { Button, Group, Text } from '@mantine/core';
import { aircraftName, useAircraft } from '../parts/aircraft-select.js';
import { Problem } from '../parts/problem.js';

interface AboutAircraftProps {
  /** Id of an aircraft of the register. */
  id: string;
  isDisabled: boolean;
  onRemove: () => void;
}

/** Which aircraft the answers are for. */
export function AboutAircraft({ id, isDisabled, onRemove }: AboutAircraftProps) {
  const { data: aircraft, error, refetch } = useAircraft(id);
  if (error) {
    return (
      <>
        <Problem error={error} onRetry={() => void refetch()} />
        <RemoveButton isDisabled={isDisabled} onRemove={onRemove} />
      </>
    );
  }
  if (!aircraft) return null;
  return (
    <Group gap="sm">
      <Text className="wrap" role="status">
        You ask about <strong>{aircraftName(aircraft)}</strong>. Answers quote what applies to it, or may apply.
      </Text>
      <RemoveButton isDisabled={isDisabled} onRemove={onRemove} />
    </Group>
  );
}

const RemoveButton = ({ isDisabled, onRemove }: Omit<AboutAircraftProps, 'id'>) => (
  <Button variant="default" disabled={isDisabled} onClick={onRemove}>
    Ask about all aircraft
  </Button>
);
