import { Button, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createClient } from 'aviation-maintenance-knowledge-client';
import { useState } from 'react';
import { guestApi } from '../api.js';
import { issuesOf } from '../parts/issues.js';
import { API } from '../place.js';
import { leaveForSignInAs } from '../session/sign-in.js';
import { MailedForm, Page } from './mailed-form.js';

const NAME_MAX_CHARS = 200;

interface Acceptance {
  token: string;
  password: string;
  name: string;
}

/** Accepts an invitation: the link of its mail leads here. */
export function InvitationScreen() {
  const [name, setName] = useState('');
  const { mutate, data: user, error, isPending } = useMutation({ mutationFn: accept });
  if (user) {
    return (
      <Page title="Your account is ready">
        <Text>Sign in with {user.email} and the password that you have chosen.</Text>
        <Button onClick={() => void leaveForSignInAs(user.email)}>Sign in</Button>
      </Page>
    );
  }
  return (
    <MailedForm
      title="Accept the invitation"
      about="Enter your name as your colleagues know it, and choose a password."
      verb="Create the account"
      passwordField="password"
      action={{ isPending, problem: error }}
      onSubmit={(token, password) => mutate({ token, password, name })}
    >
      <TextInput
        label="Name"
        size="md"
        required
        maxLength={NAME_MAX_CHARS}
        autoComplete="name"
        value={name}
        error={issuesOf(error).name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </MailedForm>
  );
}

/** The session that the service begins is for applications that keep its tokens. The console has its sign-in, and ends it. */
async function accept(body: Acceptance) {
  const { data } = await guestApi.POST('/auth/invitations/accept', { body });
  const begun = createClient({ baseUrl: API, accessToken: data.access_token, retries: 0 });
  await begun.POST('/auth/logout', { body: {} }).catch(() => undefined);
  return data.user;
}
