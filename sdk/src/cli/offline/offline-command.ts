import { defineCommand } from '../command.js';
import { EXIT, StopError, UsageError } from '../exit.js';
import { readKeys } from '../signed-file.js';
import { applyPackage } from './apply-package.js';
import { openPackage } from './package-source.js';
import { verifyPackage } from './verify-package.js';

const JWKS = { type: 'string', value: 'FILE', summary: 'key set of the service (RFC 7517)' } as const;

export const commands = [
  defineCommand({
    name: 'offline verify',
    summary: 'verifies an offline package, without the service',
    details:
      'PACKAGE is the ZIP file of GET /offline-packages/{id}/file, or the folder into which it was unpacked. --jwks names the key set of the\n' +
      'service, which is published at /.well-known/evidence-jwks.json. --embedded-key uses the key in the package instead. Anyone can make such\n' +
      `a package, so that it is never valid. The exit code is ${EXIT.failed} for a package that was changed, and ${EXIT.stopped} for one that is\n` +
      'intact but expired, made in a sandbox, an update without its base, or only consistent with its own key.',
    isLocal: true,
    positionals: [{ name: 'PACKAGE' }],
    options: {
      jwks: JWKS,
      'embedded-key': { type: 'boolean', summary: 'checks only whether the package is consistent with the key in it' },
      json: { type: 'boolean', summary: 'prints JSON and nothing else' },
    },
    action: async ({ values, positionals: [path = ''], terminal }) => {
      const { jwks, 'embedded-key': isEmbedded = false } = values;
      if ((jwks === undefined) !== isEmbedded)
        throw new UsageError('Name the published key set with --jwks, or use --embedded-key, which proves nothing');
      const keys = jwks === undefined ? null : await readKeys(jwks);
      const result = await verifyPackage(await openPackage(path), keys);
      const { payload, valid, intact, problem } = result;
      const code = valid ? EXIT.done : intact ? EXIT.stopped : EXIT.failed;
      if (terminal.isJson) {
        terminal.document(result);
        return code;
      }
      if (!intact || !payload) throw new StopError(`${path} must not be used: ${problem ?? ''}`, code);
      terminal.line(`${terminal.style('bold', payload.title ?? payload.package_id)} (${payload.package_id})`);
      terminal.line(`Made at ${payload.made_at} for ${payload.made_by?.name ?? '–'}, ${payload.organization.name}`);
      terminal.line(`Issued by ${payload.issuer}. Expires at ${payload.expires_at}`);
      for (const { title, document_number, revision } of payload.documents)
        terminal.line(
          `${document_number ?? '–'}  ${title}, revision ${revision.version}, SHA-256 ${revision.content_sha256}`,
        );
      if (!result.complete)
        terminal.note(`Files of the base ${payload.base_package_id ?? ''} are needed: amk offline apply`);
      if (!valid) terminal.note(`${path} must not be used: ${problem ?? ''}`);
      return code;
    },
  }),
  defineCommand({
    name: 'offline apply',
    summary: 'joins an offline package with its base, without the service',
    details: 'Verifies both, and writes the complete package into a new folder, whose index.html browsers open.',
    isLocal: true,
    positionals: [{ name: 'BASE' }, { name: 'PACKAGE' }],
    options: {
      to: { type: 'string', value: 'FOLDER', summary: 'new folder' },
      jwks: JWKS,
    },
    action: async ({ values: { to, jwks }, positionals: [base = '', changes = ''], terminal }) => {
      if (to === undefined || jwks === undefined)
        throw new UsageError('Name the new folder with --to, and the key set with --jwks');
      const { payload, problem } = await applyPackage(base, changes, to, await readKeys(jwks));
      terminal.line(`${to} contains ${payload.package_id}, valid until ${payload.expires_at}`);
      if (problem !== null) terminal.note(`${to} must not be used: ${problem}`);
      return problem === null ? EXIT.done : EXIT.stopped;
    },
  }),
];
