import { ActionIcon, Menu } from '@mantine/core';
import { useRef } from 'react';

export interface RowAction {
  title: string;
  onClick: () => void;
  /** Ends something that cannot be brought back. */
  isDestructive?: boolean;
}

/** The actions of a row. Nothing is shown without any. */
export function RowMenu({ name, actions }: { name: string; actions: RowAction[] }) {
  const button = useRef<HTMLButtonElement>(null);
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon ref={button} variant="default" size={44} aria-label={`Actions for ${name}`}>
          <span aria-hidden="true">⋯</span>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ title, onClick, isDestructive }) => (
          <Menu.Item
            key={title}
            {...(isDestructive && { className: 'destructive' })}
            onClick={() => {
              // A dialog returns the focus to where it was: the item is gone by then.
              button.current?.focus();
              onClick();
            }}
          >
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
