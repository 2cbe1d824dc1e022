import type { SessionReader } from '../source.ts';
import { describeTranscript } from './describe.ts';
import { readTranscript } from './read.ts';

export const claudeCodeReader: SessionReader = { describe: describeTranscript, read: readTranscript };
