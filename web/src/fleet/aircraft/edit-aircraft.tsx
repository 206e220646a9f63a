import { api } from '../../api.js';
import { AIRCRAFT } from '../../parts/aircraft-select.js';
import { ToEdit } from '../../parts/to-edit.js';
import { AircraftForm } from './aircraft-form.js';

/** Changes an aircraft, unless another user did so meanwhile. */
export function EditAircraft({ id, onDone }: { id: string; onDone: () => void }) {
  const path = { id };
  return (
    <ToEdit
      queryKey={[...AIRCRAFT, 'chosen', id]}
      read={(signal) => api.GET('/aircraft/{id}', { params: { path }, signal })}
    >
      {({ value, ifMatch, reload }) => (
        <AircraftForm
          aircraft={value}
          save={(body) => api.PATCH('/aircraft/{id}', { params: { path }, headers: ifMatch, body })}
          onReload={reload}
          onCancel={onDone}
          onDone={onDone}
        />
      )}
    </ToEdit>
  );
}
