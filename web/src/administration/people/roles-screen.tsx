import { Text, VisuallyHidden } from '@mantine/core';
import { LoadingRows } from '../../parts/list-table.js';
import { Problem } from '../../parts/problem.js';
import { Screen } from '../../parts/screen.js';
import { ROLE_NAMES, useRoles } from './people.js';
import '../administration.css';

/** What each role allows. Roles are the same in all organizations. */
export function RolesScreen() {
  const { data, error, refetch } = useRoles();
  return (
    <Screen title="Roles" about="Each person has one role. A role cannot be changed; give a person another one.">
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows />}
      {data && (
        <>
          <dl className="role-list">
            {data.roles.map(({ role, description }) => (
              <div key={role}>
                <dt>{ROLE_NAMES[role]}</dt>
                <dd>{description}</dd>
              </div>
            ))}
          </dl>
          <table className="list-table matrix" aria-label="Permissions by role">
            <thead>
              <tr>
                <th scope="col">Permission</th>
                {data.roles.map(({ role }) => (
                  <th key={role} scope="col">
                    {ROLE_NAMES[role]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.permissions.map(({ permission, description }) => (
                <tr key={permission}>
                  <th scope="row">
                    <Text size="sm">{description}</Text>
                    <Text size="xs" c="dimmed">
                      {permission}
                    </Text>
                  </th>
                  {data.roles.map(({ role, permissions }) => (
                    <Allowed key={role} role={ROLE_NAMES[role]} isAllowed={permissions.includes(permission)} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Screen>
  );
}

function Allowed({ role, isAllowed }: { role: string; isAllowed: boolean }) {
  return (
    <td data-title={role} {...(!isAllowed && { className: 'not-allowed' })}>
      <span aria-hidden="true">{isAllowed ? '✓' : '–'}</span>
      <VisuallyHidden>{isAllowed ? 'allowed' : 'not allowed'}</VisuallyHidden>
    </td>
  );
}
