import { ActionIcon, Button, Group, NumberInput, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useGo } from './use-go.js';
import type { PageOf } from './use-page.js';

interface PageToolbarProps {
  page: PageOf;
  count: number;
  /** The number printed on the page. */
  label: string | null;
  canReduce: boolean;
  canEnlarge: boolean;
  onZoom: (by: 1 | -1) => void;
  onTurn: () => void;
  onShare: () => void;
  children?: ReactNode;
}

/** Turns pages, and changes how one is shown. */
export function PageToolbar({ page, count, label, canReduce, canEnlarge, ...on }: PageToolbarProps) {
  const go = useGo(page);
  const { pageNumber } = page;
  return (
    <Group gap={6} role="toolbar" aria-label="Page" className="page-toolbar">
      <Tool
        name="Previous page"
        sign="←"
        disabled={pageNumber <= 1}
        onClick={() => go({ pageNumber: pageNumber - 1 })}
      />
      <NumberInput
        key={pageNumber}
        aria-label={`Page, of ${count}`}
        size="md"
        w={76}
        min={1}
        max={count}
        hideControls
        defaultValue={pageNumber}
        onKeyDown={(event) => {
          const number = Number(event.currentTarget.value);
          if (event.key === 'Enter' && number >= 1 && number <= count) go({ pageNumber: number });
        }}
      />
      <Text size="sm">of {count}</Text>
      <Tool
        name="Next page"
        sign="→"
        disabled={pageNumber >= count}
        onClick={() => go({ pageNumber: pageNumber + 1 })}
      />
      <Tool name="Reduce" sign="−" disabled={!canReduce} onClick={() => on.onZoom(-1)} />
      <Tool name="Enlarge" sign="+" disabled={!canEnlarge} onClick={() => on.onZoom(1)} />
      <Tool name="Rotate" sign="⟳" onClick={on.onTurn} />
      <Button variant="default" size="md" onClick={on.onShare}>
        Share
      </Button>
      <Button variant="default" size="md" onClick={() => window.print()}>
        Print
      </Button>
      {on.children}
      {label !== null && label !== String(pageNumber) && <Text size="sm">Printed as {label}</Text>}
    </Group>
  );
}

interface ToolProps {
  name: string;
  sign: string;
  disabled?: boolean;
  onClick: () => void;
}

const Tool = ({ name, sign, disabled = false, onClick }: ToolProps) => (
  <ActionIcon variant="default" size={44} aria-label={name} title={name} disabled={disabled} onClick={onClick}>
    {sign}
  </ActionIcon>
);
