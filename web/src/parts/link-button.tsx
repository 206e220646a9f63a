import { Button } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface LinkButtonProps extends Pick<LinkProps, 'to' | 'params' | 'search'> {
  variant?: 'default' | 'filled';
  children: ReactNode;
}

/** A link to another screen that looks like a button. */
export function LinkButton({ to, params, search, variant = 'default', children }: LinkButtonProps) {
  return (
    <Button variant={variant} renderRoot={(props) => <Link {...({ to, params, search } as LinkProps)} {...props} />}>
      {children}
    </Button>
  );
}
