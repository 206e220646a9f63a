import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { guestApi } from '../api.js';
import { leaveForProof } from '../session/sign-in.js';
import { MailedForm, Page } from './mailed-form.js';

/** Takes a new password for a forgotten one: the link of the mail leads here. */
export function ResetScreen() {
  const { mutate, isSuccess, error, isPending } = useMutation({
    mutationFn: (body: { token: string; new_password: string }) => guestApi.POST('/auth/password/reset', { body }),
  });
  if (isSuccess) {
    return (
      <Page title="Your password is changed">
        <Text>All sessions have ended, and your API keys are revoked.</Text>
        <Button onClick={() => void leaveForProof('/')}>Sign in</Button>
      </Page>
    );
  }
  return (
    <MailedForm
      title="Choose a new password"
      about="The earlier password no longer works then. All sessions end, and all API keys are revoked."
      verb="Change the password"
      passwordField="new_password"
      action={{ isPending, problem: error }}
      onSubmit={(token, new_password) => mutate({ token, new_password })}
    />
  );
}
