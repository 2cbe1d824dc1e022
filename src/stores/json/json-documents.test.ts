import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { testSessionStore } from '../testing/session-store-contract.ts';
import { JsonDocuments } from './json-documents.ts';

const directory = mkdtempSync(join(tmpdir(), 'documents-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

testSessionStore('a directory of session files', () => ({
  open: async () => new JsonDocuments(directory, { lockTimeoutMs: 30_000 }),
  sharesFileNames: true,
}));
