import 'reflect-metadata';
import { main } from './start/bootstrap.js';

await main(process.argv.slice(2));
