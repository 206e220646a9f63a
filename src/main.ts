import { requireBundle } from './common/runtime/compiled-bundle.js';

const { main } = requireBundle('./service.js') as typeof import('./start/bootstrap.js');
await main(process.argv.slice(2));
