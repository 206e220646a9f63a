/** The only script of the pages. Includes two conversions that older browsers lack (WebAuthn 3, 5.1.9). */
export const SECURITY_KEY_SCRIPT = `'use strict';
(() => {
  const form = document.getElementById('security-key');
  const button = document.getElementById('credential');
  const answer = form.querySelector('input[name="credential"]');
  const status = document.getElementById('key-status');
  const toBytes = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));
  const toText = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');

  function parsed(options) {
    if (PublicKeyCredential.parseRequestOptionsFromJSON) return PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const allowCredentials = (options.allowCredentials || []).map((key) => ({ ...key, id: toBytes(key.id) }));
    return { ...options, challenge: toBytes(options.challenge), allowCredentials };
  }

  function written({ id, rawId, type, response }) {
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return {
      id,
      rawId: toText(rawId),
      type,
      response: {
        clientDataJSON: toText(clientDataJSON),
        authenticatorData: toText(authenticatorData),
        signature: toText(signature),
        userHandle: userHandle ? toText(userHandle) : null,
      },
    };
  }

  const isPasskey = form.dataset.what === 'passkey';
  const what = isPasskey ? 'passkey' : 'key';
  const FAILURES = {
    NotAllowedError: 'The ' + what + ' was not used. Choose the button to try again.',
    SecurityError: 'A ' + what + ' does not work at this address. Use another method.',
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.hasAttribute('aria-disabled')) return;
    if (!window.PublicKeyCredential) {
      status.textContent = 'This browser does not know security keys and passkeys. Use another method.';
      return;
    }
    button.setAttribute('aria-disabled', 'true');
    status.textContent = isPasskey ? 'Choose your passkey now.' : 'Touch your security key now.';
    try {
      const publicKey = parsed(JSON.parse(form.dataset.options));
      answer.value = JSON.stringify(written(await navigator.credentials.get({ publicKey })));
      form.submit();
    } catch (error) {
      button.removeAttribute('aria-disabled');
      status.textContent = FAILURES[error.name] || 'The ' + what + ' could not be used. Choose the button to try again.';
    }
  });
})();
`;
