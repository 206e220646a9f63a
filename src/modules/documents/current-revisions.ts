/**
 * SQL of the time at which revision `r` ceased to be current: it was withdrawn, or the next one became active.
 * @param current SQL alias of the revision that is current now
 */
export const endOfRevision = (r: string, current: string): string => `least(${r}.withdrawn_at,
    CASE WHEN ${current}.id <> ${r}.id THEN coalesce((SELECT min(n.activated_at) FROM document_revisions n
      WHERE n.document_id = ${r}.document_id AND n.activated_at > ${r}.activated_at), ${current}.activated_at) END)`;
