import 'reflect-metadata';
import { bootstrap } from './bootstrap.js';
import { loadEnv } from './config/env.js';

await bootstrap(loadEnv());
