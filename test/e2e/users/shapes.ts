export { fieldsOf } from '../../support/api/shapes.js';

/** Fields of a user (spec 2.2 and the contract), written out here: a test must not learn them from the service. */
export const USER_FIELDS =
  `id email name role organization_id status team_id grants mfa_enabled last_login_at created_at updated_at`
    .split(' ')
    .sort();
