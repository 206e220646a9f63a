import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api.js';
import { publicAddress } from './place.js';
import { router } from './routes.js';
import { NotSecure } from './shell/notices.js';
import { cssVariables, theme } from './theme.js';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
// Modals keep the page behind them still with a `<style>` of their own.
Object.assign(globalThis, { __webpack_nonce__: nonce });
const elsewhere = publicAddress();

if (elsewhere !== null) location.replace(elsewhere);
else
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce ?? ''}
      >
        <Notifications position="bottom-left" />
        {window.isSecureContext ? (
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        ) : (
          <NotSecure />
        )}
      </MantineProvider>
    </StrictMode>,
  );
