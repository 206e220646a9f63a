const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A time of the service as the browser writes times. `none` is shown without one. */
export function When({
  at,
  dateOnly = false,
  none = 'Never',
}: {
  at?: string | null;
  dateOnly?: boolean;
  none?: string;
}) {
  if (!at) return <>{none}</>;
  return <time dateTime={at}>{(dateOnly ? DATE : TIME).format(new Date(at))}</time>;
}
