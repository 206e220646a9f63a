import { Fragment, type ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode];

/** Names and values. Those without a value are left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== false && value !== '');
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
