import { Screen } from '../parts/screen.js';
import { Factors } from './factors.js';
import { Password } from './password.js';
import { Sessions } from './sessions.js';
import './account.css';

/** Password, second factors and sessions of the user. */
export function SecurityScreen() {
  return (
    <Screen title="Security" about="How you sign in, and where you are signed in.">
      <Factors />
      <Password />
      <Sessions />
    </Screen>
  );
}
