import 'reflect-metadata';
import { projectRoot } from './common/project-root.js';
process.stdout.write(projectRoot());
