import { Screen } from '../parts/screen.js';
import { useMe } from '../parts/use-me.js';
import { Factors } from './factors.js';
import { Password } from './password.js';
import { Sessions } from './sessions.js';
import './account.css';

/** Password, second factors and sessions of the user. */
export function SecurityScreen() {
  const { me } = useMe();
  return (
    <Screen title="Security" about="How you sign in, and where you are signed in.">
      <Factors />
      {me?.has_password && <Password />}
      <Sessions />
    </Screen>
  );
}
